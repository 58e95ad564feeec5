import { answersOf } from '../../../answers/answer.js'
import type { Demand } from '../../../answers/needs/needs.js'
import { defaultModel } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import { conditionsOf, ifText } from '../../../report/needs.js'
import { must } from '../../../source/must.js'
import { solver, testIn } from '../../support.js'

const all = 'st.release.gpu [f], 1;'
const until = (name: string): string => `L: ld.acquire.gpu r, [${name}]; bne r, 1, L;`

interface Asked {
  /** The options of the launch. */
  readonly options?: string
  readonly examined?: boolean
  readonly resident?: number
  readonly overlap?: boolean
  readonly clusters?: true
  /** A kernel that depends on it. */
  readonly dependent?: string
}

/** Returns whether executions of a kernel of such blocks end, and what that needs. z3 and brute force must agree. */
async function said(blocks: readonly string[], asked: Asked = {}): Promise<string> {
  const { options = '', examined = true, resident, overlap, clusters, dependent } = asked
  const [next, launch] =
    dependent === undefined ? ['', ''] : [`kernel d { d0.b0.t0 { ${dependent} } }`, 'd<<<1, 1, programmatic>>>();']
  const threads = blocks.map((text, i) => {
    const place = clusters ? `c${Math.floor(i / 2)}.b${i % 2}` : `b${i}`
    return `d0.${place}.t0 { ${text} }`
  })
  return saidOf(
    `kernel k { ${threads.join('\n')} } ${next} host { k<<<${blocks.length}, 1${options}>>>(); ${launch} }`,
    {
      examined,
      resident,
      overlap,
    },
  )
}

async function saidOf(text: string, demand: Demand = { examined: true }): Promise<string> {
  const test = testIn(`.global f; .global g; .global n; ${text} check (true) as q;`)
  const z3 = await solver()
  const model = defaultModel
  const [byZ3, byBrute] = [
    answersOf(decide(test, z3, { model }), (one) => decide(one, z3, { model }), demand),
    answersOf(bruteForce(test, model), (one) => bruteForce(one, model), demand),
  ].map(([answer]) => {
    const { liveness, ...needs } = must(answer, 'an answer').liveness
    return `${liveness}${ifText(conditionsOf(needs))}`
  })
  expect(byBrute).toBe(byZ3)
  return must(byZ3, 'what z3 says')
}

describe('a block that waits for another', () => {
  test('may keep it from starting, unless all are resident', async () => {
    expect(await said([all, until('f')])).toBe('ends if all 2 blocks are resident')
    expect(await said([all, until('f')], { resident: 1 })).toBe('can hang')
    expect(await said([all, until('f')], { resident: 2 })).toBe('ends')
  })
  test('is examined on request, or if the launch says how many are resident', async () => {
    expect(await said([all, until('f')], { examined: false })).toBe('ends')
    expect(await said([all, until('f')], { examined: false, options: ', resident(1)' })).toBe('can hang')
  })
  test('relies on what its launch promises, whatever else is promised', async () => {
    expect(await said([all, until('f')], { options: ', resident(2)', resident: 1 })).toBe('ends')
    expect(await said([all, until('f')], { options: ', resident(1)', resident: 2 })).toBe('can hang')
  })
  test('leaves the other places to blocks that end and free theirs', async () => {
    const three = [all, until('f'), 'st [g], 1;']
    expect(await said(three, { resident: 1 })).toBe('can hang')
    expect(await said(three, { resident: 2 })).toBe('ends')
    expect(await said([all, until('f'), until('f')], { resident: 2 })).toBe('can hang')
    expect(await said([all, until('f'), until('f')], { resident: 3 })).toBe('ends')
  })
  test('needs nothing if it waits for a block that has started', async () => {
    const ticket = (own: string) => `atom.acq_rel.gpu.add t, [n], 1; beq t, 0, F; ${until('f')} F: ${own}`
    expect(await said([ticket(all), ticket(all)])).toBe('ends')
  })
  test('keeps a dependent kernel from starting with a block that has not triggered', async () => {
    const trigger = 'griddepcontrol.launch_dependents;'
    const blocks = [`${trigger} ${until('f')}`, trigger]
    const so = { dependent: all, overlap: true }
    expect(await said(blocks, { ...so, resident: 1 })).toBe('can hang')
    expect(await said(blocks, { ...so, resident: 2 })).toBe('ends')
  })
  test('hangs even with all blocks resident', async () => {
    expect(await said(['', until('f')])).toBe('hangs')
  })
  test('starts with the blocks of its cluster', async () => {
    const pair = [all, until('f')]
    expect(await said([...pair, '', ''], { clusters: true })).toBe('ends')
    expect(await said([all, '', until('f'), ''], { clusters: true, resident: 2 })).toBe('can hang')
    expect(await said([all, '', until('f'), ''], { clusters: true, resident: 3 })).toBe('can hang')
    expect(await said([all, '', until('f'), ''], { clusters: true, resident: 4 })).toBe('ends')
  })
})

describe('a kernel that waits for another', () => {
  const k = (text: string) => `kernel k { d0.b0.t0 { ${text} } }`
  const l = (text: string) => `kernel l { d0.b0.t0 { ${text} } }`
  const trigger = 'griddepcontrol.launch_dependents;'
  const apart = 'host { k<<<1, 1, 0, s>>>(); l<<<1, 1, 0, t>>>(); }'
  const overlap = 'ends if k and l overlap'

  test('may keep it from starting, unless they overlap', async () => {
    const dependent = `${k(`${trigger} ${until('f')}`)} ${l(all)} host { k<<<1, 1>>>(); l<<<1, 1, programmatic>>>(); }`
    for (const text of [`${k(until('f'))} ${l(all)} ${apart}`, dependent]) {
      expect(await saidOf(text)).toBe(overlap)
      expect(await saidOf(text, { examined: false })).toBe('ends')
      expect(await saidOf(text, { examined: true, overlap: true })).toBe('ends')
      expect(await saidOf(text, { examined: false, overlap: false })).toBe('can hang')
    }
  })
  test('may start first, whichever is enqueued first', async () => {
    expect(await saidOf(`${k(all)} ${l(until('f'))} ${apart}`)).toBe(overlap)
  })
  test('needs nothing if calls order the two', async () => {
    const event = 'k<<<1, 1, 0, s>>>(); cudaEventRecord(e, s); cudaStreamWaitEvent(t, e); l<<<1, 1, 0, t>>>();'
    for (const calls of [
      'k<<<1, 1>>>(); l<<<1, 1>>>();',
      'k<<<1, 1, 0, s>>>(); cudaStreamSynchronize(s); l<<<1, 1, 0, t>>>();',
      event,
    ])
      expect(await saidOf(`${k(all)} ${l(until('f'))} host { ${calls} }`)).toBe('ends')
  })
  test.each([
    ['asks for the first', overlap, 'r0 = cudaStreamQuery(s);'],
    ['skips a wait for it by what it reads', overlap, 'ld r0, [g]; beq r0, 0, E; cudaStreamSynchronize(s); E:'],
    ['always skips a wait for it', overlap, 'goto E; cudaStreamSynchronize(s); E:'],
    ['waits for it in each round of a loop', 'hangs', 'L: cudaStreamSynchronize(s); ld r0, [g]; bne r0, 0, L;'],
  ])('and the host %s before it enqueues the second: %s', async (_, expected, calls) => {
    const first = k('L: ld.acquire.sys r, [f]; bne r, 1, L;')
    const text = `${first} ${l(all.replace('gpu', 'sys'))} host { k<<<1, 1, 0, s>>>(); ${calls} l<<<1, 1, 0, t>>>(); }`
    expect(await saidOf(text)).toBe(expected)
    expect(await saidOf(text, { examined: true, overlap: false })).toBe(expected === overlap ? 'can hang' : expected)
  })
  test('needs nothing of one that has completed according to a query', async () => {
    const polling = 'k<<<1, 1, 0, s>>>(); L: r0 = cudaStreamQuery(s); bne r0, 0, L; l<<<1, 1, 0, t>>>();'
    expect(await saidOf(`${k(all)} ${l(until('f'))} host { ${polling} }`)).toBe('ends')
    expect(await saidOf(`${k(until('f'))} ${l(all)} host { ${polling} }`)).toBe('hangs')
  })
  test('needs nothing of one for which it does not wait, nor of the host', async () => {
    const two = `kernel k { d0.b0.t0 { ${all} } d0.b0.t1 { ${until('f')} } } ${l('st [g], 1;')}`
    expect(await saidOf(`${two} host { k<<<1, 2, 0, s>>>(); l<<<1, 1, 0, t>>>(); }`)).toBe('ends')
    expect(
      await saidOf(
        `${k('ld.acquire.sys r, [f]; L: ld.acquire.sys r, [f]; bne r, 1, L;')} host { k<<<1, 1>>>(); st.release.sys [f], 1; }`,
      ),
    ).toBe('ends')
  })
  test('needs what the host waits for in between, including a transfer', async () => {
    const first = k('L: ld.acquire.sys r, [f]; bne r, 1, L;')
    const host = (call: string) =>
      `host { k<<<1, 1, 0, s>>>(); ${call} cudaStreamSynchronize(t); st.release.sys [f], 1; }`
    expect(await saidOf(`${first} ${l('')} ${host('l<<<1, 1, 0, t>>>();')}`)).toBe(overlap)
    const transfer = `${first} ${host('cudaMemsetAsync(g, 1, t);')}`
    expect(await saidOf(transfer)).toBe('ends if k and cudaMemsetAsync(g, 1) overlap')
    expect(await saidOf(transfer, { examined: false, overlap: false })).toBe('can hang')
  })
  test('needs blocks that start together if it waits for one as soon as another has started', async () => {
    const first = `${k(`ld.acquire.gpu r, [g]; beq r, 0, E; ${until('f')} E:`)}`
    const second = `kernel l { d0.b0.t0 { st.release.gpu [g], 1; } d0.b1.t0 { ${all} } }`
    const text = `${first} ${second} host { k<<<1, 1, 0, s>>>(); l<<<2, 1, 0, t>>>(); }`
    expect(await saidOf(text)).toBe('ends if all 2 blocks are resident')
    expect(await saidOf(text, { examined: true, resident: 2 })).toBe('ends')
    expect(await saidOf(text, { examined: true, overlap: true })).toBe('ends')
  })
  test('may need both', async () => {
    const blocks = `kernel k { d0.b0.t0 { ${trigger} ${until('f')} } d0.b1.t0 { } }`
    const text = `${blocks} ${l(all)} host { k<<<2, 1>>>(); l<<<1, 1, programmatic>>>(); }`
    expect(await saidOf(text)).toBe('ends if all 2 blocks are resident, and if k and l overlap')
  })
})

describe('a host that polls memory', () => {
  const all = 'st.release.sys [f], 1;'
  const until = 'L: ld.acquire.sys r0, [f]; bne r0, 1, L;'
  const query = 'L: r1 = cudaStreamQuery(s); ld.acquire.sys r0, [f]; bne r0, 1, L;'
  const k = (text: string) => `kernel k { d0.b0.t0 { ${text} } }`
  const launched = (after: string, kernel = all) => `${k(kernel)} host { k<<<1, 1, 0, s>>>(); ${after} }`

  // CUDA C++ execution model: Execution.Model.API.2, API.3 and API.4.
  test.each([
    ['without a call', until, 'ends if host and k overlap'],
    ['after one query', `r1 = cudaStreamQuery(s); ${until}`, 'ends if host and k overlap'],
    ['and asks in each round', query, 'ends'],
    ['after it has waited for the kernel', `cudaStreamSynchronize(s); ${until}`, 'ends'],
    [
      'after it may have waited for it',
      `ld r2, [g]; beq r2, 0, E; cudaStreamSynchronize(s); E: ${until}`,
      'ends if host and k overlap',
    ],
    [
      'and asks in some rounds',
      'L: ld.acquire.sys r0, [f]; beq r0, 1, E; ld r2, [g]; beq r2, 0, L; r1 = cudaStreamQuery(s); goto L; E:',
      'ends if host and k overlap',
    ],
  ])('%s: %s', async (_, after, expected) => {
    expect(await saidOf(launched(after))).toBe(expected)
    const isNeeded = expected !== 'ends'
    expect(await saidOf(launched(after), { examined: true, overlap: false })).toBe(isNeeded ? 'can hang' : 'ends')
    expect(await saidOf(launched(after), { examined: true, overlap: true })).toBe('ends')
  })
  test('needs nothing of a kernel that it launches later, or whose writes it does not wait for', async () => {
    expect(await saidOf(`${k(all)} host { st.release.sys [f], 1; ${until} k<<<1, 1>>>(); }`)).toBe('ends')
    expect(await saidOf(launched(`st.release.sys [f], 1; ${until}`, 'st [g], 1;'))).toBe('ends')
  })
  test('needs the blocks of a kernel, too: one that has started does not make others start', async () => {
    const two = `kernel k { d0.b0.t0 { st [g], 1; } d0.b1.t0 { ${all} } } host { k<<<2, 1>>>(); ${until} }`
    expect(await saidOf(two)).toBe('ends if host and k overlap')
  })
})

test('without an examination, answers say what they take for granted', async () => {
  const given = (text: string, demand: Demand) => {
    const test = testIn(`.global f; .global g; ${text} check (true) as q;`)
    const model = defaultModel
    return answersOf(bruteForce(test, model), (one) => bruteForce(one, model), demand)[0]?.liveness
  }
  const sets = 'st.release.sys [f], 1;'
  const two = `kernel k { d0.b0.t0 { ${sets} } d0.b1.t0 { ${until('f')} } }`
  const polls = `${two} host { k<<<2, 1>>>(); P: ld.acquire.sys h, [f]; beq h, 0, P; }`
  const both = ['all blocks are resident', 'kernels overlap']
  expect(given(polls, { examined: false })).toEqual({ liveness: 'ends', endsGiven: both })
  expect(given(polls, { examined: false, resident: 2, overlap: true })).toEqual({ liveness: 'ends' })
  expect(given(polls, { examined: true })?.endsGiven).toBeUndefined()
  expect(given(`${two} host { k<<<2, 1>>>(); }`, { examined: false })?.endsGiven).toEqual(both.slice(0, 1))
  // Nothing waits here.
  const plain = `kernel k { d0.b0.t0 { ${sets} } d0.b1.t0 { ${sets} } } host { k<<<2, 1>>>(); }`
  expect(given(plain, { examined: false })).toEqual({ liveness: 'ends' })
})
