import fc from 'fast-check'
import { must } from '../../source/must.js'
import { compiled } from '../../synthesis/compiled.js'
import { hasCopies } from '../../synthesis/copies.js'
import { interleavings } from '../../synthesis/interleaving.js'
import { isForbidden } from '../../synthesis/judge.js'
import { reachingAmong } from '../../synthesis/space.js'
import { modelIn } from '../axioms/algebra/cat/models.js'
import { holds, randomly } from '../extent.js'
import { asynchronous, drawnTests, everything } from './drawn.js'

const sequential = modelIn(`let fr = (rf^-1; co) \\ id
acyclic po | rf | co | fr as Order
empty (fr; co) & rmw as Atomicity
empty W * W & loc \\ (co | co^-1 | id) as Total`)

const few = { runs: 300, seed: 6, least: { reached: 31, unreached: 31 } }

randomly('what threads reach that take turns is what sequential consistency allows', few, async (draw) => {
  const model = must(compiled(sequential), 'a model without recursion')
  let [reached, unreached] = [0, 0]
  const property = fc.property(drawnTests(everything, 5), ({ labelled, outcome }) => {
    const isReached = reachingAmong(interleavings(labelled.sketch))(outcome).length > 0
    expect(isReached).toBe(!isForbidden(model, labelled, outcome))
    if (isReached) reached++
    else unreached++
  })
  return { outcomes: await holds(property, draw), reached, unreached }
})

randomly('a copy is done where it is issued: in program order, that is', few, async (draw) => {
  const inOrder = modelIn(`let order = po | issue | issue^-1; po | po; issue | issue^-1; po; issue | async_order
let fr = (rf^-1; co) \\ id
acyclic order | rf | co | fr as Order
empty W * W & loc \\ (co | co^-1 | id) as Total`)
  const model = must(compiled(inOrder), 'a model without recursion')
  let [reached, unreached] = [0, 0]
  const property = fc.property(drawnTests({ ...asynchronous, atomics: false }, 5), ({ labelled, outcome }) => {
    if (reachingAmong(interleavings(labelled.sketch))(outcome).length === 0) unreached++
    else {
      if (hasCopies(labelled.sketch)) reached++
      expect([labelled, outcome, isForbidden(model, labelled, outcome)]).toEqual([labelled, outcome, false])
    }
  })
  return { outcomes: await holds(property, draw), reached, unreached }
})

test('each is there once', () => {
  const write = { kind: 'write', location: 0, path: 'generic' } as const
  const read = { kind: 'read', location: 0, path: 'generic' } as const
  const place = { gpu: 0, cta: 0 }
  expect(interleavings({ threads: [[write], [read, read]], places: [place, place] })).toEqual([
    { sources: [undefined, 0, 0], last: [[0]], orders: [[0]] },
    { sources: [undefined, 'initial', 0], last: [[0]], orders: [[0]] },
    { sources: [undefined, 'initial', 'initial'], last: [[0]], orders: [[0]] },
  ])
})
