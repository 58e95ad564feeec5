import { proposed, without } from './ptx-9.4.js'
import {
  after,
  alone,
  arrive,
  before,
  commit,
  cp,
  fill,
  ld,
  mma,
  program,
  races,
  relaxed,
  relinquish,
  st,
  tryWait,
  waitLd,
  waitSt,
} from './ptx-9.4.tcgen05.js'

describe('two warps (9.7.18.6.4.4)', () => {
  const loads = ({ wait = waitLd, first = before, order = relaxed, second = after } = {}) =>
    program(`${tryWait(order)} ${second} ${mma()}`, `${ld()} ${wait} ${first} ${arrive(order)}`, { free: '', last: '' })
  test('a load, handed back for a product', async () => {
    expect(await races(loads())).toBe('free')
    expect(await races(loads({ wait: '' }))).toBe('racy')
    expect(await races(loads({ first: '' }))).toBe('racy')
    expect(await races(loads({ second: '' }))).toBe('racy')
    expect(await races(loads({ order: '', first: '', second: '' }))).toBe('free, strict racy')
    expect(await races(loads({ order: '' }))).toBe('free')
  })
  const products = ({ commits = commit(), order = relaxed, second = after } = {}) =>
    program(`${mma()} ${commits}`, `${tryWait(order)} ${second} ${ld()} ${waitLd}`, { free: '', last: '' })
  test('a product, and then a load', async () => {
    expect(await races(products())).toBe('free')
    expect(await races(products({ second: '' }))).toBe('racy')
    expect(await races(products({ order: '', second: '' }))).toBe('free, strict racy')
    expect(await races(products({ second: relinquish }))).toBe('racy')
    expect(await races(products({ commits: `${before} ${arrive()}` }))).toBe('racy')
    expect(await races(products({ commits: `${commit('bar2')} ${arrive()}` }))).toBe('racy')
  })
  test('a thread that waits, and hands on', async () => {
    const handed = (lines: string, order = relaxed) =>
      program(
        `${mma()} ${commit()} ${tryWait(order)} ${lines} ${arrive(order, 'bar2')}`,
        `${tryWait(order, 'bar2')} ${after} ${ld()} ${waitLd}`,
        { free: '', last: '' },
      )
    expect(await races(handed(`${after} ${before}`))).toBe('free')
    expect(await races(handed(''))).toBe('free')
  })
  test('the wait for a load says nothing of a store before it', async () => {
    const handed = (waits: string) =>
      program(`${tryWait()} ${after} ${mma('t', '[t+32]')}`, `${st('t+32')} ${ld()} ${waits} ${before} ${arrive()}`, {
        free: '',
        last: '',
      })
    expect(await races(handed(waitLd))).toBe('racy')
    expect(await races(handed(`${waitLd} ${waitSt}`))).toBe('free')
  })
  test('products of two warps are never pipelined', async () => {
    const two = (first: string, second: string) =>
      program(`${first} ${before} ${arrive()}`, `${tryWait()} ${after} ${second}`, { free: '', last: '' })
    expect(await races(two(mma(), mma()))).toBe('racy')
    expect(await races(two(cp('t+32'), mma('t', '[t+32]')))).toBe('racy')
    expect(await races(two(st(), ld()))).toBe('racy')
  })
})

describe('two lanes of a warp (9.7.18.6.4.3)', () => {
  const lanes = (first: string, second: string) => program(first, second, { thread: 1, free: '', last: '' })
  const warp = 'bar.warp.sync 0x3;'
  test('pipelined pairs, in the order of the warp', async () => {
    const [copy, multiply] = [cp('t+32'), mma('t', '[t+32]')]
    expect(await races(lanes(`${copy} ${warp}`, `${warp} ${multiply}`))).toBe('free')
    expect(await races(lanes(`${warp} ${copy}`, `${warp} ${multiply}`))).toBe('racy')
    expect(await races(lanes(`${copy} ${before} ${arrive(relaxed)}`, `${tryWait(relaxed)} ${after} ${multiply}`))).toBe(
      'free',
    )
    expect(await races(lanes(`${copy} ${arrive(relaxed)}`, `${tryWait(relaxed)} ${multiply}`))).toBe('racy')
    expect(await races(lanes(`${copy} ${arrive()}`, `${tryWait()} ${multiply}`))).toBe('free, strict racy')
  })
})

test('the example of 9.7.18.11.1: fences around a flag, without completion', async () => {
  const flag = (order: string) => [`${before} ${arrive(order)}`, `${tryWait(order)} ${after}`] as const
  const [set, seen] = flag(relaxed)
  const example = (into: string, thread: number) =>
    program(`${cp('t+32')} ${set}`, `${seen} ${into}`, { thread, free: '', last: '' })
  const [asOperand, asAccumulator] = [mma('t', '[t+32]'), mma('t+32')]
  expect(await races(example(asOperand, 1))).toBe('free')
  expect(await races(example(asOperand, 128))).toBe('racy')
  expect(await races(example(asAccumulator, 1))).toBe('racy')
})

describe('each definition matters', () => {
  const two = (first: string, second: string) => program(first, second, { free: '', last: '' })
  test.each([
    ['pipelined', alone(`${mma()} ${mma()}`, { free: '' })],
    ['copied-before', alone(`${cp('t+32')} ${mma('t', '[t+32]')}`, { free: '' })],
    ['completed-and-fenced', two(`${mma()} ${commit()}`, `${tryWait(relaxed)} ${after} ${ld()} ${waitLd}`)],
    ['completed-before', two(`${mma()} ${commit()}`, `${tryWait()} ${ld()} ${waitLd}`)],
  ])('%s', async (name, text) => {
    expect(await races(text, [proposed])).toBe('free')
    expect(await races(text, [without(name)])).toBe('racy')
  })
})

describe('shared memory (9.7.18.6.5)', () => {
  const written = (lines: string) => program(`${lines} ${mma()} ${commit()} ${tryWait()}`, '', { free: '', last: '' })
  test('a generic write needs a fence of the async proxy before the product', async () => {
    expect(await races(written('st.shared.u32 [a], 1; fence.proxy.async;'), [proposed])).toBe('free')
    expect(await races(written('st.shared.u32 [a], 1;'), [proposed])).toBe('racy')
  })
  test('a buffer is reused once the product is complete', async () => {
    const reused = (lines: string) =>
      program(`${mma()} ${commit()} ${lines} st.shared.u32 [a], 1;`, '', { free: '', last: '' })
    expect(await races(reused(tryWait()))).toBe('free, strict racy')
    expect(await races(reused(`${tryWait()} fence.proxy.async;`))).toBe('free')
    expect(await races(reused(`${tryWait()} fence.proxy.alias;`))).toBe('free, strict racy')
    expect(await races(reused('fence.proxy.async;'))).toBe('racy')
    expect(await races(reused(tryWait(relaxed)), [proposed])).toBe('racy')
  })
})

test('a matrix that may be in the collector is read until the product is complete (9.7.18.10)', async () => {
  const kept = mma().replace('kind::f16', 'kind::f16.collector::a::lastuse')
  const reused = (lines: string) =>
    program(`${kept} ${commit()} ${lines} st.shared.u32 [a], 1;`, '', { free: '', last: '' })
  expect(await races(reused(tryWait()), [proposed])).toBe('free')
  expect(await races(reused(''), [proposed])).toBe('racy')
})

test('what fills a stage comes before what fills it again, by way of the product that reads it', async () => {
  const text = (handsBack: string) =>
    program(`${tryWait()} ${mma()} ${handsBack}`, `${fill} ${tryWait('', 'bar2')} ${fill}`, { free: '', last: '' })
  expect(await races(text(commit('bar2')))).toBe('free')
  expect(await races(text(arrive('', 'bar2')))).toBe('racy')
  expect(await races(text(commit('bar2')), [without('preserved-through-operation')])).toBe('racy')
})

test('a commit carries nothing else of its thread', async () => {
  const text = (extra: string) =>
    program(`st.shared.u32 [b], 1; ${extra} ${commit()}`, `${tryWait()} ld.shared.u32 x, [b];`, { free: '', last: '' })
  expect(await races(text(''), [proposed])).toBe('racy')
})
