import { defaultModel } from '../../axioms/models.js'
import { fix } from '../../repair/fix.js'
import { solver, testIn } from '../support.js'

/** The second thread reads what it stored before, so that nothing makes it read a 1. */
const hopeless = (more = '') =>
  testIn(`.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [y], 1; ${more} }
d0.b1.t0 { ld.relaxed.gpu r0, [x]; st.relaxed.gpu [x], 2; }
assert (r0 == 1) as seen;`)

const reasonOf = async (
  program: ReturnType<typeof testIn>,
  only?: readonly ('orders' | 'fences' | 'swaps' | 'paths')[],
) => {
  const goal = { kind: 'claims', questions: program.questions } as const
  const fixed = fix(program, await solver(), { model: defaultModel, goal, only })
  return fixed.kind === 'no repair' ? fixed.reason : fixed.kind
}

test('where there is no repair, the kinds are named that were tried', async () => {
  expect(await reasonOf(hopeless(), ['fences', 'orders'])).toMatch(/\(tried: fences, orders\)$/)
})

test('so is what was not tried together', async () => {
  expect(await reasonOf(hopeless('ld r1, [x];'), ['orders', 'swaps'])).toMatch(
    /\(tried: orders, swaps; of swaps at most two together(; an instruction moves alone)?\)$/,
  )
})

test('and that there is nothing to change', async () => {
  expect(await reasonOf(hopeless(), ['paths'])).toMatch(/\(nothing in the text can be changed in these ways\)$/)
})
