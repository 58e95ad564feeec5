import fc from 'fast-check'
import { withoutAxiom } from '../../../axioms/algebra/edit.js'
import { axiom, empty, intersection, type Model, product, type Rel } from '../../../axioms/algebra/terms.js'
import { loc, R, rf, W } from '../../../axioms/algebra/vocabulary.js'
import { defaultModel, ptx75, strictForm } from '../../../axioms/models.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { candidates, countCandidates, counting } from '../../../encoder/execution/candidates.js'
import { isConsistent } from '../../../encoder/execution/replay.js'
import { agreeOn } from '../../../encoder/relations/agreement.js'
import { styles } from '../../../fuzz/agree.js'
import { only } from '../../../fuzz/programs.js'
import { must } from '../../../source/must.js'
import { holds, randomly } from '../../extent.js'
import { testIn } from '../../support.js'

const strict = must(strictForm(defaultModel), 'the strict form')
const inOneCta = '.shared .b64 bar; .shared .u32 x; .global .u32 y;'
const init = 'mbarrier.init.shared.b64 [bar], 1;'
const wait = 'mbarrier.try_wait.parity.shared.b64 p, [bar], 0;'
const check = 'check (d0.b0.t1:r == 1) as q;'

describe('the model and its strict form agree on', () => {
  test.each([
    [
      'an mbarrier of one CTA',
      `${inOneCta} d0.b0.t0 { ${init} bar.sync 0; st.weak [x], 1; mbarrier.arrive.shared.b64 _, [bar]; }
       d0.b0.t1 { bar.sync 0; ${wait} ld.weak r, [x]; } ${check}`,
    ],
    [
      'a copy without a fence of the async proxy',
      `${inOneCta} d0.b0.t0 { cp.async.ca.shared.global [x], [y], 4; cp.async.wait_all; bar.sync 0; }
       d0.b0.t1 { bar.sync 0; ld.weak r, [x]; } ${check}`,
    ],
  ])('%s', (_, text) => {
    expect(agreeOn(buildEvents(testIn(text)), defaultModel, strict)).toBe(true)
  })
})

describe('they may differ on', () => {
  test.each([
    [
      'an asynchronous store to another CTA',
      `.shared .b64 bar; .shared .u32 x; d0.c0.b0.t0 { ${init} ${wait} ld.weak r, [x]; }
       d0.c0.b1.t0 { st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [d0.c0.b0:x], 1, [d0.c0.b0:bar]; }
       check (d0.c0.b0.t0:r == 1) as q;`,
    ],
    [
      'a fence of the async proxy',
      `${inOneCta} d0.b0.t0 { st.weak [x], 1; fence.proxy.async; bar.sync 0; }
       d0.b0.t1 { bar.sync 0; cp.async.bulk.global.shared::cta.bulk_group [y], [x], 4; ld.weak r, [y]; } ${check}`,
    ],
  ])('%s', (_, text) => {
    expect(agreeOn(buildEvents(testIn(text)), defaultModel, strict)).toBe(false)
  })
})

test('models with other axioms or roles do not agree', () => {
  const graph = buildEvents(testIn('.global x; d0.b0.t0 { st.weak [x], 1; } check ([x] == 1) as q;'))
  expect(agreeOn(graph, ptx75, ptx75)).toBe(true)
  expect(agreeOn(graph, ptx75, withoutAxiom(ptx75, 'Causality'))).toBe(false)
  const roles = new Map([...ptx75.roles].slice(1))
  expect(agreeOn(graph, ptx75, { ...ptx75, roles })).toBe(false)
})

test('models do not agree that relate the same pairs, one always and the other by choice', () => {
  const graph = buildEvents(testIn('.global x; d0.b0.t0 { st.weak [x], 1; ld.weak r, [x]; } check (r == 1) as q;'))
  const under = (of: Rel): Model => ({ ...ptx75, axioms: [axiom('Any', '', empty(of))] })
  const anyWrite = intersection(product(W, R), loc)
  expect(agreeOn(graph, under(rf), under(anyWrite))).toBe(false)
  expect(agreeOn(graph, under(anyWrite), under(intersection(loc, product(W, R))))).toBe(true)
})

for (const style of ['async', 'clusters', 'strong', 'arriving'])
  randomly(`executions are consistent alike: ${style}`, { runs: 3, seed: 91, least: { alike: 1 } }, async (draw) => {
    const texts = must(
      must(
        styles.find(({ name }) => name === style),
        style,
      ).texts(defaultModel),
      'a style for the model',
    )
    let alike = 0
    const property = fc.property(texts, (text) => {
      const graph = buildEvents(only(text))
      fc.pre(!graph.mixed && countCandidates(graph) <= 500)
      if (!agreeOn(graph, defaultModel, strict)) return
      alike++
      for (const one of candidates(graph, defaultModel, counting(500).listing))
        expect(isConsistent(graph, strict, one)).toBe(isConsistent(graph, defaultModel, one))
    })
    return { programs: await holds(property, draw), alike }
  })
