/** `ptx-litmus weaken`: the fences, orders and scopes that no claim needs. */

import type { Weakened } from '../../repair/result.js'
import { weaken } from '../../repair/weaken.js'
import type { ExitStatus } from '../../report/check.js'
import { type Conclusion, statuses } from '../../report/conclusion.js'
import type { WeakenDocument } from '../../report/repairs.js'
import { ok, then } from '../../source/result.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { errorsTo } from '../console/errors.js'
import { jsonText } from '../console/json.js'
import { askedIn, claimsNamed } from '../repairs/asked.js'
import { printCosts } from '../repairs/costs.js'
import { unchanged, writeTexts } from '../repairs/files.js'
import { foundIn } from '../repairs/text.js'
import type { WeakenArguments } from './command.js'
import { renderWeakened, weakenDocumentOf } from './render.js'

/** Runs the command and returns the exit status. */
export async function run(args: WeakenArguments, { solver, output }: CommandEnvironment): Promise<ExitStatus> {
  const errors = errorsTo(output)
  if (args.costs) return printCosts(args, output, errors)
  void solver()
  const request = errors.valueOf(
    then(await askedIn(args, errors, output.progress), (request) =>
      then(claimsNamed(request.test, args.question), (questions) => ok({ ...request, questions })),
    ),
  )
  if (request === undefined) return 2
  const { test, model, costs, questions } = request
  const { bound, timeout, only } = args
  output.watch?.()
  const { progress } = output
  const allowRaces = args['allow-races']
  const options = { model, bound, timeout, costs, only, questions, allowRaces, progress }
  const weakened = weaken(test, await solver(), options)
  progress('')
  const best = weakened.kind === 'weakened' ? foundIn(test, weakened.best) : undefined
  const alone = 'alone' in weakened ? weakened.alone.map((one) => foundIn(test, one)) : []
  const texts = weakened.kind === 'nothing to do' ? unchanged(test) : best?.texts
  const isSought = weakened.kind === 'nothing to do' || weakened.kind === 'weakened'
  const written = errors.valueOf(isSought ? writeTexts(test, texts, args) : ok([]))
  if (written === undefined) return 2
  const shown = { test, model, questions, weakened, only, alone, best, written, exitStatus: statusOf(weakened) }
  output.out(args.json ? jsonText(weakenDocumentOf(shown)) : renderWeakened(shown))
  return shown.exitStatus
}

const conclusions = {
  'nothing to do': 'done',
  weakened: 'done',
  'no claims': 'not as expected',
  undecided: 'undecided',
  'not covered': 'not covered',
} as const satisfies { readonly [K in Weakened['kind']]: Conclusion }

const statusOf = ({ kind }: Weakened): WeakenDocument['exitStatus'] => statuses[conclusions[kind]]
