/** The table of planted faults, in Markdown. */

import { counted } from '../../source/counted.js'
import { type Fault, groups } from './fault.js'
import type { Outcome } from './outcome.js'

export interface Tried {
  readonly fault: Fault
  readonly outcome: Outcome
  /** True if only a run of all specs could tell. */
  readonly isWhole: boolean
  readonly seconds: number
}

/** Returns how many faults were caught, and a row for each, group by group. */
export function table(tried: readonly Tried[]): string {
  const caught = tried.filter(({ outcome }) => outcome.kind === 'fails').length
  const seconds = tried.reduce((sum, one) => sum + one.seconds, 0)
  const inOrder = groups.flatMap((group) => tried.filter(({ fault }) => fault.group === group))
  return [
    `${counted(tried.length, 'fault')}, ${caught} caught, in ${seconds.toFixed(0)} s.`,
    [
      row(['group', 'fault', 'planted in', 'caught by', 'first failing test', 's']),
      '|---|---|---|---|---|---:|',
      ...inOrder.map(rowOf),
    ].join('\n'),
  ].join('\n\n')
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`

const rowOf = ({ fault, outcome, isWhole, seconds }: Tried): string => {
  const shown =
    outcome.kind === 'fails'
      ? [`\`${outcome.spec}\`${isWhole ? ' (run of all)' : ''}`, outcome.test]
      : ['**not caught**', outcome.kind === 'passes' ? '' : outcome.why]
  return row([fault.group, `${fault.name}: ${fault.says}`, `\`${fault.file}\``, ...shown, seconds.toFixed(0)])
}
