import { buildEvents } from '../../../../encoder/events/events.js'
import { readFrom } from '../../../../encoder/events/memory/parts.js'
import { always, compare, concrete, constant, evaluator } from '../../../../encoder/values/expression.js'
import { must } from '../../../../source/must.js'
import { testIn } from '../../../support.js'

test('a read at any of very many places takes the value of the one at which it is, and asks for no other', () => {
  const graph = buildEvents(testIn('.global .u32 x; d0.b0.t0 { ld r, [x]; } check (r == 0) as q;'))
  const found = graph.events.find((event) => event.kind === 'read')
  if (found?.kind !== 'read') throw new Error('there is a read')
  const [place] = found.places
  const wanted = 50_000n
  const at = (n: bigint) => ({
    ...must(place, 'a place'),
    when: compare('equal', { kind: 'read', event: 0, width: 32 }, constant(n, 32)),
    // Its only cell is that of `x`, so the others have none.
    offset: n === wanted ? 0 : 4,
  })
  const others = Array.from({ length: 50_000 }, (_, i) => at(BigInt(i)))
  const event = { ...found, places: [...others, at(wanted), { ...at(0n), when: always }] }
  const domain = concrete({ read: () => wanted, passes: () => true, unknown: () => 0n })
  expect(readFrom(graph, event, domain, evaluator(domain), () => 7n)).toBe(7n)
})
