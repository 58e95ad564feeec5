import { linesOf } from '../../../../encoder/events/control/loops.js'
import { comesLater, placeInText } from '../../../../encoder/events/control/text-order.js'
import { testIn } from '../../../support.js'

const text = `.global x; d0.b0.t0 {
  st [x], 0;
  mov i, 0;
  OUTER: st [x], 1; mov j, 0;
  INNER: st [x], 2; add j, j, 1; blt j, 2, INNER;
  st [x], 3; add i, i, 1; blt i, 2, OUTER;
  st [x], 4;
} check (true) as q;`

/** Returns the place of the store of a value, in the given rounds. */
function place(value: bigint, ...iterations: readonly number[]): readonly number[] {
  const instructions = testIn(text).threads[0]?.instructions ?? []
  const instruction = instructions.findIndex(
    (one) => one.kind === 'store' && one.value.kind === 'integer' && one.value.value === value,
  )
  const found = placeInText(linesOf(instructions), { instruction, iterations })
  if (found === undefined) throw new Error(`there is no store of ${value}`)
  return found
}

test('later instructions of the text, round by round', () => {
  const order = [
    place(0n),
    place(1n, 0),
    place(2n, 0, 0),
    place(2n, 0, 1),
    place(3n, 0),
    place(1n, 1),
    place(2n, 1, 0),
    place(2n, 1, 1),
    place(3n, 1),
    place(4n),
  ]
  for (const [i, one] of order.entries())
    for (const [j, other] of order.entries()) expect([i, j, comesLater(one, other)]).toEqual([i, j, i < j])
})
