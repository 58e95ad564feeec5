/** The behaviour of GPUs on tests, in Markdown. */

import type { RanTest, RunReport } from '../../report/run.js'
import { groupBy } from '../../source/group.js'

/** A report with what the page calls its tests, such as `classic`. */
export interface Group {
  readonly name: string
  readonly report: RunReport
}

/** Returns the tests of a group that ran. */
const ranIn = ({ report: { tests } }: Group): readonly RanTest[] =>
  tests.flatMap((one) => (one.status === 'ran' ? [one] : []))

/** Returns where, when and how often the tests ran, and then the result of each group. */
export function summary(groups: readonly Group[]): string {
  const runs = groups.flatMap(({ report }) => report.runs)
  const machines = groupBy(
    runs,
    ({ device, driver, runtime, date }) => `${device}, CUDA ${driver} (runtime ${runtime}), ${date}`,
  )
  return [
    ...[...machines].map(([machine, on]) => `- ${machine}: ${settingsOf(on)}`),
    '',
    table(
      [
        'tests',
        'ran',
        'not runnable',
        'ended by the GPU',
        'instances',
        'states allowed',
        'seen',
        '',
        'outcomes allowed',
        'seen',
        '',
        'forbidden',
      ],
      [...groups.map(groupRow), totalRow(groups)],
    ),
  ].join('\n')
}

const settingsOf = (runs: readonly RunReport['runs'][number][]): string =>
  [...new Set(runs.map(({ settings, seed }) => `${settings} settings of seed ${seed}`))].join(', ')

function groupRow(group: Group): readonly string[] {
  const count = (status: RunReport['tests'][number]['status']): number =>
    group.report.tests.filter((one) => one.status === status).length
  return [group.name, `${count('ran')}`, `${count('not runnable')}`, `${count('failed')}`, ...figures(ranIn(group))]
}

function totalRow(groups: readonly Group[]): readonly string[] {
  const count = (status: RunReport['tests'][number]['status']): number =>
    sum(groups.map(({ report }) => report.tests.filter((one) => one.status === status).length))
  return [
    '**all**',
    `${count('ran')}`,
    `${count('not runnable')}`,
    `${count('failed')}`,
    ...figures(groups.flatMap(ranIn)),
  ]
}

/**
 * States and outcomes of questions that the model allows, and how many of them were seen. Tests whose states are not
 * all listed do not count.
 */
function figures(tests: readonly RanTest[]): readonly string[] {
  const listed = tests.filter(({ allowed }) => allowed !== null)
  const allowed = sum(listed.map((one) => one.allowed ?? 0))
  const unseen = sum(listed.map((one) => one.unseen?.length ?? 0))
  const outcomes = tests.flatMap(({ questions }) => questions.filter((one) => one.allowed === true))
  const reached = outcomes.filter(({ positive }) => positive > 0)
  return [
    sum(tests.map(({ times }) => times)).toLocaleString('en'),
    `${allowed}`,
    `${allowed - unseen}`,
    percent(allowed - unseen, allowed),
    `${outcomes.length}`,
    `${reached.length}`,
    percent(reached.length, outcomes.length),
    `${tests.filter(isForbidden).length === 0 ? '' : `**${tests.filter(isForbidden).length}**`}`,
  ]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const percent = (part: number, whole: number): string => (whole === 0 ? '' : `${Math.floor((100 * part) / whole)} %`)

const isForbidden = ({ states }: RanTest): boolean => states.some(({ verdict }) => verdict === 'forbidden')

/** Returns a table of the states that were seen although the model forbids them; undefined if there were none. */
export function forbiddenStates(groups: readonly Group[]): string | undefined {
  const rows = groups
    .flatMap(ranIn)
    .flatMap(({ test, times, states }) =>
      states.flatMap(({ verdict, values, count }) =>
        verdict === 'forbidden'
          ? [[test, stateText(values), count.toLocaleString('en'), times.toLocaleString('en')]]
          : [],
      ),
    )
  return rows.length === 0 ? undefined : table(['test', 'state', 'seen', 'of instances'], rows)
}

/**
 * Returns the outcomes that tests ask about, that the model allows and that were never seen, with how often they were
 * tried.
 */
export function unseenOutcomes(groups: readonly Group[]): string {
  const rows = groups.flatMap((group) =>
    ranIn(group).flatMap(({ test, times, questions }) => {
      const unseen = questions.filter((one) => one.allowed === true && one.positive === 0)
      return unseen.length === 0 ? [] : [[test, unseen.map(({ name }) => name).join(', '), times.toLocaleString('en')]]
    }),
  )
  return table(['test', 'outcome', 'instances'], rows)
}

/** Returns the reasons why tests do not run, each with its number of tests. */
export function reasons(groups: readonly Group[]): string {
  const others = groups.flatMap(({ report }) =>
    report.tests.flatMap((one) => (one.status === 'not runnable' ? [one] : [])),
  )
  const rows = [...groupBy(others, ({ reasons: [first] }) => plain(first?.message ?? ''))]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, tests]) => [reason, `${tests.length}`, tests[0].test])
  return table(['reason', 'tests', 'such as'], rows)
}

/** Returns a message without the name of the register. */
const plain = (message: string): string => message.replace(/`\d+:[\w%$]+`/, 'a register')

/** Returns all tests of a group: what the model allows, what was seen, and how often. */
export function testsTable(group: Group): string {
  const rows = group.report.tests.map((one) => {
    if (one.status !== 'ran') {
      const why = one.reasons[0]?.message ?? ''
      return [one.test, '', '', '', '', one.status === 'failed' ? `ended by the GPU: ${why}` : `${one.status}: ${why}`]
    }
    const seen = one.states.map(({ values, count, verdict }) => {
      const text = `${stateText(values)} ${count.toLocaleString('en')}`
      return verdict === 'forbidden' ? `**${text} forbidden**` : text
    })
    return [
      one.test,
      one.times.toLocaleString('en'),
      one.allowed === null ? 'not listed' : `${one.allowed}`,
      one.unseen === null || one.allowed === null ? '' : `${one.allowed - one.unseen.length}`,
      one.questions.map(({ name, positive }) => `${name} ${positive.toLocaleString('en')}`).join(', '),
      seen.length > mostShown
        ? `${seen.length} states, most often ${seen.slice(0, mostShown).join(' · ')}`
        : seen.join(' · '),
    ]
  })
  return table(['test', 'instances', 'states allowed', 'seen', 'outcomes seen', 'states'], rows)
}

/** The maximum number of states that are shown for a test. */
const mostShown = 6

const stateText = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(row)].join('\n')
