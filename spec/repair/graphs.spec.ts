import { defaultModel } from '../../axioms/models.js'
import { buildEvents } from '../../encoder/events/events.js'
import type { Program } from '../../litmus/program.js'
import { applied, originsOf } from '../../repair/apply.js'
import type { Changed } from '../../repair/carry.js'
import { slotsOf } from '../../repair/changes.js'
import { graphsOf } from '../../repair/graphs.js'
import { changesOf, editsOf, type Selection, type Slot } from '../../repair/slot.js'
import { weakeningsOf } from '../../repair/weakenings.js'
import { must } from '../../source/must.js'
import { onEach, sampled, someExamples } from '../extent.js'
import { testIn } from '../support.js'

/** Returns each level of each slot, alone and with the slot before it at its last level. */
const selectionsFrom = (slots: readonly Slot[]): readonly Selection[] => {
  const none = slots.map(() => 0)
  return slots.flatMap(({ levels }, slot) =>
    [...levels.keys()].flatMap((level) => {
      const alone = none.with(slot, level)
      const before = slots[slot - 1]
      return before === undefined ? [alone] : [alone, alone.with(slot - 1, before.levels.length - 1)]
    }),
  )
}

/** Returns the events that may be executed: what they are, and the instructions of the unchanged program. */
const eventsOf = ({ graph, origins }: Changed) =>
  graph.events.flatMap(({ kind, sets, also, guard, origin }) =>
    guard.kind === 'false'
      ? []
      : [[kind, ...sets, also?.set, origin && [origin.thread, origins[origin.thread]?.[origin.instruction]]]],
  )

const builtFor = (program: Program, slots: readonly Slot[], selection: Selection): Changed => {
  const edits = editsOf(changesOf(slots, selection))
  return { graph: buildEvents(applied(program, edits)), origins: originsOf(program, edits) }
}

const spread = <T>(items: readonly T[], most: number): readonly T[] =>
  items.filter((_, i) => i % Math.ceil(items.length / most) === 0)

onEach(
  'the events of a changed program, whether they are built or shared',
  { all: someExamples('ptx-9.4'), sample: sampled, least: 5 },
  async ({ program }) => {
    for (const slots of [slotsOf(program), weakeningsOf(program).map(({ slot }) => slot)]) {
      const graphOf = graphsOf(program, slots, { model: defaultModel, bound: 2 })
      for (const selection of spread(selectionsFrom(slots), 5)) {
        const changed = graphOf(selection, 'final states')
        if (changed !== undefined) expect(eventsOf(changed)).toEqual(eventsOf(builtFor(program, slots, selection)))
      }
    }
  },
)

const mp = testIn(`.global x; .global y;
d0.b0.t0 { st.weak [x], 1; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; ld.weak r1, [x]; }
assert (!(r0 == 1 && r1 == 0)) as fresh;`)

test('programs that differ in order only share a graph, others do not', () => {
  const slots = slotsOf(mp)
  const graphOf = graphsOf(mp, slots, { model: defaultModel, bound: 2 })
  const none = slots.map(() => 0)
  const cellsAt = (selection: Selection) => must(graphOf(selection, 'final states'), 'a graph').graph.cells
  const whole = cellsAt(none)
  for (const [slot, { levels, addsOrder }] of slots.entries())
    for (const level of levels.keys())
      if (level > 0) expect([slot, level, cellsAt(none.with(slot, level)) === whole]).toEqual([slot, level, addsOrder])
})
