/** `ptx-litmus cycle`: the test of a cycle, or its whole family. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ExitStatus } from '../../report/check.js'
import { counted } from '../../source/counted.js'
import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, then } from '../../source/result.js'
import { type SourceText, span } from '../../source/text.js'
import { canonical } from '../../synthesis/canonical.js'
import type { Cycle } from '../../synthesis/cycle/cycle.js'
import { nameOf } from '../../synthesis/cycle/name.js'
import { cycleText } from '../../synthesis/cycle/print.js'
import { readCycle } from '../../synthesis/cycle/read.js'
import { type CycleTest, testOf } from '../../synthesis/cycle/test.js'
import { countVariants, variantsOf } from '../../synthesis/cycle/variants.js'
import { testText } from '../../synthesis/program.js'
import type { Scope } from '../../synthesis/vocabulary.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { written } from '../commandline/written.js'
import { errorsTo } from '../console/errors.js'
import { writeAll } from '../input/outputs.js'
import { attemptToWrite } from '../input/system.js'
import type { CycleArguments } from './command.js'

/** A family with more variants than this is too large to be useful. */
const mostVariants = 10_000

/** Writes the test, or the tests, and returns the exit status. */
export async function run(
  { words, places, variants, scope, output: target, force }: CycleArguments,
  { output }: CommandEnvironment,
): Promise<ExitStatus> {
  const errors = errorsTo(output)
  const source = { name: '<cycle>', text: words.join(' ') }
  const read = errors.valueOf(readCycle(source, places))
  if (read === undefined) return 2
  if (!variants) return written(shown(read.cycle, read.test), { output: target, force }, output, errors) ? 0 : 2
  const scopes: readonly Scope[] = scope.length === 0 ? ['cta', 'gpu', 'sys'] : [...new Set(scope)]
  const family = errors.valueOf(familyOf(read.cycle, scopes, source))
  if (family === undefined) return 2
  if (target === undefined) {
    output.out([`// ${counted(family.length, 'test')}`, '', family.map(({ text }) => text).join('\n\n')].join('\n'))
    return 0
  }
  const made = then(
    attemptToWrite(target, () => ok(mkdirSync(target, { recursive: true }))),
    () =>
      writeAll(
        family.map(({ name, text }) => ({ path: join(target, `${name}.test`), text: `${text}\n` })),
        force,
      ),
  )
  if (errors.valueOf(then(made, () => ok(true))) === undefined) return 2
  output.out(`${target}: ${counted(family.length, 'test')}`)
  return 0
}

interface Named {
  readonly name: string
  readonly text: string
}

/** Returns each variant once up to symmetry, under a unique name. */
function familyOf(cycle: Cycle, scopes: readonly Scope[], source: SourceText) {
  const count = countVariants(cycle, scopes)
  if (count > mostVariants)
    return fail(
      diagnostic(
        `this has ${count} variants, and ${mostVariants} are written at most; add words for its events${
          scopes.length > 1 ? ', or name fewer scopes' : ''
        }`,
        span(source, 0, source.text.length),
      ),
    )
  const seen = new Set<string>()
  const names = new Map<string, number>()
  const family: Named[] = []
  for (const variant of variantsOf(cycle, scopes)) {
    const test = testOf(variant)
    if ('message' in test) continue
    const key = canonical({ ...test.labelled, outcome: test.outcome })
    if (seen.has(key)) continue
    seen.add(key)
    const name = nameOf(test.labelled, test.outcome)
    const others = names.get(name) ?? 0
    names.set(name, others + 1)
    family.push({ name: others === 0 ? name : `${name}-${others + 1}`, text: shown(variant, test) })
  }
  return ok(family)
}

/** Returns the test, under its name and its cycle. */
const shown = (cycle: Cycle, { labelled, outcome }: CycleTest): string =>
  [`// ${nameOf(labelled, outcome)}`, `// ${cycleText(cycle)}`, testText(labelled, outcome).trimEnd()].join('\n')
