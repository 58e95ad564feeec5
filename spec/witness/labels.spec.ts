import type { UndefinedStop } from '../../report/parts.js'
import type { Witness, WitnessEvent } from '../../report/witness.js'
import { besideTexts, undefinedReportTexts, undefinedTexts } from '../../witness/labels.js'

const threads = [0, 1, 2, 3, 4]
const at = { place: 'k.ptx:9:3' }

test('early accesses that differ in their part of a buffer are one line', () => {
  const stop = (thread: number): UndefinedStop => ({
    ...{ problem: 'too early', access: 'write', operation: 'read', memory: `buf[${thread}]`, because: [] },
    ...{ ...at, thread: `k.d0.b0.t${thread}`, instruction: 'st.shared.u32 [a], b' },
    issue: { thread: 'k.d0.b0.t0', instruction: 'cp.async.bulk', place: 'k.ptx:7:3' },
  })
  expect(undefinedTexts(threads.map(stop))).toEqual([
    'k.d0.b0.t0 to k.d0.b0.t4 at k.ptx:9:3: st.shared.u32 [a], b: buf[0] and so on, the source of `cp.async.bulk`, k.ptx:7:3, of k.d0.b0.t0, is written before the copy has read it',
  ])
})

test('early accesses to what several threads copy, each too weakly waited for, are one line', () => {
  const stop = (thread: number): UndefinedStop => ({
    ...{ problem: 'too early', access: 'read', operation: 'write', memory: `buf[${thread}]` },
    because: ['the wait at k.ptx:8, `cp.async.wait_group 1`, lets the operation be pending'],
    ...{ ...at, thread: `k.d0.b0.t${thread}`, instruction: 'ld.shared.u32 a, [b]' },
    issue: { thread: `k.d0.b0.t${thread + 1}`, instruction: 'cp.async.ca', place: 'k.ptx:7:3' },
  })
  expect(undefinedTexts(threads.map(stop))).toEqual([
    'k.d0.b0.t0 to k.d0.b0.t4 at k.ptx:9:3: ld.shared.u32 a, [b]: buf[0] and so on, the destination of `cp.async.ca`, k.ptx:7:3, of k.d0.b0.t1 and so on, is read before the copy has written it; the wait at k.ptx:8, `cp.async.wait_group 1`, lets the operation be pending',
  ])
})

test('misuses of a barrier that differ in the other thread are one line', () => {
  const stop = (thread: number): UndefinedStop => ({
    ...{ problem: 'divergent', other: `k.d0.b0.t${thread + 32}`, ...at },
    ...{ thread: `k.d0.b0.t${thread}`, instruction: 'bar.sync 0' },
  })
  expect(undefinedTexts(threads.map(stop))).toEqual([
    'k.d0.b0.t0 to k.d0.b0.t4 at k.ptx:9:3: bar.sync 0: k.d0.b0.t32 and so on, which runs the same text, goes on without it',
  ])
})

describe('unknown values that no event shows', () => {
  const names = ['k.d0.b0.t0', 'k.d0.b0.t1']
  const unknown: NonNullable<Witness['unknown']> = names.flatMap((thread) =>
    [1, 2, 3, 4, 5].map(
      (i) => ({ id: i, ...{ from: 'instruction', thread, what: `add.f32 %f${i}`, value: '0' }, ...at }) as const,
    ),
  )
  const witness = (events: Witness['events']): Parameters<typeof besideTexts>[0] => ({
    ...{ unknown, events },
    threads: names.map((name) => ({ name, instructions: [] })),
  })
  const texts = [1, 2, 3, 4, 5].map((i) => `k.d0.b0.t0 to t1 add.f32 %f${i} = 0`)

  test('are named once for several threads', () => {
    expect(besideTexts(witness([]))).toEqual([`unknown values: ${texts.join('  ')}`])
  })

  test('are the first few in the text of an argument', () => {
    expect(besideTexts(witness([]), false)).toEqual([`unknown values: ${texts.slice(0, 3).join('  ')}  ⋯ 2 more`])
  })

  test('do not include what an instruction is shown to return', () => {
    const returning = (thread: number, i: number): WitnessEvent => ({
      ...{
        id: 0,
        kind: 'barrier',
        thread,
        instruction: 0,
        text: `add.f32 %f${i}`,
        sets: [],
        guard: '',
        executed: true,
      },
      ...{ order: null, scope: null, proxy: null, address: null, location: null, value: '0' },
    })
    expect(besideTexts(witness([1, 2, 3, 4, 5].map((i) => returning(0, i))))).toEqual([
      `unknown values: ${texts.map((one) => one.replace('t0 to t1', 't1')).join('  ')}`,
    ])
  })
})

test('what is not decided beside a race has the race to mend first', () => {
  const undecided = 'whether undefined behaviour or a trap is reachable is undecided'
  expect(undefinedReportTexts({ undefined: null })).toEqual([undecided])
  expect(undefinedReportTexts({ undefined: null }, true)).toEqual([`${undecided}: mend the race first`])
  expect(undefinedReportTexts({ undefined: [] }, true)).toEqual([])
})
