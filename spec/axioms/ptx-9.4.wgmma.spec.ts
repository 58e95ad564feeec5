import type { Model } from '../../axioms/algebra/terms.js'
import { bruteRace, findRace } from '../../races/find-races.js'
import { solver, testIn } from '../support.js'
import { proposed, strict, without } from './ptx-9.4.js'
import { commit, fence, multiply, wait, warpgroup, whole } from './ptx-9.4.wgmma.js'

async function races(text: string, model: Model = proposed): Promise<string> {
  const program = testIn(text)
  const { kind } = findRace(program, await solver(), { model })
  const brute = bruteRace(program, { model, most: 500 })
  if (brute.kind !== 'undecided') expect(brute.kind).toBe(kind)
  return kind
}

const store = 'st.shared.u32 [tile], 1;'
const proxy = 'fence.proxy.async;'
const meet = 'bar.sync 0;'

describe('what comes before an operation', () => {
  /** A thread outside of the warpgroup writes. */
  const writes = (between: string, lines = `${meet} ${whole}`) =>
    warpgroup(lines, {}, `d0.b0.t128 { ${store} ${between} ${meet} }`)
  test('a write needs the fence of its proxy in its thread', async () => {
    expect(await races(writes(proxy))).toBe('race-free')
    expect(await races(writes(''))).toBe('racy')
    expect(await races(writes('fence.proxy.async.global;'))).toBe('racy')
    expect(await races(writes('', `${meet} ${proxy} ${whole}`))).toBe('racy')
  })
  test('a write comes before the fence of the warpgroup', async () => {
    expect(await races(writes(proxy, `${fence} ${meet} ${multiply()} ${commit} ${wait()}`))).toBe('racy')
  })
  test('each warp has a part of the operation', async () => {
    // Only the other warps wait for the write, and only they have a fence after it.
    const text = `${warpgroup(`${fence} ${multiply()} ${commit} ${wait()}`, { first: `${store} ${proxy}` })}`
    expect(await races(text)).toBe('race-free')
    expect(await races(text, strict)).toBe('racy')
    expect(await races(text, without('as-one'))).toBe('racy')
  })
})

describe('what comes after an operation', () => {
  const hands = (lines: string, others = '') =>
    warpgroup(`${fence} ${multiply()} ${commit} ${lines} ${meet}`, { last: store, others })
  test('a wait', async () => {
    expect(await races(hands(wait()))).toBe('race-free')
    expect(await races(hands(wait(1)))).toBe('racy')
    expect(await races(hands(`${commit} ${wait(1)}`))).toBe('race-free')
    expect(await races(hands(''))).toBe('racy')
    expect(await races(hands(wait()), without('over'))).toBe('racy')
  })
  test('the wait of one warp is enough, since the operation of the warpgroup ends as one', async () => {
    const one = warpgroup(`${fence} ${multiply()} ${commit} ${wait()}`, { last: store })
    expect(await races(one)).toBe('race-free')
    expect(await races(one, strict)).toBe('racy')
    expect(await races(one, without('as-one'))).toBe('racy')
  })
})
