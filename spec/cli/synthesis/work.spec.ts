import { models } from '../../../axioms/models.js'
import { type Chunk, searcher } from '../../../cli/synthesis/work.js'
import type { Solver } from '../../../encoder/solver/solver.js'
import { must } from '../../../source/must.js'
import { nameOf } from '../../../synthesis/cycle/name.js'
import { testText } from '../../../synthesis/program.js'
import { classes, sketches } from '../../../synthesis/sketches.js'
import { stepsOf } from '../../../synthesis/steps.js'
import { vocabularyOf } from '../../../synthesis/words.js'
import { solver, verdictOf } from '../../support.js'

const named = (name: string) =>
  must(
    models.find((model) => model.name === name),
    name,
  )
const [ptx, mixed] = [named('ptx-7.5'), named('nvlitmus')]
const wanted = { with: [], without: ['texture', 'surface', 'constant'], threads: 4, locations: 3 } as const
const vocabulary = vocabularyOf([ptx, mixed], wanted, false)

/** All sketches of up to 2 instructions, the first of them as number 100. */
const chunk: Chunk = {
  first: 100,
  sketches: classes(2, vocabulary).flatMap((one) => [...sketches(one, vocabulary)]),
}

test('minimal tests: forbidden, with the number of their sketch, and the axioms that are responsible', async () => {
  const result = searcher({ kind: 'minimal', model: ptx, vocabulary })(chunk, await solver())
  const tests = result.kind === 'minimal' ? result.tests : []
  expect(tests.map(({ labelled, outcome }) => nameOf(labelled, outcome))).toEqual([
    'CoRW1',
    'CoRW1+alias-data-weak',
    'CoWR0',
  ])
  for (const { text, axioms, sketch, labelled } of tests) {
    expect(await verdictOf(text, ptx)).toBe('forbidden')
    expect(ptx.axioms.map(({ name }) => name)).toEqual(expect.arrayContaining([...axioms]))
    expect(chunk.sketches[sketch - chunk.first]).toBe(labelled.sketch)
  }
})

test('each test and each step is a question to z3, once for each text', async () => {
  const z3 = await solver()
  let asked = 0
  const counting: Solver = {
    ...z3,
    open: (text) => {
      asked += 1
      return z3.open(text)
    },
  }
  const result = searcher({ kind: 'minimal', model: ptx, vocabulary })(chunk, counting)
  const texts = (result.kind === 'minimal' ? result.tests : []).flatMap(({ labelled, outcome }) => [
    testText(labelled, outcome),
    ...stepsOf(labelled, outcome, vocabulary).map((step) => testText(step.labelled, step.outcome)),
  ])
  expect(texts.length).toBeGreaterThan(new Set(texts).size)
  expect(asked).toBe(new Set(texts).size)
})

test('a z3 that finds something else is a fault', async () => {
  const z3 = await solver()
  const lying: Solver = {
    ...z3,
    open: (text) => ({ ...z3.open(text), check: () => ({ kind: 'unsat' }) }),
  }
  const search = searcher({ kind: 'minimal', model: ptx, vocabulary })
  expect(() => search(chunk, lying)).toThrow(/^the solver finds this step of a minimal test forbidden:\n\.global x;/)
})

test('differences: which model forbids it, and the number of the sketch', async () => {
  // nvlitmus, whose causality knows no proxies, forbids the test without a dependency; ptx-7.5 forbids thin air through
  // an alias.
  const both = [
    { models: [ptx, mixed], plain: 'second', dependent: 'first' },
    { models: [mixed, ptx], plain: 'first', dependent: 'second' },
  ] as const
  for (const {
    models: [first, second],
    plain,
    dependent,
  } of both) {
    const result = searcher({ kind: 'different', models: [first, second], vocabulary })(chunk, await solver())
    const tests = result.kind === 'different' ? result.tests : []
    expect(tests.length).toBeGreaterThan(0)
    for (const { forbids, sketch, labelled } of tests) {
      const depends = labelled.sketch.threads.flat().some((slot) => 'data' in slot && slot.data !== undefined)
      expect(forbids).toBe(depends ? dependent : plain)
      expect(chunk.sketches[sketch - chunk.first]).toBe(labelled.sketch)
    }
  }
})

test('a model that forbids nothing has no minimal tests, and differs in all that the other forbids', async () => {
  const weak = { ...ptx, axioms: [] }
  const z3 = await solver()
  expect(searcher({ kind: 'minimal', model: weak, vocabulary })(chunk, z3)).toEqual({ kind: 'minimal', tests: [] })
  const result = searcher({ kind: 'different', models: [weak, ptx], vocabulary })(chunk, z3)
  const forbidden = result.kind === 'different' ? result.tests : []
  const minimal = searcher({ kind: 'minimal', model: ptx, vocabulary })(chunk, z3)
  const least = minimal.kind === 'minimal' ? minimal.tests : []
  expect(forbidden.map(({ canonical }) => canonical)).toEqual(
    expect.arrayContaining(least.map(({ canonical }) => canonical)),
  )
})

test('minimal tests with copies, each verified by z3 with its steps', async () => {
  const model = named('ptx-9.4')
  const copying = vocabularyOf(
    [model],
    { with: ['async'], without: ['proxies', 'atomics', 'fences', 'cta', 'dependencies'], threads: 1, locations: 2 },
    false,
  )
  const sketchesOf3 = classes(3, copying).flatMap((one) => [...sketches(one, copying)])
  const result = searcher({ kind: 'minimal', model, vocabulary: copying })(
    { first: 0, sketches: sketchesOf3 },
    await solver(),
  )
  const tests = result.kind === 'minimal' ? result.tests : []
  const copies = tests.filter(({ text }) => text.includes('cp.async.bulk'))
  expect(copies.map(({ labelled, outcome, axioms }) => `${nameOf(labelled, outcome)} ${axioms.join()}`)).toEqual([
    'RxCyx.1+weak-fence.proxy.async-copy Causality',
    'WxCxy.0.y1+weak-fence.proxy.async-copy Causality',
    'WxCyx.x1+weak-fence.proxy.async-copy Coherence',
    'CxyWx.1.y1+copy-wait.read-weak Causality',
    'CxyRy.0+copy-wait-weak Causality',
    'CxyWy.y1+copy-wait-weak Coherence',
  ])
})
