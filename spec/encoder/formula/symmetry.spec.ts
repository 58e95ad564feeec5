import { defaultModel } from '../../../axioms/models.js'
import { decide, type Preparation, prepare } from '../../../encoder/decide/decide.js'
import { witnesses } from '../../../encoder/decide/witnesses.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { alikeThreads } from '../../../encoder/formula/symmetry.js'
import { solver, testIn } from '../../support.js'

const adders = (places: readonly string[], asked: string, body = 'atom.add.relaxed.gpu r, [x], 1;') =>
  testIn(`.global x; .global y; ${places.map((place) => `${place} { ${body} }`).join(' ')} check (${asked}) as q;`)

const apart = ['d0.b0.t0', 'd0.b1.t0', 'd0.b2.t0']

/** Returns how many threads are in each class. */
const classes = (program: ReturnType<typeof testIn>): readonly number[] =>
  program.questions.flatMap(({ condition }) =>
    alikeThreads(buildEvents(program), defaultModel, [{ kind: 'condition', condition }]).map(({ length }) => length),
  )

describe('threads are alike', () => {
  test.each([
    ['if all do the same and only memory is asked about', apart, '[x] < 3', [3]],
    ['if a question names all of them, in any order', apart, 'P2:r == 0 || P0:r == 0 || P1:r == 0', [3]],
    ['but not the one that a question names', apart, 'P1:r == 0', [2]],
    ['but not if a question distinguishes them', apart, 'P0:r == 0 && P1:r == 1', []],
    ['within one CTA', ['d0.b0.t0', 'd0.b0.t1'], '[x] < 2', [2]],
    ['but not in another neighbourhood', ['d0.b0.t0', 'd0.b0.t1', 'd0.b1.t0'], '[x] < 3', [2]],
    ['but not on another GPU', ['d0.b0.t0', 'd0.b1.t0', 'd1.b0.t0'], '[x] < 3', [2]],
  ] as const)('%s', (_, places, asked, expected) => {
    expect(classes(adders([...places], asked))).toEqual(expected)
  })

  test.each([
    ['a value', 'd0.b0.t0 { st.weak [x], 1; } d0.b1.t0 { st.weak [x], 2; }'],
    ['a location', 'd0.b0.t0 { st.weak [x], 1; } d0.b1.t0 { st.weak [y], 1; }'],
    ['an address', 'd0.b0.t0 { st.weak [x], 1; } d0.b1.t0 { st.weak [z], 1; }'],
    ['an order', 'd0.b0.t0 { st.relaxed.gpu [x], 1; } d0.b1.t0 { st.release.gpu [x], 1; }'],
    ['a demand', 'd0.b0.t0 { ld.weak r, [x]; } d0.b1.t0 { ld.weak r, [x] == 1; }'],
    ['a dependency', 'd0.b0.t0 { ld.weak r, [x]; st.weak [y], r; } d0.b1.t0 { ld.weak r, [x]; st.weak [y], 0; }'],
  ])('but not where they differ in %s', (_, threads) => {
    const text = `.global x; .global y; .global z physically aliases x; ${threads} check ([y] == 0) as q;`
    expect(classes(testIn(text))).toEqual([])
  })

  const pairs = (first: string, second: string) => [`${first}.t0`, `${first}.t1`, `${second}.t0`, `${second}.t1`]
  test.each([
    ['of two CTAs the threads of each, and the CTAs', pairs('d0.b0', 'd0.b1'), '[x] < 4', [2, 2, 2]],
    ['of one cluster', pairs('d0.c0.b0', 'd0.c0.b1'), '[x] < 4', [2, 2, 2]],
    ['but not of two clusters', pairs('d0.c0.b0', 'd0.c1.b0'), '[x] < 4', [2, 2]],
    ['but not of two GPUs', pairs('d0.b0', 'd1.b0'), '[x] < 4', [2, 2]],
    ['but not with another thread in one', [...pairs('d0.b0', 'd0.b1'), 'd0.b1.t2'], '[x] < 5', [2, 3]],
    [
      'but not the one that a question names',
      [...pairs('d0.b0', 'd0.b1'), 'd0.b2.t0', 'd0.b2.t1'],
      'P0:r == 0',
      [2, 2, 2],
    ],
  ] as const)('CTA by CTA: %s', (_, places, asked, expected) => {
    expect(classes(adders([...places], asked))).toEqual(expected)
  })
  test('CTA by CTA, but not where threads take turns in their steps', () => {
    const [one, two] = ['atom.add.relaxed.gpu r, [x], 1;', 'st.weak [y], 1;']
    const program = (first: string, second: string, third: string, fourth: string) =>
      testIn(`.global x; .global y; d0.b0.t0 { ${first} } d0.b0.t1 { ${second} }
        d0.b1.t0 { ${third} } d0.b1.t1 { ${fourth} } check ([x] == 1) as q;`)
    expect(classes(program(one, two, one, two))).toEqual([2])
    expect(classes(program(`${one} ${two}`, two, one, `${two} ${two}`))).toEqual([])
  })

  test('within a kernel, but not of two kernels, nor copies of one value', () => {
    const hosted = (kernels: string, host: string) =>
      classes(testIn(`.global x; ${kernels} host { ${host} } check ([x] == 0) as q;`))
    const add = 'd0.b0.t0 { red.add.relaxed.gpu [x], 1; }'
    expect(hosted(`kernel k { ${add} ${add.replace('b0', 'b1')} }`, 'k<<<2, 1>>>();')).toEqual([2])
    expect(hosted(`kernel k { ${add} } kernel l { ${add} }`, 'k<<<1, 1, 0, a>>>(); l<<<1, 1, 0, b>>>();')).toEqual([])
    const set = (stream: string) => `cudaMemsetAsync(x, 1, ${stream});`
    expect(hosted(`kernel k { ${add} }`, `${set('a')} ${set('a')} ${set('b')} k<<<1, 1>>>();`)).toEqual([])
  })
})

describe('threads are not alike where their CTAs or their fences differ to a model', () => {
  /** Returns threads of which only the first one to add continues. */
  const first = (place: string, lines: string) =>
    `${place} { atom.add.relaxed.gpu.u32 r, [x], 1; bne r, 0, E; ${lines} E: }`
  const allowed = async (text: string): Promise<boolean> => {
    const program = testIn(text)
    expect(classes(program)).toEqual([])
    const { answers } = decide(program, await solver(), { model: defaultModel, liveness: false })
    return answers.every(({ verdict }) => verdict.kind === 'allowed')
  }

  test('a fence for the shared memory of its CTA, in that which has it and in another', async () => {
    const lines = `st.shared::cluster.u32 [d0.c0.b0:s], 5; fence.proxy.async.shared::cta;
      cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d0.c0.b0:s], [g], 4, [d0.c0.b0:m];`
    const text = `.global x; .global .u32 g = 7; .shared .u32 s; .shared .b64 m;
      ${first('d0.c0.b0.t0', lines)} ${first('d0.c0.b1.t0', lines)} check ([d0.c0.b0:s] == 5) as q;`
    expect(await allowed(text)).toBe(true)
  })
  test('the same, CTA by CTA', () => {
    const line = 'st.shared::cluster.u32 [d0.c0.b0:s], 5; fence.proxy.async.shared::cta;'
    const places = ['d0.c0.b0.t0', 'd0.c0.b0.t1', 'd0.c0.b1.t0', 'd0.c0.b1.t1']
    const text = (owner: string) =>
      `.global x; .shared .u32 s; ${places.map((place) => first(place, line.replace('b0', owner))).join(' ')}
       d0.c0.b2.t0 { } check ([x] == 4) as q;`
    expect(classes(testIn(text('b0')))).toEqual([2, 2])
    expect(classes(testIn(text('b2')))).toEqual([2, 2, 2])
  })
  test('acquire fences for two tensor maps', async () => {
    const lines = (map: string) =>
      `tensormap.replace.tile.global_address.global.b1024.b64 [map], n; fence.proxy.tensormap::generic.release.gpu;
       fence.proxy.tensormap::generic.acquire.gpu [${map}], 128;
       cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [map, {0}], [s];`
    const text = `.global x; .global .u32 g = 1; .global .u32 n = 2; .shared .u32 s;
      .global .tensormap map = tensor(g, {1}, {1}); .global .tensormap other = tensor(g, {1}, {1});
      ${first('d0.b0.t0', lines('map'))} ${first('d0.b0.t1', lines('other'))} check ([g] == 0) as q;`
    expect(await allowed(text)).toBe(true)
  })
})

test('threads that are alike are looked at in one order, unless executions are listed', async () => {
  const program = adders(apart, '[x] == 3')
  const [question] = program.questions
  if (question === undefined) throw new Error('a question is needed')
  const listed = witnesses(program, question, await solver(), { model: defaultModel, limit: 100 })
  expect(listed.found).toHaveLength(6)
  const text = (how: Preparation) => {
    const { problem } = prepare(program, defaultModel, how)
    return 'smt' in problem ? problem.smt.text : ''
  }
  expect(text({ breakSymmetry: true })).not.toBe(text({}))
  expect(text({ breakSymmetry: true, encoding: 'plain' })).toBe(text({ encoding: 'plain' }))
})

test('threads that are alike come in one order at one of their writes, and in any order at the others', async () => {
  const both = 'atom.add.relaxed.gpu r, [x], 1; atom.add.relaxed.gpu s, [y], 1;'
  const program = adders(apart.slice(0, 2), '(P0:r == 0 && P0:s == 1) || (P1:r == 0 && P1:s == 1)', both)
  expect(classes(program)).toEqual([2])
  const { answers } = decide(program, await solver(), { model: defaultModel, liveness: false })
  expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['allowed'])
})

test('seven threads that count lose nothing', async () => {
  const program = adders(
    Array.from({ length: 7 }, (_, i) => `d0.b${i}.t0`),
    '[x] < 7',
  )
  const [answer] = decide(program, await solver(), { model: defaultModel, timeout: 60_000, liveness: false }).answers
  expect(answer?.verdict.kind).toBe('forbidden')
})
