/** `ptx-litmus races`: whether any consistent execution of a test has a data race. */

import { match, P } from 'ts-pattern'
import { raceReportOf } from '../../explain/document.js'
import { findRace, type RaceVerdict } from '../../explain/find-races.js'
import { raceLines } from '../../explain/text/races.js'
import { testName } from '../../litmus/program.js'
import { readTests } from '../../litmus/read.js'
import type { ExitStatus } from '../../report/check.js'
import type { RacesReport } from '../../report/explanation.js'
import { printable } from '../../source/diagnostic.js'
import { witnessOf } from '../../witness/build.js'
import { witnessText } from '../../witness/text.js'
import type { Surroundings } from '../commandline/command.js'
import { type UnderModel, underModel } from '../commandline/under-model.js'
import type { Output } from '../console/output.js'
import { findFiles, readSource } from '../input/files.js'

export interface RacesArguments {
  readonly words: readonly string[]
  readonly model: string
  readonly json: boolean
  /** Seconds for each check. */
  readonly timeout?: number | undefined
  readonly bound: number
  /** Nothing but the JSON Schema is wanted. */
  readonly schema: boolean
}

/** Runs the command and gives the exit status. */
export const listRaces = (args: RacesArguments, surroundings: Surroundings): Promise<ExitStatus> =>
  underModel(
    args,
    surroundings,
    async () => (await import('../../report/explanation.js')).racesReport,
    (found) => listed(args, surroundings.output, found),
  )

async function listed(
  args: RacesArguments,
  { out, colours }: Output,
  { model, starting, errors: { all: errors, tell }, reported }: UnderModel,
): Promise<ExitStatus> {
  const { files, diagnostics } = findFiles(args.words)
  tell(diagnostics)
  const reports: RacesReport['tests'][number][] = []
  for (const file of files) {
    const source = readSource(file)
    const read = source.ok ? readTests(source.value) : { tests: [], diagnostics: source.diagnostics }
    tell(read.diagnostics)
    for (const test of read.tests) {
      const { bound, timeout } = args
      const verdict = findRace(test, await starting, { model, bound, timeout: timeout && timeout * 1000 })
      reports.push(raceReportOf(test, model, verdict))
      if (!args.json) out(`${mark(verdict, colours)}  ${printable(testName(test))}  ${verdictText(verdict)}`)
      if (args.json || verdict.kind !== 'racy') continue
      const { graph, execution, races } = verdict
      out(
        [...raceLines(graph, execution, races), '', witnessText(witnessOf({ graph, model, execution })), ''].join('\n'),
      )
    }
  }
  const has = (kind: RaceVerdict['kind']): boolean => reports.some((one) => one.verdict === kind)
  const exitStatus = errors.length > 0 ? 2 : has('racy') ? 1 : has('undecided') || has('not covered') ? 3 : 0
  const report: RacesReport = { model: model.name, tests: reports, errors: reported(), exitStatus }
  if (args.json) out(JSON.stringify(report, undefined, 2))
  return exitStatus
}

const mark = ({ kind }: RaceVerdict, { green, red, yellow, dim }: Output['colours']): string =>
  match(kind)
    .with('racy', () => red('✗'))
    .with('race-free', () => green('✓'))
    .with('undecided', () => yellow('?'))
    .with('not covered', () => dim('·'))
    .exhaustive()

const verdictText = (verdict: RaceVerdict): string =>
  match(verdict)
    .with({ kind: 'racy' }, ({ races }) => `${races.length} data race${races.length === 1 ? '' : 's'} in one execution`)
    .with({ kind: 'race-free' }, ({ within }) =>
      within === undefined
        ? 'race-free'
        : `race-free within bound ${within.bound}; loops cut there: ${within.loops.map(printable).join('; ')}`,
    )
    .with({ kind: P.union('undecided', 'not covered') }, ({ kind, reason }) => `${kind}: ${reason}`)
    .exhaustive()
