/** The input of a command that searches for changes: a test, a model, claims, costs. */

import type { Model } from '../../axioms/algebra/terms.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import { claimsOf } from '../../repair/demands.js'
import type { Costs } from '../../repair/prices.js'
import { diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Errors } from '../console/errors.js'
import { loadModel } from '../input/model.js'
import { unlessInput } from '../input/outputs.js'
import { type LaunchOptions, readingOf } from '../input/reading.js'
import { questionNamed, testNamed } from '../input/tests.js'
import { costsFrom } from './costs.js'
import { wrongFile } from './files.js'

/** Milliseconds that a search for repairs may take if nothing else is said. */
export const usualTimeout = 60_000

export interface Asked {
  readonly test: Program
  readonly model: Model
  readonly costs: Costs
}

type Options = LaunchOptions & {
  readonly words: readonly string[]
  readonly undeclared: boolean
  readonly size: number
  readonly model: string
  readonly row?: number | undefined
  readonly output?: string | undefined
  readonly force?: boolean
  readonly 'costs-file'?: string | undefined
}

/** Fails on what cannot be read, and on an output file whose name does not fit its contents. */
export async function askedIn(
  args: Options,
  { remark }: Errors,
  progress: (line: string) => void,
): Promise<Result<Asked>> {
  const { words, row, output } = args
  const [word = ''] = words
  return then(
    collect({
      test: testNamed(word, { row, unasked: true, ...readingOf(args, progress) }, remark),
      model: await loadModel(args.model, remark),
      costs: costsFrom(args['costs-file']),
    }),
    (request) =>
      output === undefined
        ? ok(request)
        : then(unless(wrongFile(request.test, output)), () =>
            then(unlessInput(output, args.force === true), () => ok(request)),
          ),
  )
}

/**
 * Returns the question with that name, or those with names between commas, or all claims. Fails if there is none;
 * `otherwise` ends the message of a test without questions.
 */
export function claimsNamed(test: Program, name: string | undefined, otherwise = ''): Result<readonly Question[]> {
  if (name !== undefined) {
    const isOne = test.questions.some((one) => one.name === name)
    return all((isOne ? [name] : name.split(',')).map((one) => questionNamed(test, one.trim())))
  }
  const claims = claimsOf(test)
  if (claims.length > 0) return ok(claims)
  const names = test.questions.map((one) => one.name)
  const which =
    names.length === 0
      ? otherwise
      : `; name a question whose outcome must not be reachable with --question: ${names.join(', ')}`
  return fail(diagnostic(`the test claims nothing: it has no assert, ~exists or forall${which}`, testName(test)))
}
