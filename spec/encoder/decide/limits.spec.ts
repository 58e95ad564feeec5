import { defaultModel } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide, prepare } from '../../../encoder/decide/decide.js'
import { graphUnder } from '../../../encoder/decide/graph-under.js'
import { tooLarge, withinLimits } from '../../../encoder/decide/limits.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { formulaBuilder, mostCharacters } from '../../../encoder/formula/formula.js'
import { exceed, limited, timeReason } from '../../../source/limited.js'
import { limitMemory } from '../../../source/memory-limit.js'
import { must } from '../../../source/must.js'
import { compiledTest, moduleOf } from '../../litmus/module/modules.js'
import { solver, testIn, testsIn } from '../../support.js'

const threads = (count: number, body: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `d0.b${i}.t0 { ${body(i)} }`).join('\n')

const reasonOf = (text: string, encoding?: 'plain'): string | undefined => {
  const [test] = testsIn(text, 'large.test')
  if (test === undefined) throw new Error('there is no test')
  const { problem } = prepare(test, defaultModel, { encoding })
  return 'verdict' in problem && problem.verdict.kind === 'undecided' ? problem.verdict.reason : undefined
}

const fences = (count: number): string => `.global x;\n${threads(count, () => 'fence.sc.gpu;')}\ncheck ([x] == 0) as q;`
const pairsOf = (count: number): number => (count * (count - 1)) / 2

describe('tests whose formula would not fit are refused, with the numbers', () => {
  test('orders that are too long by themselves, if all of them are stated', () => {
    expect(reasonOf(fences(120))).toBeUndefined()
    // A formula that states all of them would be too large, and take seconds to build; this one replaces it.
    const [test] = testsIn(fences(120), 'large.test')
    const graph = buildEvents(must(test, 'a test'))
    const large = (): never => exceed('the formula is too large')
    expect(withinLimits(graph, large)).toEqual({
      kind: 'undecided',
      reason: `the test has 121 events, and ${pairsOf(120)} pairs among which an execution chooses; the formula would exceed ${mostCharacters} characters`,
    })
    expect(withinLimits(graph, () => 'small')).toBe('small')
    // What is too large is built again, lazily.
    expect(withinLimits(graph, ({ isLazy }) => (isLazy ? 'small' : large()))).toBe('small')
  })
  test('a model that makes the formula too long', () => {
    const text = `.global x;\n${threads(47, (i) => `atom.add.relaxed.gpu r, [x], ${i};`)}\ncheck ([x] == 0) as q;`
    expect(reasonOf(text)).toBeUndefined()
    // Each read of one of 48 writes, and each pair of 47.
    expect(reasonOf(text, 'plain')).toContain(`the test has 95 events, and ${47 * 48 + pairsOf(47)} pairs among which`)
  })
  test('an access that may be anywhere in memory is not, however many places it has', () => {
    const text = (length: number, address: string) =>
      `.global .u8 a[${length}]; .global .u64 p = &a; d0.b0.t0 { ${address}; ld.u8 v, [r]; } check (v == 0) as q;`
    const unknown = 'mov.u64 r, %clock64'
    expect(reasonOf(text(1000, unknown))).toBeUndefined()
    expect(reasonOf(text(400, unknown))).toBeUndefined()
    expect(reasonOf(text(1000, 'ld.u64 r, [p]'))).toBeUndefined()
  })
  test('unless the address is one that was stored, or memory that is not initialised', async () => {
    const staged = (store: string) =>
      moduleOf(`.visible .entry k(.param .u64 p) { .reg .b64 %rd<4>; .reg .b32 %r<2>; .shared .align 8 .b64 ps[600];
        ld.param.u64 %rd1, [p]; mov.u64 %rd2, ps; ${store} ld.shared.u64 %rd3, [%rd2+8]; ld.global.u32 %r1, [%rd3];
        st.global.u32 [%rd1+4], %r1; ret; }`)
    const text = `module "k.ptx"; .global .u32 x[2] = {5, 7};
      host { k<<<1, 1>>>(x); cudaDeviceSynchronize(); } assert (x[1] == 5) as q;`
    const answer = async (store: string) => {
      const test = compiledTest(text, { 'k.ptx': staged(store) })
      const { answers } = decide(test, await solver(), { model: defaultModel })
      return [answers[0]?.verdict.kind, answers[0]?.undefined]
    }
    expect(await answer('st.shared.u64 [%rd2+8], %rd1;')).toEqual(['forbidden', { kind: 'known', found: [] }])
    const [, reached] = await answer('st.shared.u64 [%rd2+16], %rd1;')
    expect(reached).toMatchObject({ kind: 'known', found: [{ reason: 'access' }] })
  })
  test('unless a larger size is requested', () => {
    const [test] = testsIn(`.global x; d0.b0.t0 { ${'fence.sc.gpu;'.repeat(2001)} } check ([x] == 0) as q;`)
    if (test === undefined) throw new Error('there is no test')
    const sized = (size: number) => tooLarge(() => buildEvents({ ...test, size }))
    expect(sized(1)).toBe(
      'the test has more than 2000 accesses, fences and barriers, with its loops executed; --size 2 raises the limit',
    )
    expect(sized(2)).toBeUndefined()
  })
  test('nothing else is too large by its number', () => {
    const built = (text: string) => tooLarge(() => graphUnder(defaultModel, testIn(text), 2))
    expect(built(`.global x; d0.b0.t0 { ${'fence.sc.gpu;'.repeat(3001)} } check ([x] == 0) as q;`)).toBeUndefined()
    expect(
      built(`.global x; d0.b0.t0 { ${'st.relaxed.gpu [x], 1;'.repeat(201)} } check ([x] == 0) as q;`),
    ).toBeUndefined()
  })
  test('accesses that no axiom can tell count only where all are shown', () => {
    const stores = Array.from({ length: 2001 }, (_, i) => `st.weak.u8 [a+${i}], 1;`).join(' ')
    const text = `.global .u8 a[2001]; .global x; d0.b0.t0 { ${stores} } check (x == 0) as q;`
    expect(reasonOf(text)).toBeUndefined()
    const many =
      'the test has more than 2000 accesses, fences and barriers, with its loops executed; --size 2 raises the limit'
    expect(reasonOf(text, 'plain')).toBe(many)
    const [test] = testsIn(text, 'large.test')
    expect(bruteForce(must(test, 'a test'), defaultModel).answers[0]?.verdict).toEqual({
      kind: 'undecided',
      reason: many,
    })
  })
  test('a test within the limits is not refused', () => {
    expect(reasonOf(fences(10))).toBeUndefined()
  })
})

test('a builder stops before memory runs out', () => {
  const { variable, all } = formulaBuilder()
  const many = Array.from({ length: 1000 }, (_, i) => variable(`v${i}`))
  const build = () => many.map((_, i) => many.map((_, j) => all(many.slice(Math.min(i, j), Math.max(i, j)))))
  expect(limited(build)).toEqual({ tooLarge: 'the formula has more than 10000000 characters' })
})

describe('definitions that a question needs later', () => {
  afterEach(() => limitMemory(undefined))
  test.each<readonly [string, number | undefined, object]>([
    ['have the limit of the problem', undefined, { tooLarge: 'the formula has more than 10000000 characters' }],
    ['have only that of memory, where it is measured', 10, { built: expect.any(Array) }],
  ])('%s', (_, megabytes, expected) => {
    if (megabytes !== undefined) limitMemory({ megabytes, used: () => 0, raisedBy: '--memory' })
    const { variable, all, settle } = formulaBuilder()
    const many = Array.from({ length: 250 }, (_, i) => variable(`v${i}`))
    const build = () => many.map((_, i) => many.slice(i).map((_, j) => all(many.slice(i, i + j + 1))))
    settle()
    expect(limited(build)).toEqual(expected)
  })
})

test('nothing more is built once time is up, and nothing is built again with more effort', () => {
  const program = testIn('.global x; d0.b0.t0 { st [x], 1; } d0.b1.t0 { ld r, [x]; } check (r == 1) as q;')
  let asked = 0
  const goesOn = (): boolean => {
    asked += 1
    return false
  }
  const { problem } = prepare(program, defaultModel, { goesOn })
  expect(problem).toEqual({
    verdict: {
      kind: 'undecided',
      reason: `${timeReason}: the test has 3 events, and 2 pairs among which an execution chooses; --timeout raises it`,
    },
  })
  expect(asked).toBe(1)
})

describe('with a limit of memory', () => {
  /** Limits memory to 10 megabytes, and finds some more at each measurement. */
  const growing = (more: number): void => {
    let held = 0
    limitMemory({
      megabytes: 10,
      used: () => {
        held += more
        return held
      },
      raisedBy: '--memory',
    })
  }
  afterEach(() => limitMemory(undefined))

  test('work ends there, and says how far it came and what raises the limit', () => {
    const program = testIn(
      `.global x;\n${threads(60, (i) => `atom.add.relaxed.gpu r, [x], ${i};`)}\ncheck ([x] == 0) as q;`,
    )
    const graph = buildEvents(program)
    const built: string[] = []
    growing(1)
    const made = withinLimits(graph, ({ effort }) => {
      built.push(effort)
      const { variable } = formulaBuilder(effort)
      for (let i = 0; i < 100_000; i++) variable(`v${i}`)
      return 'built'
    })
    expect(made).toEqual({
      kind: 'undecided',
      reason: expect.stringMatching(
        /^the memory limit of 10 megabytes was reached; --memory raises it; the test has 121 events, and \d+ pairs among which an execution chooses$/,
      ),
    })
    // More effort would not need less.
    expect(built).toEqual(['little'])
  })
  test('so do threads with many steps', () => {
    growing(20)
    const text = `.global x; d0.b0.t0 { mov.u32 r, 0; ${'add.u32 r, r, 1;'.repeat(5000)} } check ([x] == 0) as q;`
    expect(tooLarge(() => buildEvents(testIn(text)))).toMatch(/^the memory limit of 10 megabytes was reached/)
  })
})
