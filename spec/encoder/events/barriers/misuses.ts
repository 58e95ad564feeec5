/** Functions that the specs of misused barriers share. */

import { defaultModel } from '../../../../axioms/models.js'
import { bruteForce } from '../../../../encoder/decide/brute.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { solver, testIn } from '../../../support.js'

/**
 * Returns how threads misuse barriers, in the order of the text: `thread:instruction problem other`. Brute force must
 * agree on the places.
 */
export async function misuses(threads: string): Promise<readonly string[]> {
  const program = testIn(`.shared .u32 x; .shared .u32 f; ${threads} check ([x] == 0) as any;`)
  const [answer] = decide(program, await solver(), { model: defaultModel, liveness: false }).answers
  const [brute] = bruteForce(program, defaultModel).answers
  const found = (one: typeof answer) => (one?.undefined.kind === 'known' ? one.undefined.found : [])
  const place = ({ thread, instruction }: { readonly thread: number; readonly instruction: number }) =>
    `${thread}:${instruction}`
  expect(found(brute).map(place)).toEqual(found(answer).map(place))
  return found(answer).map((one) =>
    one.reason === 'barrier'
      ? [place(one), one.problem, ...(one.other === undefined ? [] : [one.other])].join(' ')
      : '',
  )
}
