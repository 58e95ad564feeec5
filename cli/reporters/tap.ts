/** The Test Anything Protocol, version 14. */

import { match } from 'ts-pattern'
import type { Case, CaseStanding, Reported } from './case.js'

/** Returns the run as TAP: a test point for each question and each error. */
export function tap(report: Reported): string {
  const cases = report.cases
  const plan = cases.length === 0 ? '1..0 # SKIP there is no question' : `1..${cases.length}`
  return ['TAP version 14', plan, ...cases.map((one, i) => point(one, i + 1))].join('\n')
}

/** Returns the line of a test. An undecided question fails, as in the exit status; with TODO it would not. */
const point = (one: Case, number: number): string =>
  match(results[one.standing])
    .with('ok', () =>
      [
        `ok ${number} - ${description(one)}`,
        ...(one.isQualified || one.standing === 'unguarded' ? [diagnosis(one)] : []),
      ].join('\n'),
    )
    .with('skip', () => {
      const reason = escaped([`${one.standing}: ${one.message}`, ...one.details].join('; '))
      return `ok ${number} - ${description(one)} # SKIP ${reason}`
    })
    .with('not ok', () => [`not ok ${number} - ${description(one)}`, diagnosis(one)].join('\n'))
    .exhaustive()

const results: { readonly [S in CaseStanding]: 'ok' | 'not ok' | 'skip' } = {
  'as expected': 'ok',
  'nothing expected': 'skip',
  'not as expected': 'not ok',
  racy: 'not ok',
  unguarded: 'ok',
  qualified: 'not ok',
  undecided: 'not ok',
  'not covered': 'not ok',
  error: 'not ok',
}

const description = ({ file, name }: Case): string => escaped(`${file} ${name}`)

/** Escapes `#`, which would begin a directive. */
const escaped = (text: string): string => text.replace(/[\\#]/g, '\\$&')

/** Writes a block of YAML, whose values are JSON. */
function diagnosis({ standing, isQualified, message, details, place, related, seconds }: Case): string {
  const entries = Object.entries({
    message,
    severity: isQualified || standing === 'unguarded' ? 'comment' : standing === 'error' ? 'error' : 'fail',
    standing,
    at: place,
    details: details.length === 0 ? undefined : details,
    related: related.length === 0 ? undefined : related,
    duration_ms: Number((seconds * 1000).toFixed(3)),
  })
  const lines = entries.flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`]))
  return ['---', ...lines, '...'].map((line) => `  ${line}`).join('\n')
}
