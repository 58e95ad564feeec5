import { ptx75 } from '../../../../axioms/models.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { outcomes } from '../../../../encoder/decide/outcomes.js'
import { buildEvents } from '../../../../encoder/events/events.js'
import { isMemory } from '../../../../encoder/events/graph/event.js'
import { threadAt } from '../../../../litmus/program.js'
import { compiledTest, moduleOf } from '../../../litmus/module/modules.js'
import { solver, verdicts } from '../../../support.js'

/**
 * Returns a kernel with eight elements of 32 bits at %out, and 16 bytes of local memory, whose generic address is %SP.
 */
const kernel = (body: string, asks: string) =>
  compiledTest(
    `module "k.ptx"; .global .u32 out[8]; host { k<<<1, 1>>>(out); cudaDeviceSynchronize(); } check (${asks}) as q;`,
    {
      'k.ptx': moduleOf(`.visible .entry k(.param .u64 p)
{
  .local .align 16 .b8 depot[16];
  .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %d<9>, %out, %SP, %SPL;
  mov.u64 %SPL, depot;
  cvta.local.u64 %SP, %SPL;
  ld.param.u64 %out, [p];
  ${body}
  ret;
}
`),
    },
  )

/** Returns how many accesses of the kernel are events. */
const accesses = (body: string): number => {
  const { program, events } = buildEvents(kernel(body, 'true'))
  return events.filter(
    (event) => isMemory(event) && event.origin && threadAt(program.threads, event.origin.thread).kind === 'device',
  ).length
}

const first = async (body: string, value: number): Promise<readonly string[]> => [
  ...(await verdicts(kernel(body, `out[0] == ${value}`))),
  ...(await verdicts(kernel(body, `out[0] != ${value}`))),
]
const always = ['allowed', 'forbidden']

test('spilled values have no events, whatever the address through which they are reached', async () => {
  const body = `mov.u32 %r1, 7; st.local.u32 [depot+4], %r1; st.u32 [%SP+8], 5;
    ld.u32 %r2, [%SP+4]; ld.local.u32 %r3, [%SPL+8]; add.u32 %r4, %r2, %r3; st.global.u32 [%out], %r4;`
  expect(accesses(body)).toBe(1)
  expect(await first(body, 12)).toEqual(always)
})

test('bytes that nothing reads are written in several widths without events', async () => {
  const writes = 'st.local.u64 [depot], %out; st.local.u32 [depot+4], 7; st.local.u32 [depot], 1;'
  expect(accesses(`${writes} st.global.u32 [%out], 5;`)).toBe(1)
  expect(await first(`${writes} st.global.u32 [%out], 5;`, 5)).toEqual(always)
  const reads = 'ld.local.u32 %r1, [depot+4]; st.global.u32 [%out], %r1;'
  for (const body of [`${writes} ${reads}`, `st.local.u32 [depot+4], 7; ${reads} st.local.u64 [depot], %out;`]) {
    expect(accesses(body)).toBeGreaterThan(1)
    expect(await first(body, 7)).toEqual(always)
  }
})

test('a pointer that was spilled is known again', async () => {
  const body = 'st.local.u64 [depot], %out; ld.local.u64 %d1, [depot]; st.u32 [%d1], 3;'
  expect(accesses(body)).toBe(1)
  expect(await first(body, 3)).toEqual(always)
})

test('paths that part and meet join its values, and guards are followed', async () => {
  const body = (value: number) => `ld.global.u32 %r1, [%out+4]; setp.eq.u32 %p1, %r1, ${value};
    st.local.u32 [depot], 1; @%p1 bra THERE; st.local.u32 [depot], 2; THERE: @!%p1 st.local.u32 [depot+4], 9;
    @%p1 st.local.u32 [depot+4], 8; ld.local.v2.u32 {%r2, %r3}, [depot]; mad.lo.u32 %r4, %r2, 10, %r3; st.global.u32 [%out], %r4;`
  expect(accesses(body(0))).toBe(2)
  expect(await first(body(0), 18)).toEqual(always)
  expect(await first(body(1), 29)).toEqual(always)
})

test('a loop that counts in local memory is executed to its end', async () => {
  const body = `st.local.u32 [depot], 0; mov.u32 %r5, 0;
    LOOP: add.u32 %r5, %r5, 2; ld.local.u32 %r1, [depot]; add.u32 %r1, %r1, 1; st.local.u32 [depot], %r1;
    ld.local.u32 %r2, [depot]; setp.lt.u32 %p1, %r2, 6; @%p1 bra LOOP; st.global.u32 [%out], %r5;`
  expect(accesses(body)).toBe(1)
  expect(await first(body, 12)).toEqual(always)
})

test('a round that writes local memory does not only wait', async () => {
  const body = `st.local.u32 [depot], 0;
    LOOP: ld.local.u32 %r1, [depot]; add.u32 %r1, %r1, 1; st.local.u32 [depot], %r1;
    ld.volatile.global.u32 %r2, [%out+4]; setp.eq.u32 %p1, %r2, %r1; @%p1 bra LOOP; ld.local.u32 %r1, [depot]; st.global.u32 [%out], %r1;`
  const { found } = outcomes(kernel(body, 'out[0] == 1'), await solver(), { model: ptx75, besides: [], limit: 9 })
  expect(found.map(({ values }) => values)).toEqual([[1n]])
})

test('a loop whose end depends on what its rounds leave in local memory runs again', async () => {
  const body = `st.local.u32 [depot], 2;
    LOOP: ld.local.u32 %r1, [depot]; sub.u32 %r1, %r1, 1; st.local.u32 [depot], %r1;
    ld.volatile.global.u32 %r2, [%out+4]; setp.ne.u32 %p1, %r2, %r1; @%p1 bra LOOP; add.u32 %r3, %r1, 5; st.global.u32 [%out], %r3;`
  expect(await first(body, 5)).toEqual(always)
})

test('bytes that accesses share in part, and elements that are computed, are events as they were', async () => {
  const parts = 'st.local.u32 [depot], 0x01020304; ld.local.u8 %r1, [depot+1]; st.global.u32 [%out], %r1;'
  expect(accesses(parts)).toBe(3)
  expect(await first(parts, 3)).toEqual(always)
  const index = `st.local.v4.u32 [depot], {1, 2, 3, 4}; atom.global.add.u32 %r1, [%out+4], 1; atom.global.add.u32 %r1, [%out+4], 1; mul.wide.u32 %d1, %r1, 4;
    add.u64 %d2, %SP, %d1; ld.u32 %r2, [%d2]; st.global.u32 [%out], %r2;`
  expect(accesses(index)).toBe(10)
  expect(await first(index, 2)).toEqual(always)
})

test('memory that was never written is unknown', async () => {
  const body = (before: string) => `${before} ld.local.u32 %r1, [depot]; st.global.u32 [%out], %r1;`
  expect(await first(body(''), 0)).toEqual(['allowed', 'allowed'])
  expect(
    await first(body('ld.global.u32 %r2, [%out+4]; setp.eq.u32 %p1, %r2, 1; @%p1 st.local.u32 [depot], 0;'), 0),
  ).toEqual(['allowed', 'allowed'])
})

test('a guarded store makes the value in memory depend on the sources of the guard', () => {
  const { data, ctrl } = buildEvents(
    kernel(
      `ld.relaxed.gpu.global.u32 %r1, [%out+4]; setp.ne.u32 %p1, %r1, 0; st.local.u32 [depot], 0;
       @%p1 st.local.u32 [depot], 1; ld.local.u32 %r2, [depot]; st.relaxed.gpu.global.u32 [%out], %r2;`,
      'true',
    ),
  )
  expect([data.length, ctrl.length]).toEqual([1, 0])
})

test('its values depend on the sources of addresses', () => {
  const { data } = buildEvents(
    kernel(
      `ld.relaxed.gpu.global.u32 %r1, [%out+4]; mul.wide.u32 %d1, %r1, 4; add.u64 %d2, %SP, %d1; st.u32 [%d2], 1;
       ld.local.u32 %r2, [depot]; st.relaxed.gpu.global.u32 [%out], %r2;`,
      'true',
    ),
  )
  expect(data).toHaveLength(1)
})

test('a loop whose only round is the first that uses it is cut like others', async () => {
  const body = `mov.u32 %r3, 0;
    LOOP: st.local.u32 [depot], %r3; add.u32 %r3, %r3, 1; ld.volatile.global.u32 %r2, [%out+4]; setp.eq.u32 %p1, %r2, 0; @%p1 bra LOOP;
    ld.local.u32 %r1, [depot]; st.global.u32 [%out], %r1;`
  const { answers } = decide(kernel(body, 'out[0] == 1'), await solver(), { model: ptx75, bound: 1 })
  expect(answers.map(({ verdict }) => verdict.kind)).toEqual(['undecided'])
})

test('an atomic there has events: it is not lost', async () => {
  const body =
    'st.u32 [%SP], 4; atom.relaxed.gpu.add.u32 %r1, [%SP], 3; ld.u32 %r2, [%SP]; mad.lo.u32 %r3, %r1, 10, %r2; st.global.u32 [%out], %r3;'
  expect(await first(body, 47)).toEqual(always)
})
