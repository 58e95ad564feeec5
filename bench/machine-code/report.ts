/** Writes what the check names, in Markdown. */

import type { MachineInstruction } from '../../hardware/machine-code/disassembly.js'
import { groupBy } from '../../source/group.js'
import type { Finding, Findings } from './findings.js'
import type { Count, Thread } from './threads.js'
import { disassembler, releases } from './tools.js'

/** How many texts there are, and how many of them order something. */
interface Sizes {
  readonly all: number
  readonly bound: number
}

/** Returns the part of the report that follows from a run. */
export function reportText(
  { findings, assembled }: Findings,
  tests: readonly Count[],
  texts: Sizes,
  modules: Sizes & { readonly files: number },
): string {
  const total = tests.reduce((sum, { count }) => sum + count, 0)
  return [
    '## What was assembled',
    `${new Date().toISOString().slice(0, 10)}, with ${releases.map(({ wheel }) => `\`${wheel}\``).join(', ')} and \`${disassembler}\`.`,
    `${total} tests that a GPU can run, with ${texts.all} different texts of threads. Of ${texts.bound}, the model orders some instructions; only these are assembled:`,
    [...tests.map(({ path, count }) => `- ${nameOf(path)}: ${count}`)].join('\n'),
    `And ${modules.files} modules of compilers below these paths, with ${modules.all} entries. In ${modules.bound}, the model orders something.`,
    [
      '| ptxas | target | tests with a thread that assembles | texts | refused | illegal | entries | refused |',
      '|---|---|---|---|---|---|---|---|',
      ...assembled.map(
        ({ release, target, tests: named, texts: own, entries }) =>
          `| ${release} | ${target} | ${named} | ${own.assembled} | ${own.refused} | ${own.illegal + entries.illegal} | ${entries.assembled} | ${entries.refused} |`,
      ),
    ].join('\n'),
    '## Patterns that leave out a wait',
    ...findings.flatMap(findingText),
  ].join('\n\n')
}

/** A folder outside the repository is named by its last part. */
const nameOf = (path: string): string => (path.startsWith('/') ? (path.split('/').at(-1) ?? path) : path)

const shown = 4

function findingText({ pattern, where, tests, smallest, code }: Finding, index: number): readonly string[] {
  const names = tests.slice(0, shown).map((test) => `\`${nameOf(test)}\``)
  const more = tests.length > shown ? ` and ${tests.length - shown} more` : ''
  return [
    `### ${index + 1}. ${pattern}`,
    `${tests.length} ${tests.length === 1 ? 'test' : 'tests'}: ${names.join(', ')}${more}. ${placesText(where)}`,
    ['```text', ...ptxLines(smallest), '```'].join('\n'),
    ['```text', ...machineLines(code), '```'].join('\n'),
  ]
}

/** Returns the targets, each with the releases in which the pattern occurs. */
function placesText(where: readonly string[]): string {
  const byTarget = groupBy(where, (one) => one.split(' ')[1] ?? '')
  return `${[...byTarget].map(([target, some]) => `${target} (${some.map((one) => one.split(' ')[0]).join(', ')})`).join('; ')}.`
}

function ptxLines({ code, assembled }: Thread): readonly string[] {
  if (code.kind === 'entry') {
    const { source, statements } = code.compiled
    const own = new Set(assembled.lines)
    return statements.flatMap(({ start, end }, i) =>
      own.has(i + 1) ? [source.text.slice(start, end).replace(/\s+/g, ' ')] : [],
    )
  }
  const { lines, sources } = code.kernel.text
  return lines.filter((_, i) => (sources[i]?.length ?? 0) > 0)
}

/** Returns the instructions of machine code that come from the thread, with their control information. */
const machineLines = (code: readonly MachineInstruction[]): readonly string[] =>
  code.flatMap((one) => (one.line === undefined || one.line > 100_000 ? [] : [machineLine(one)]))

function machineLine({ guard, text, control }: MachineInstruction): string {
  const notes = [
    ...(control.waits.length > 0 ? [`waits for ${control.waits.join(', ')}`] : []),
    ...(control.writes === undefined ? [] : [`sets ${control.writes}`]),
  ]
  const instruction = `${guard === undefined ? '' : `${guard} `}${text}`
  return notes.length === 0 ? instruction : `${instruction.padEnd(56)} ${notes.join('; ')}`
}
