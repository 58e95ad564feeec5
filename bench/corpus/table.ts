/** The table of the kernels of a folder, with the answers of `races --json`. */

import { racesReport } from '../../report/explanation.js'
import { plainName } from '../units/names.js'

export interface CorpusLaunch {
  /** The path of the file in its folder. */
  readonly file: string
  readonly launch: string
}

export interface CorpusRow {
  readonly file: string
  /** The plain name of the kernel. */
  readonly kernel: string
  /** The grid, the block and the options of the launch. */
  readonly configuration: string
  readonly answer: string
  readonly isDecided: boolean
  /** The first race or undefined use, or the one thing that blocks an answer. */
  readonly why: string
  readonly seconds: number
}

/** Returns the launches of a list: a file, a space and a launch on each line. Empty lines and comments are skipped. */
export const launchesIn = (list: string): readonly CorpusLaunch[] =>
  list.split('\n').flatMap((line) => {
    const [, file, launch] = /^([^#\s]\S*)\s+(\S.*)$/.exec(line) ?? []
    return file === undefined || launch === undefined ? [] : [{ file, launch }]
  })

/** Returns the seconds of processor time of the command that a shell ran before `times`, given what it printed at last. */
export function processorSeconds(printed: string): number {
  const [, ...parts] = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(printed) ?? []
  const [userMinutes = 0, userSeconds = 0, systemMinutes = 0, systemSeconds = 0] = parts.map(Number)
  return 60 * (userMinutes + systemMinutes) + userSeconds + systemSeconds
}

/** The output of a process, and the processor time it took. An empty output means that it was ended. */
interface Output {
  readonly stdout: string
  readonly stderr: string
  readonly seconds: number
}

/** Returns the row of a launch, given what `races --json` printed. */
export function rowOf({ file, launch }: CorpusLaunch, { stdout, stderr, seconds }: Output): CorpusRow {
  const [, name = '', configuration = ''] = /^(.*?)<<<(.*)>>>/s.exec(launch) ?? []
  const common = { file, kernel: plainName(name), configuration, seconds }
  const undecided = (answer: string, why: string): CorpusRow => ({ ...common, answer, isDecided: false, why })
  if (stdout === '') return undecided('undecided', stderr.includes('error') ? firstLine(stderr) : 'no answer in time')
  const { tests, errors } = racesReport.parse(JSON.parse(stdout))
  const [test] = tests
  if (test === undefined) return undecided('refused', errors[0]?.message ?? 'no test')
  const { verdict, reason = '', findings = [], undefined: misuses, within, strict } = test
  if (verdict === 'undecided' || verdict === 'not covered') return undecided(verdict, firstLine(reason))
  const [misuse] = misuses ?? []
  const limits = [
    ...(test.ends === false ? ['no execution ends'] : []),
    ...(within === undefined ? [] : [`within bound ${within.bound}`]),
    ...(strict === undefined ? [] : [`strict: ${strict.verdict}`]),
  ]
  const isUndefined = misuse !== undefined && verdict === 'race-free'
  return {
    ...common,
    answer: [isUndefined ? 'undefined behaviour' : verdict, ...limits].join(', '),
    // If no execution ends, a wait is in the way, and nothing after it was examined. A trap says that the kernel does not
    // expect such a launch.
    isDecided: (isUndefined && misuse.problem !== 'trap') || verdict !== 'race-free' || test.ends !== false,
    why: isUndefined
      ? `${misuse.problem}: \`${misuse.instruction}\``
      : verdict === 'racy'
        ? firstLine(findings[0]?.sentence ?? '')
        : '',
  }
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''

/** Returns the table in Markdown, after a line that counts the answers. */
export function corpusTable(rows: readonly CorpusRow[]): string {
  const head = ['file', 'kernel', 'launch', 'answer', 's', 'the race, the misuse, or what blocks']
  const cells = rows.map(({ file, kernel, configuration, answer, seconds, why }) => [
    file,
    `\`${kernel}\``,
    `\`${configuration}\``,
    answer,
    seconds.toFixed(1),
    why.replaceAll('|', '\\|'),
  ])
  const decided = rows.filter(({ isDecided }) => isDecided).length
  return [
    `${rows.length} kernels, ${decided} decided.`,
    '',
    ...[head, ['---', '---', '---', '---', '---:', '---'], ...cells].map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')
}
