import { raceRelations } from '../../axioms/algebra/roles.js'
import { defaultModel } from '../../axioms/models.js'
import type { Program } from '../../litmus/program.js'
import { findRace } from '../../races/find-races.js'
import { racesOf } from '../../races/races.js'
import { applied, originsOf } from '../../repair/apply.js'
import { slotsOf } from '../../repair/changes.js'
import { type Counterexample, surviving } from '../../repair/counterexample.js'
import { changesOf, editsOf, type Selection } from '../../repair/slot.js'
import { must } from '../../source/must.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
import { solver } from '../support.js'

/** Two warps, with one thread each. */
const kernel = (body: string): Program =>
  compiledTest(
    'module "k.ptx"; .global .u32 x[2]; host { k<<<1, 64, lanes 0>>>(x); cudaDeviceSynchronize(); } exists (true);',
    {
      'k.ptx': moduleOf(`.visible .entry k(.param .u64 x)
{
  .reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [x];
  mov.u32 %r1, %tid.x;
  setp.ge.u32 %p1, %r1, 32;
  ${body}
  ret;
}`),
    },
  )

const model = defaultModel
const unlimited = { goesOn: () => true, spend: () => true }

/** Returns the slots of barriers, and a race as a counterexample. */
async function racing(program: Program) {
  const slots = slotsOf(program, ['barriers'])
  const race = findRace(program, await solver(), { model, bound: 2 })
  if (race.kind !== 'racy') throw new Error(race.kind)
  const { graph, execution } = race
  const counterexample: Counterexample = {
    question: undefined,
    reached: { graph, execution, origins: originsOf(program, []) },
    of: 'accesses',
    mayBeOfChanges: false,
    isStill: (there, one) => racesOf(there, one, must(raceRelations(model), 'the races of a model')).length > 0,
  }
  return { slots, counterexample }
}

/** Returns all selections with at most two changes. */
const selections = (count: number): readonly Selection[] => {
  const none = Array.from({ length: count }, () => 0)
  const singles = none.map((_, slot) => none.with(slot, 1))
  return [
    none,
    ...singles,
    ...singles.flatMap((one, slot) => none.slice(0, slot).map((_, other) => one.with(other, 1))),
  ]
}

test('a race survives all barriers that threads pass in step, and one lesson says so', async () => {
  const program = kernel('ld.global.u32 %r2, [%rd1+4];\n  st.global.u32 [%rd1], %r1;\n  ld.global.u32 %r2, [%rd1+4];')
  const { slots, counterexample } = await racing(program)
  expect(slots.length).toBe(2)
  const { lesson } = surviving(program, slots, { model, bound: 2 }, unlimited)
  expect(
    lesson(
      counterexample,
      slots.map(() => 0),
    ),
  ).toEqual({ some: [], not: [] })
})

test('no lesson excludes a barrier that is enough without another that threads meet at elsewhere', async () => {
  // A barrier after the store meets the second one of the other thread. One before the store, too, takes its place.
  const program = kernel(`bar.sync 0;
  @%p1 bra SECOND;
  st.global.u32 [%rd1], 1;
  bra DONE;
SECOND:
  barrier.sync 0;
  ld.global.u32 %r2, [%rd1];
DONE:`)
  const { slots, counterexample } = await racing(program)
  const z3 = await solver()
  const all = selections(slots.length)
  const isFree = (selection: Selection): boolean =>
    findRace(applied(program, editsOf(changesOf(slots, selection))), z3, { model, bound: 2 }).kind === 'race-free'
  const enough = all.filter(isFree)
  expect(enough.length).toBeGreaterThan(0)
  const shared = surviving(program, slots, { model, bound: 2 }, unlimited)
  let lessons = 0
  for (const selection of all)
    for (const { survives, lesson } of [shared, surviving(program, slots, { model, bound: 2 }, unlimited)]) {
      if (!survives(counterexample, selection)) continue
      lessons += 1
      const { some } = lesson(counterexample, selection)
      for (const one of enough)
        expect({ selection, one, isMet: some.some(({ slot, level }) => one[slot] === level) }).toEqual({
          selection,
          one,
          isMet: true,
        })
    }
  expect(lessons).toBeGreaterThan(2)
})
