import type { Formula } from '../../../encoder/formula/formula.js'
import { formulaBuilder } from '../../../encoder/formula/formula.js'
import { readsFromOne } from '../../../encoder/formula/one-source.js'

/** Returns whether a formula over variables holds, if just those of these names do. */
function holds(formula: Formula, those: ReadonlySet<string>): boolean {
  switch (formula.kind) {
    case 'true':
      return true
    case 'false':
      return false
    case 'variable':
      return those.has(formula.name)
    case 'not':
      return !holds(formula.of, those)
    case 'and':
      return formula.of.every((one) => holds(one, those))
    case 'or':
      return formula.of.some((one) => holds(one, those))
    default:
      throw new Error('there are no bit-vectors')
  }
}

/** Returns every subset of the names. */
const subsets = (names: readonly string[]): readonly (readonly string[])[] =>
  names.reduce<readonly (readonly string[])[]>((all, name) => all.flatMap((some) => [some, [...some, name]]), [[]])

/** Up to eight writes are excluded pair by pair, nine are chained. */
describe.each([2, 8, 9])('of %d writes a read', (count) => {
  const read = count
  const writes = Array.from({ length: count }, (_, write) => write)

  /**
   * Returns whether a read that is executed may read from exactly these writes, all of which are executed except
   * `missing`.
   */
  function mayReadFrom(chosen: readonly number[], { missing = -1, isExecuted = true } = {}): boolean {
    const builder = formulaBuilder()
    const executed = (event: number): Formula =>
      (event === read ? isExecuted : event !== missing) ? builder.tt : builder.ff
    const clauses = readsFromOne(
      writes.map((write) => [write, read, builder.variable(`from ${write}`)]),
      [read],
      executed,
      (write, to) => builder.and(executed(write), executed(to)),
      builder,
    )
    const others = count > 8 ? writes.map((write) => `rf_${read}_by_${write}`) : []
    return subsets(others).some((also) => {
      const those = new Set([...chosen.map((write) => `from ${write}`), ...also])
      return clauses.every((clause) => holds(clause, those))
    })
  }

  test('reads from one, whichever it is', () => {
    expect(writes.filter((write) => mayReadFrom([write]))).toEqual(writes)
  })
  test('does not read from none, unless it is not executed', () => {
    expect([mayReadFrom([]), mayReadFrom([], { isExecuted: false })]).toEqual([false, true])
  })
  test('does not read from two', () => {
    const pairs = writes.flatMap((write) => writes.slice(write + 1).map((other) => [write, other]))
    expect(pairs.filter((pair) => mayReadFrom(pair))).toEqual([])
  })
  test('does not read from one that is not executed', () => {
    expect(mayReadFrom([1], { missing: 1 })).toBe(false)
  })
})
