/**
 * Writes reports/suite.md: the minimal tests of ptx-7.5 by size and by axiom, and those of suites/ptx-7.5 that no
 * published suite has: `npm run suite -- --all SUITE FOLDER…`, with the document of the tests with dependencies and
 * without, and with the folders of published tests.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { testsNamed } from '../../cli/input/tests.js'
import { suiteDocument } from '../../report/suite.js'
import { groupBy } from '../../source/group.js'
import { canonical } from '../../synthesis/canonical.js'
import { type Labelled, programIn } from '../../synthesis/program.js'
import { sketchOf } from '../../synthesis/read.js'
import type { Outcome } from '../../synthesis/sketch.js'

/** The root of the repository, relative to the built script. */
const root = fileURLToPath(new URL('..', import.meta.url))
const testsIn = (path: string) => suiteDocument.parse(JSON.parse(readFileSync(path, 'utf8'))).tests
const committed = join(root, 'suites/ptx-7.5/suite.json')
const { positionals, values } = parseArgs({ allowPositionals: true, options: { all: { type: 'string' } } })
const tests = testsIn(committed)
const all = testsIn(values.all ?? committed)

/** Returns the questions of tests as sketches. Tests with features that sketches lack are left out. */
const pairs = positionals.flatMap((folder) =>
  testsNamed(folder, { undeclared: true }).tests.flatMap((program) =>
    program.questions.flatMap((question): readonly { readonly labelled: Labelled; readonly outcome: Outcome }[] => {
      const read = sketchOf(program, question)
      return read.kind === 'sketch' ? [read] : []
    }),
  ),
)
const published = new Set(pairs.map(({ labelled, outcome }) => canonical({ ...labelled, outcome })))
/** The programs without their orders and scopes. */
const shapes = new Set(pairs.map(({ labelled: { sketch }, outcome }) => canonical({ sketch, outcome })))
const shapeOf = (text: string): string => {
  const read = sketchOf(programIn(text))
  if (read.kind !== 'sketch') throw new Error(`no sketch: ${read.why}`)
  return canonical({ sketch: read.labelled.sketch, outcome: read.outcome })
}

const responsible = ({ axioms }: { readonly axioms: readonly string[] }): string =>
  axioms.length === 0 ? 'several, each alone' : axioms.join(', ')
const sizes = [...new Set(all.map(({ instructions }) => instructions))]
const byAxiom = [...groupBy(all, responsible)].map(
  ([axioms, own]) =>
    `| ${axioms} | ${sizes.map((size) => own.filter((one) => one.instructions === size).length).join(' | ')} | ${own.length} |`,
)
const fresh = tests.filter((test) => !published.has(test.canonical))
const freshShapes = new Set(fresh.filter(({ text }) => !shapes.has(shapeOf(text))).map(({ name }) => name))

const page = join(root, 'reports/suite.md')
const begin = '<!-- npm run suite writes what follows. -->'
const [prose] = readFileSync(page, 'utf8').split(begin)
const lines = [
  '## By axiom',
  '',
  `| responsible | ${sizes.map((size) => `of ${size}`).join(' | ')} | all |`,
  `|---|${sizes.map(() => '---:|').join('')}---:|`,
  ...byAxiom,
  `| all | ${sizes.map((size) => all.filter((one) => one.instructions === size).length).join(' | ')} | ${all.length} |`,
  '',
  '## In no published suite',
  '',
  `${fresh.length} of the ${tests.length} tests of \`suites/ptx-7.5\` are in none of them with these orders and scopes, and ${freshShapes.size} with none.`,
  '*New* says that no published test has this program and outcome with any orders and scopes.',
  '',
  '| test | instructions | new | responsible |',
  '|---|---:|---|---|',
  ...fresh.map(
    (test) =>
      `| \`${test.name}\` | ${test.instructions} | ${freshShapes.has(test.name) ? 'yes' : ''} | ${responsible(test)} |`,
  ),
]
writeFileSync(page, `${prose}${begin}\n\n${lines.join('\n')}\n`)
