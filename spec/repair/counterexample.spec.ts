import { defaultModel } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { originsOf } from '../../repair/apply.js'
import { slotsOf } from '../../repair/changes.js'
import { reaching, surviving } from '../../repair/counterexample.js'
import type { Slot } from '../../repair/slot.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const mp = testIn(`.global x; .global y;
d0.b0.t0 { st.weak [x], 1; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; ld.weak r1, [x]; }
assert (!(r0 == 1 && r1 == 0)) as fresh;`)

/** Returns an execution that reaches what is not claimed. */
async function counterexample() {
  const { graph, answers } = decide(mp, await solver(), { model: defaultModel })
  const { question, verdict } = must(answers[0], 'an answer')
  if (verdict.kind !== 'allowed') throw new Error('the claim holds')
  return reaching(question, { graph, execution: verdict.execution, origins: originsOf(mp, []) })
}

/**
 * Returns how executions survive changes if there is time for so many steps, the number of steps that were asked for,
 * and whether anything was built or judged afterwards: that reads what a level changes, or the axioms.
 */
function within(steps: number) {
  const seen = { asked: 0, isWorkingLate: false }
  const work = <T>(value: T): T => {
    if (seen.asked > steps) seen.isWorkingLate = true
    return value
  }
  const goesOn = (): boolean => {
    seen.asked += 1
    return seen.asked <= steps
  }
  const observed = ({ levels, ...slot }: Slot): Slot => ({
    ...slot,
    levels: levels.map(({ change, ...level }) => ({
      ...level,
      get change() {
        return work(change)
      },
    })),
  })
  const model = {
    ...defaultModel,
    get axioms() {
      return work(defaultModel.axioms)
    },
  }
  const slots = slotsOf(mp).map(observed)
  return { seen, slots, ...surviving(mp, slots, { model, bound: 2 }, { goesOn, spend: goesOn }) }
}

test('once time is up, no graph is built and no execution is judged', async () => {
  const known = await counterexample()
  const enough = within(Number.POSITIVE_INFINITY)
  const none = enough.slots.map(() => 0)
  expect(enough.survives(known, none)).toBe(true)
  const lesson = enough.lesson(known, none)
  expect(enough.seen.asked).toBeGreaterThan(20)
  for (let steps = 0; steps < enough.seen.asked; steps++) {
    const { seen, survives, lesson: lessonOf } = within(steps)
    survives(known, none)
    const less = lessonOf(known, none)
    expect({ steps, isLate: seen.isWorkingLate }).toEqual({ steps, isLate: false })
    // What is learned in less time excludes no more: every change that would do is still among the literals.
    expect(less.some).toEqual(expect.arrayContaining([...lesson.some]))
  }
})

test('without time, nothing counts as survived', async () => {
  const { survives, slots } = within(0)
  expect(
    survives(
      await counterexample(),
      slots.map(() => 0),
    ),
  ).toBe(false)
})

test('what there was no time for is found out later, with more time', async () => {
  const known = await counterexample()
  const model = defaultModel
  const slots = slotsOf(mp)
  let isLate = false
  const goesOn = (): boolean => !isLate
  const { survives } = surviving(mp, slots, { model, bound: 2 }, { goesOn, spend: goesOn })
  const none = slots.map(() => 0)
  isLate = true
  expect(survives(known, none)).toBe(false)
  isLate = false
  expect(survives(known, none)).toBe(true)
})
