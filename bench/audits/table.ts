/** The table of audits, in Markdown. */

import type { Audit } from '../../audit/audit.js'
import { needs } from '../../report/audit.js'
import { counted } from '../../source/counted.js'

export interface AuditedTest {
  readonly test: string
  readonly result: Exclude<Audit, { kind: 'broken' }>
  readonly seconds: number
}

/** Returns the counts of all tests, and a row for each: its pieces by their needs, those that can go together, seconds. */
export function auditTable(tests: readonly AuditedTest[]): string {
  const counts = tests.map(({ result }) => countsOf(result))
  const totals = needs.map((_, i) => counts.reduce((sum, one) => sum + (one[i] ?? 0), 0))
  const pieces = totals.reduce((sum, one) => sum + one, 0)
  const times = tests.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  const median = times[Math.floor(times.length / 2)] ?? 0
  return [
    `${counted(tests.length, 'test')}, ${counted(pieces, 'piece')}: ${needs.map((need, i) => `${totals[i]} ${need}`).join(', ')}.\nMedian ${median.toFixed(1)} s for a test, most ${(times.at(-1) ?? 0).toFixed(1)} s.`,
    [
      `| test | ${needs.join(' | ')} | can go together | s |`,
      `|---|${needs.map(() => '---:|').join('')}---:|---:|`,
      ...tests.map(rowOf),
    ].join('\n'),
  ].join('\n\n')
}

/** Returns the tests of a page that `auditTable` wrote. */
export const testsIn = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/^\| (\S+\.(?:test|litmus)\S*) \|/gm)].flatMap(([, test]) => test ?? []))

const countsOf = (result: AuditedTest['result']): readonly number[] =>
  result.kind === 'audited'
    ? needs.map((need) => result.audited.filter((one) => one.need.kind === need).length)
    : needs.map(() => 0)

function rowOf({ test, result, seconds }: AuditedTest): string {
  const cells =
    result.kind === 'audited'
      ? [...countsOf(result), result.together.length]
      : [...needs.map(() => ''), `**${result.kind}**: ${result.reason}`]
  return `| ${[test, ...cells, seconds.toFixed(2)].join(' | ')} |`
}
