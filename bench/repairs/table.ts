/** The tables of repairs and of weakenings, in Markdown. */

import { match, P } from 'ts-pattern'
import { isCompiled, type Program, threadAt } from '../../litmus/program.js'
import { instructionText } from '../../repair/instruction-text.js'
import type { Change, Repair } from '../../repair/repair.js'
import type { Fixed, Repaired, Weakened } from '../../repair/result.js'
import { sharing } from '../../repair/same-text.js'
import { lineText } from '../../source/line.js'
import { must } from '../../source/must.js'

export interface FixedTest {
  readonly test: string
  readonly program: Program
  /** The names of the questions whose outcomes should not be reached. */
  readonly questions: readonly string[]
  readonly fixed: Fixed
  readonly seconds: number
}

export interface WeakenedTest {
  readonly test: string
  readonly program: Program
  readonly weakened: Weakened
  readonly seconds: number
}

/** Returns what came of repairs, and the table of them. */
export function fixedTable(tests: readonly FixedTest[]): string {
  const count = (kind: Fixed['kind']): number => tests.filter(({ fixed }) => fixed.kind === kind).length
  return [
    `${tests.length} tests: ${count('repaired')} repaired, ${count('no repair')} without a repair, ${count('undecided')} undecided, ${count('not covered')} not covered, ${count('nothing to do')} with nothing to do.\n${timesOf(tests)}`,
    table(['test', 'should not be', 'changes', 'sum', 'what', 's'], [2, 3, 5], tests.map(fixedRow)),
  ].join('\n\n')
}

/** Returns what came of weakenings, and the table of them. */
export function weakenedTable(tests: readonly WeakenedTest[]): string {
  const count = (kind: Weakened['kind']): number => tests.filter(({ weakened }) => weakened.kind === kind).length
  return [
    `${tests.length} tests: ${count('weakened')} weakened, ${count('nothing to do')} with nothing to spare, ${count('undecided')} undecided, ${count('not covered')} not covered.\n${timesOf(tests)}`,
    table(['test', 'may be weaker, each alone', 'before', 'after', 'together', 's'], [2, 3, 5], tests.map(weakenedRow)),
  ].join('\n\n')
}

const timesOf = (tests: readonly { readonly seconds: number }[]): string => {
  const times = tests.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  const median = times[Math.floor(times.length / 2)] ?? 0
  return `Median ${median.toFixed(2)} s, most ${(times.at(-1) ?? 0).toFixed(1)} s.`
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const table = (head: readonly string[], numbers: readonly number[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${head.map((_, i) => (numbers.includes(i) ? '---:' : '---')).join('|')}|`, ...rows.map(row)].join('\n')

const fixedRow = ({ test, program, questions, fixed, seconds }: FixedTest): readonly string[] => {
  const cells = match(fixed)
    .with({ kind: 'repaired' }, ({ repairs: [first], undecided }) => {
      const { changes, cost, within } = must(first, 'a repair')
      const notes = [
        ...(within === undefined ? [] : [`within bound ${within.bound}`]),
        ...(undecided === 0 ? [] : [`${undecided} cheaper undecided`]),
      ]
      return [`${cost.changes}`, `${cost.sum}`, [changesText(program, changes), ...notes].join('; ')]
    })
    .with({ kind: 'nothing to do' }, () => ['', '', 'nothing to do'])
    .otherwise(({ kind, reason }) => ['', '', `**${kind}**: ${reason}`])
  return [test, questions.join(', '), ...cells, seconds.toFixed(2)]
}

const weakenedRow = ({ test, program, weakened, seconds }: WeakenedTest): readonly string[] => {
  const cells = match(weakened)
    .with({ kind: 'weakened' }, ({ alone, before, best }) => [
      alone.map(({ changes }) => changesText(program, changes)).join('; '),
      `${before.sum}`,
      `${best.cost.sum}`,
      sameAs(best, alone) ? 'the same' : changesText(program, best.changes),
    ])
    .with({ kind: 'nothing to do' }, () => ['nothing', '', '', ''])
    .otherwise(({ kind, reason }) => [`**${kind}**: ${reason}`, '', '', ''])
  return [test, ...cells, seconds.toFixed(2)]
}

/** Returns whether what may be weaker alone may be so together. */
const sameAs = ({ changes }: Repaired, alone: readonly Repaired[]): boolean =>
  String(changes.flatMap(({ edits }) => edits).map(keyOf)) ===
  String(alone.flatMap((one) => one.changes.flatMap(({ edits }) => edits)).map(keyOf))

const keyOf = ({ thread, at, change }: Repair): string =>
  JSON.stringify([thread, at, change], (_, value) => (typeof value === 'bigint' ? `${value}` : value))

const changesText = (program: Program, changes: readonly Change[]): string =>
  changes.map(({ edits }) => edits.map((edit) => editText(program, edit)).join(' and ')).join('; ')

/** Writes an edit in few words: `d0.b1.t0 line 9: + fence.acq_rel.gpu`. */
function editText(program: Program, { thread, at, change }: Repair): string {
  const own = threadAt(program.threads, thread)
  const others = sharing(program, thread).length - 1
  const who = others === 0 ? own.name : `${own.name} and ${others} more`
  const written = (index: number): string =>
    instructionText(must(own.instructions[index], 'an instruction'), thread, program)
  const there = own.instructions[Math.min(at, own.instructions.length - 1)]
  const line = there === undefined ? '' : ` ${lineText(there.span, isCompiled(own))}`
  const what = match(change)
    .with(
      { kind: P.union('insert', 'await') },
      ({ instruction }) => `insert \`${instructionText(instruction, thread, program)}\``,
    )
    .with({ kind: 'replace' }, ({ instruction }) => {
      const [from, to] = [written(at), instructionText(instruction, thread, program)]
      return `\`${from}\` → \`${to.split(' ')[0]}\``
    })
    .with({ kind: 'remove' }, () => `without \`${written(at)}\``)
    .with({ kind: 'relaunch' }, ({ attribute }) => `launch with \`${attribute}\``)
    .with({ kind: 'swap' }, () => `\`${written(at)}\` after \`${written(at + 1)}\``)
    .exhaustive()
  return `${who}${line}: ${what}`.replaceAll('|', '\\|')
}
