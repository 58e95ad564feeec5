import { answersOf } from '../../answers/answer.js'
import { defaultModel } from '../../axioms/models.js'
import { bruteForce } from '../../encoder/decide/brute.js'
import { decide } from '../../encoder/decide/decide.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const all = 'st.release.gpu [f], 1;'
const until = (name: string): string => `L: ld.acquire.gpu r, [${name}]; bne r, 1, L;`

interface Asked {
  /** The options of the launch. */
  readonly options?: string
  readonly examined?: boolean
  readonly promised?: number
  readonly clusters?: true
  /** A kernel that depends on it. */
  readonly dependent?: string
}

/** Returns whether executions of a kernel of such blocks end, and what that needs. z3 and brute force must say the same. */
async function said(blocks: readonly string[], asked: Asked = {}): Promise<string> {
  const { options = '', examined = true, promised, clusters, dependent } = asked
  const [next, launch] =
    dependent === undefined ? ['', ''] : [`kernel d { d0.b0.t0 { ${dependent} } }`, 'd<<<1, 1, programmatic>>>();']
  const threads = blocks.map((text, i) => {
    const place = clusters ? `c${Math.floor(i / 2)}.b${i % 2}` : `b${i}`
    return `d0.${place}.t0 { ${text} }`
  })
  const test = testIn(`.global f; .global g; .global n;
    kernel k { ${threads.join('\n')} } ${next} host { k<<<${blocks.length}, 1${options}>>>(); ${launch} } check (true) as q;`)
  const z3 = await solver()
  const model = defaultModel
  const [byZ3, byBrute] = [
    answersOf(decide(test, z3, { model }), (one) => decide(one, z3, { model }), { examined, promised }),
    answersOf(bruteForce(test, model), (one) => bruteForce(one, model), { examined, promised }),
  ].map(([answer]) => {
    const { liveness, endsIfResident } = must(answer, 'an answer').liveness
    return `${liveness}${(endsIfResident ?? []).map(({ kernel, blocks }) => ` if ${blocks} of ${kernel}`).join('')}`
  })
  expect(byBrute).toBe(byZ3)
  return must(byZ3, 'what z3 says')
}

describe('a block that waits for another', () => {
  test('may keep it from starting, unless all are resident', async () => {
    expect(await said([all, until('f')])).toBe('ends if 2 of k')
    expect(await said([all, until('f')], { promised: 1 })).toBe('can hang')
    expect(await said([all, until('f')], { promised: 2 })).toBe('ends')
  })
  test('is examined where it is asked for, or where the launch says how many are resident', async () => {
    expect(await said([all, until('f')], { examined: false })).toBe('ends')
    expect(await said([all, until('f')], { examined: false, options: ', resident(1)' })).toBe('can hang')
  })
  test('counts on what its launch promises, whatever else is promised', async () => {
    expect(await said([all, until('f')], { options: ', resident(2)', promised: 1 })).toBe('ends')
    expect(await said([all, until('f')], { options: ', resident(1)', promised: 2 })).toBe('can hang')
  })
  test('leaves the other places to others, which end and give theirs back', async () => {
    const three = [all, until('f'), 'st [g], 1;']
    expect(await said(three, { promised: 1 })).toBe('can hang')
    expect(await said(three, { promised: 2 })).toBe('ends')
    expect(await said([all, until('f'), until('f')], { promised: 2 })).toBe('can hang')
    expect(await said([all, until('f'), until('f')], { promised: 3 })).toBe('ends')
  })
  test('needs nothing if it waits for a block that has started', async () => {
    const ticket = (own: string) => `atom.acq_rel.gpu.add t, [n], 1; beq t, 0, F; ${until('f')} F: ${own}`
    expect(await said([ticket(all), ticket(all)])).toBe('ends')
  })
  test('keeps a dependent kernel from starting with a block that has not triggered', async () => {
    const trigger = 'griddepcontrol.launch_dependents;'
    const blocks = [`${trigger} ${until('f')}`, trigger]
    expect(await said(blocks, { dependent: all, promised: 1 })).toBe('can hang')
    expect(await said(blocks, { dependent: all, promised: 2 })).toBe('ends')
  })
  test('hangs with all blocks resident all the same', async () => {
    expect(await said(['', until('f')])).toBe('hangs')
  })
  test('starts with the blocks of its cluster', async () => {
    const pair = [all, until('f')]
    expect(await said([...pair, '', ''], { clusters: true })).toBe('ends')
    expect(await said([all, '', until('f'), ''], { clusters: true, promised: 2 })).toBe('can hang')
    expect(await said([all, '', until('f'), ''], { clusters: true, promised: 3 })).toBe('can hang')
    expect(await said([all, '', until('f'), ''], { clusters: true, promised: 4 })).toBe('ends')
  })
})
