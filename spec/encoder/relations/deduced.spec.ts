import fc from 'fast-check'
import { withoutAxiom } from '../../../axioms/algebra/edit.js'
import { axiom, empty, type Model } from '../../../axioms/algebra/terms.js'
import { sync_fence } from '../../../axioms/algebra/vocabulary.js'
import { defaultModel, nvlitmus, ptx60, ptx75 } from '../../../axioms/models.js'
import { decide } from '../../../encoder/decide/decide.js'
import { buildEvents } from '../../../encoder/events/events.js'
import type { EventGraph, GuardedPair, Pair } from '../../../encoder/events/graph/event.js'
import { candidates, counting } from '../../../encoder/execution/candidates.js'
import type { Execution } from '../../../encoder/execution/execution.js'
import { isConsistent } from '../../../encoder/execution/replay.js'
import { upperBounds } from '../../../encoder/relations/bounds.js'
import { choices } from '../../../encoder/relations/consequences.js'
import { deduced } from '../../../encoder/relations/deduced.js'
import { barrierPrograms } from '../../../fuzz/barriers.js'
import { herdPrograms } from '../../../fuzz/herd.js'
import { only, programs } from '../../../fuzz/programs.js'
import { streamPrograms } from '../../../fuzz/streams.js'
import { holds, mostCandidates, randomly } from '../../extent.js'
import { herd, solver, testIn } from '../../support.js'
import { t0, t1 } from '../events/control.js'

const consistent = (graph: EventGraph, model: Model): readonly Execution[] | undefined => {
  const { listing, listed } = counting(mostCandidates)
  const found = [...candidates(graph, model, listing)].filter((one) => isConsistent(graph, model, one))
  return listed() === 'all' ? found : undefined
}

const ends = (pairs: readonly GuardedPair[]): readonly Pair[] => pairs.map(([a, b]) => [a, b])
const bothWays = ([a, b]: Pair): readonly Pair[] => [
  [a, b],
  [b, a],
]

/** Returns each pair that is decided differently from some consistent execution. */
function contradicted(graph: EventGraph, model: Model, executions: readonly Execution[]): readonly string[] {
  const { isImpossible, isNecessary } = deduced(graph, model, upperBounds(graph), 3)
  const { rf, co, initial, sync_fence, indirect } = upperBounds(graph)
  const pairs = { rf, co: [...ends(co), ...ends(initial)], sync_fence: [...sync_fence, ...indirect] }
  return choices.flatMap((choice) =>
    pairs[choice].flatMap(bothWays).flatMap((pair) => {
      const [a, b] = pair
      const isIn = (one: Execution): boolean => one[choice].some(([from, to]) => from === a && to === b)
      const both = executions.filter(({ executed }) => executed[a] === true && executed[b] === true)
      return [
        ...(isImpossible(choice, pair) && both.some(isIn) ? [`${choice} ${pair} is possible`] : []),
        ...(isNecessary(choice, pair) && !both.every(isIn) ? [`${choice} ${pair} is not necessary`] : []),
      ]
    }),
  )
}

describe('no execution that brute force finds contradicts the deductions', () => {
  const cases = [ptx60, ptx75, nvlitmus, defaultModel].flatMap((model) => [
    { model, texts: programs(model), style: 'nvlitmus' },
    ...(model === nvlitmus ? [] : [{ model, texts: herdPrograms(model), style: 'herd' }]),
    ...(model === ptx75 ? [{ model, texts: streamPrograms(), style: 'streams' }] : []),
    ...(model === ptx75 ? [{ model, texts: barrierPrograms(model) ?? fc.constant(''), style: 'barriers' }] : []),
  ])
  for (const { model, texts, style } of cases)
    randomly(`${model.name}, ${style}`, { runs: 10, seed: 20_261, least: { decided: 1 } }, async (draw) => {
      let decided = 0
      const property = fc.property(texts, (text) => {
        const graph = buildEvents(only(text))
        if (graph.mixed) return
        const executions = consistent(graph, model)
        if (executions === undefined) return
        expect(contradicted(graph, model, executions)).toEqual([])
        const bounds = upperBounds(graph)
        const { isImpossible } = deduced(graph, model, bounds, 3)
        if (bounds.rf.some((pair) => isImpossible('rf', pair))) decided++
      })
      return { programs: await holds(property, draw), decided }
    })
})

describe('barriers decide', () => {
  /** Three threads that meet at a barrier, which lets them go on once so many have come. */
  const meeting = (quorum: string): EventGraph => {
    const sync = `bar.cta.sync 1, 1${quorum}`
    const threads = [
      [t0, 'st.weak x, 1', sync],
      [t1, sync, 'ld.weak r0, x'],
      ['P2@cta 0,gpu 0', sync],
    ]
    return buildEvents(only(herd('x = 0;', threads, 'exists (P1:r0 == 0)')))
  }
  const sourcesOf = (graph: EventGraph) => {
    const bounds = upperBounds(graph)
    const { isImpossible } = deduced(graph, ptx75, bounds, 3)
    return bounds.rf.filter((pair) => !isImpossible('rf', pair)).length
  }
  test.each([
    ['what a thread sees that met all others', '', 1],
    ['nothing where more may come than are required', ', 2', 2],
  ])('%s', (_, quorum, sources) => {
    const graph = meeting(quorum)
    expect(sourcesOf(graph)).toBe(sources)
    expect(contradicted(graph, ptx75, consistent(graph, ptx75) ?? [])).toEqual([])
  })
})

const graphOf = (threads: string): EventGraph =>
  buildEvents(testIn(`.global x; .global y; ${threads} check ([x] == 0) as q;`))

/** The initial write of x, and the events of the first thread, in order. */
const [x, a, b, c] = [0, 1, 2, 3] as const

describe('the accesses of a thread to one location', () => {
  const graph = graphOf('d0.b0.t0 { st.weak [x], 1; st.weak [x], 2; ld.weak r, [x]; }')
  const bounds = upperBounds(graph)
  test('orders its writes, and leaves a later read the last', () => {
    const { isNecessary, isImpossible } = deduced(graph, ptx75, bounds, 3)
    expect(isNecessary('co', [a, b])).toBe(true)
    expect(isImpossible('co', [b, a])).toBe(true)
    expect([x, a, b].map((write) => isImpossible('rf', [write, c]))).toEqual([true, true, false])
  })
  test('does not where no axiom demands it', () => {
    const lax = ['Coherence', 'SC-per-Location', 'Causality'].reduce(withoutAxiom, ptx75)
    const { isNecessary, isImpossible } = deduced(graph, lax, bounds, 3)
    expect(isNecessary('co', [a, b])).toBe(false)
    expect([x, a, b].map((write) => isImpossible('rf', [write, c]))).toEqual([false, false, false])
  })
  test('does not where the write between may not be executed', () => {
    const branching = graphOf(
      'd0.b0.t0 { st.weak [x], 1; ld.weak p, [y]; bne p, 0, L; st.weak [x], 2; L: ld.weak r, [x]; }',
    )
    const { isImpossible } = deduced(branching, ptx75, upperBounds(branching), 3)
    const [first, second] = branching.events.filter(({ kind, origin }) => kind === 'write' && origin !== undefined)
    const last = branching.events.at(-1)
    const isLost = (write: number) => isImpossible('rf', [write, last?.id ?? -1])
    expect([x, first?.id ?? -1, second?.id ?? -1].map(isLost)).toEqual([true, false, false])
  })
  test('and the fences of one thread are in order', () => {
    const fences = graphOf('d0.b0.t0 { fence.sc.gpu; fence.sc.gpu; }')
    const { isNecessary, isImpossible } = deduced(fences, ptx75, upperBounds(fences), 3)
    const [first, second] = fences.events.filter(({ kind }) => kind === 'fence').map(({ id }) => id)
    expect(isNecessary('sync_fence', [first ?? -1, second ?? -1])).toBe(true)
    expect(isImpossible('sync_fence', [second ?? -1, first ?? -1])).toBe(true)
  })
})

test('two fences, neither of which may come first, are not both executed', async () => {
  const lonely = axiom('Lonely', '', empty(sync_fence))
  const program = testIn('.global x; d0.b0.t0 { fence.sc.gpu; } d0.b0.t1 { fence.sc.gpu; } check ([x] == 0) as q;')
  const model: Model = { ...ptx75, axioms: [...ptx75.axioms, lonely] }
  for (const encoding of ['tight', 'lean', 'plain'] as const) {
    const { answers } = decide(program, await solver(), { model, encoding, liveness: false })
    expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['forbidden'])
  }
})
