import * as fc from 'fast-check'
import { type Clause, chooser, type Literal, mostOthers, type Weight } from '../../repair/chooser.js'
import type { Selection, Slot } from '../../repair/slot.js'
import { always } from '../extent.js'

const asIs = { change: undefined, safe: true }
const slot = (levels: number, addsOrder: boolean, isMove: boolean): Slot => ({
  rank: 0,
  like: '',
  addsOrder,
  ...(isMove && !addsOrder ? { isMove } : {}),
  levels: Array.from({ length: levels }, (_, level) => ({
    ...asIs,
    below: Array.from({ length: level + 1 }, (_, i) => i),
  })),
})

/**
 * Some slots with two or three levels, their weights, and clauses over them. If nothing is changed at the start, that
 * is lightest.
 */
const problem = fc
  .tuple(
    fc.boolean(),
    fc.array(
      fc.tuple(fc.boolean(), fc.boolean(), fc.array(fc.tuple(fc.nat(2), fc.nat(9)), { minLength: 2, maxLength: 3 })),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
  )
  .chain(([fromNothing, made]) => {
    const literal = fc
      .nat(made.length - 1)
      .chain((slot) => fc.nat((made[slot]?.[2].length ?? 1) - 1).map((level): Literal => ({ slot, level })))
    const changed = literal.filter(({ level }) => level > 0)
    const clause = fc.record({ some: fc.array(literal, { maxLength: 4 }), not: fc.array(literal, { maxLength: 2 }) })
    return fc.record({
      slots: fc.constant(
        made.map(([addsOrder, moves, levels]) => slot(levels.length, addsOrder || !fromNothing, moves)),
      ),
      weights: fc.constant(
        made.map(([, , levels]) =>
          levels.map((weight, level): Weight => (fromNothing && level === 0 ? [0, 0] : weight)),
        ),
      ),
      clauses: fc.array(clause, { maxLength: 6 }),
      excluded: fc.array(fc.array(changed, { minLength: 1, maxLength: 3 }), { maxLength: fromNothing ? 2 : 0 }),
    })
  })

const all = (slots: readonly Slot[]): readonly Selection[] =>
  slots.reduce<readonly Selection[]>(
    (some, { levels }) => some.flatMap((one) => levels.map((_, level) => [...one, level])),
    [[]],
  )

/** Returns how many places may lose order. An instruction that moves counts as all that may. */
const othersIn = (slots: readonly Slot[], selection: Selection): number =>
  selection.reduce((sum, level, i) => {
    const { addsOrder = true, isMove = false } = slots[i] ?? {}
    return sum + (level === 0 || addsOrder ? 0 : isMove ? mostOthers : 1)
  }, 0)

always('no selection that meets the clauses is lighter', { runs: 2000, seed: 1 }, () =>
  fc.property(problem, ({ slots, weights, clauses, excluded }) => {
    const weigh = (slot: number, level: number) => weights[slot]?.[level] ?? ([0, 0] as const)
    const { learn, exclude, lightest } = chooser(slots, weigh)
    for (const clause of clauses) learn(clause)
    if (excluded.length > 0) exclude(excluded)
    const holds = (selection: Selection) => (one: Literal) => selection[one.slot] === one.level
    const isMet = (selection: Selection, { some, not }: Clause) =>
      some.some(holds(selection)) || !not.every(holds(selection))
    const allowed = all(slots).filter(
      (selection) =>
        clauses.every((clause) => isMet(selection, clause)) &&
        !(excluded.length > 0 && excluded.every((group) => group.some(holds(selection)))) &&
        othersIn(slots, selection) <= mostOthers,
    )
    const weightOf = (selection: Selection): number =>
      selection.reduce((sum, level, slot) => {
        const [first, second] = weigh(slot, level)
        return sum + first * 1000 + second
      }, 0)
    const found = lightest(() => true)
    if (found === 'unknown') throw new Error('it is asked to go on')
    if (allowed.length === 0) expect(found).toBeUndefined()
    else expect(found && weightOf(found)).toBe(Math.min(...allowed.map(weightOf)))
  }),
)

test('it gives up when it must', () => {
  const { lightest } = chooser([slot(2, true, false)], (_, level) => [level, 1])
  expect(lightest(() => false)).toBe('unknown')
})
