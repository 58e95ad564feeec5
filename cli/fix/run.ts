/** `ptx-litmus fix`: the cheapest changes after which every claim holds. */

import { type Program, testName } from '../../litmus/program.js'
import { claimsOf } from '../../repair/demands.js'
import { fix } from '../../repair/fix.js'
import { type Fixed, type Goal, repairsIn } from '../../repair/result.js'
import type { ExitStatus } from '../../report/check.js'
import { type Conclusion, statuses } from '../../report/conclusion.js'
import type { FixDocument } from '../../report/repairs.js'
import { printable } from '../../source/diagnostic.js'
import { ok, type Result, then } from '../../source/result.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { errorsTo } from '../console/errors.js'
import { executionText } from '../console/execution-text.js'
import { jsonText } from '../console/json.js'
import { askedIn, claimsNamed, usualTimeout } from '../repairs/asked.js'
import { printCosts } from '../repairs/costs.js'
import { unchanged, writeTexts } from '../repairs/files.js'
import { foundIn } from '../repairs/text.js'
import type { FixArguments } from './command.js'
import { fixDocumentOf, renderFixed } from './render.js'

/** Runs the command and returns the exit status. */
export async function run(args: FixArguments, { solver, output }: CommandEnvironment): Promise<ExitStatus> {
  const errors = errorsTo(output)
  if (args.costs) return printCosts(args, output, errors)
  void solver()
  const request = errors.valueOf(
    then(await askedIn(args, errors, output.progress), (request) =>
      then(goalOf(request.test, args), (goal) => ok({ ...request, goal })),
    ),
  )
  if (request === undefined) return 2
  const { test, model, costs, goal } = request
  const { bound, timeout = usualTimeout, only, all } = args
  output.watch?.()
  const { progress } = output
  // The search may take minutes and end without a repair: what it cannot mend is said first.
  const noted = (text: string): void => output.err(printable(`${testName(test)}: note: ${text}`))
  const fixed = fix(test, await solver(), { model, bound, timeout, costs, only, all, goal, progress, noted })
  progress('')
  const repairs = fixed.kind === 'repaired' ? fixed.repairs.map((one) => foundIn(test, one)) : []
  const texts = fixed.kind === 'nothing to do' ? unchanged(test) : repairs[0]?.texts
  const isSought = fixed.kind === 'nothing to do' || fixed.kind === 'repaired'
  const written = errors.valueOf(isSought ? writeTexts(test, texts, args) : ok([]))
  if (written === undefined) return 2
  const shown = { test, model, goal, fixed, found: repairs, wanted: all ?? 1, written, exitStatus: statusOf(fixed) }
  output.out(args.json ? jsonText(fixDocumentOf(shown)) : renderFixed(shown, executionText(args, output.width)))
  return shown.exitStatus
}

/** Without claims, that nothing hangs may be the whole goal. Claims of the command line are always part of it. */
function goalOf(test: Program, { 'race-free': raceFree, hangs: ends, question, assert }: FixArguments): Result<Goal> {
  if (raceFree && question === undefined && assert.length === 0) return ok({ kind: 'race-free', ends })
  if (ends && question === undefined) return ok({ kind: 'claims', questions: claimsOf(test), raceFree, ends })
  return then(claimsNamed(test, question, goalsWithout), (questions) =>
    ok({ kind: 'claims', questions, raceFree, ends }),
  )
}

const goalsWithout = '; --race-free and --hangs are goals without a claim'

const conclusions = {
  'nothing to do': 'done',
  repaired: 'done',
  'no repair': 'none',
  undecided: 'undecided',
  'not covered': 'not covered',
} as const satisfies { readonly [K in Fixed['kind']]: Conclusion }

/** A repair that is not verified with all threads decides nothing. */
const statusOf = (fixed: Fixed): FixDocument['exitStatus'] =>
  repairsIn(fixed)[0]?.lanes?.unverified === undefined ? statuses[conclusions[fixed.kind]] : statuses.undecided
