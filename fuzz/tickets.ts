/**
 * Small random programs whose threads take tickets at a counter, and do what depends on the ticket: only the thread with a
 * certain one, or each at an element of its own.
 */

import fc from 'fast-check'

const places = [['d0.b0.t0', 'd0.b1.t0', 'd0.b2.t0'], ['d0.b0.t0..2'], ['d0.b0.t0..1', 'd0.b1.t0']] as const

/** Takes a ticket: the first states are all different, or come back. */
const ticket = fc
  .tuple(
    fc.constantFrom('add', 'add', 'inc', 'exch'),
    fc.constantFrom('relaxed', 'acq_rel'),
    fc.integer({ min: 1, max: 2 }),
  )
  .map(([operation, order, operand]) => `atom.${operation}.${order}.gpu.u32 r1, [c], ${operand};`)

const action = fc.constantFrom(
  'st.weak.u32 [x], me;',
  'st.relaxed.gpu.u32 [x], 5;',
  'ld.weak.u32 r0, [x];',
  'ld.relaxed.gpu.u32 r0, [c];',
  'atom.add.relaxed.gpu.u32 r2, [x], me;',
  'red.relaxed.gpu.add.u32 [x], 2;',
)

const step = fc.oneof(
  { weight: 1, arbitrary: action },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('bne', 'beq', 'blt'), fc.nat(3), action)
      .map(([branch, number, line]) => `${branch} r1, ${number}, S#; ${line} S#:`),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('st.relaxed.gpu.u32 [t], me;', 'ld.weak.u32 r0, [t];')
      .map((line) => `blt 2, r1, S#; mul.wide.u32 o, r1, 4; mov.u64 t, a; add.u64 t, t, o; ${line} S#:`),
  },
)

/** Draws programs with threads of one text that take tickets. */
export const ticketPrograms = (): fc.Arbitrary<string> =>
  fc
    .record({
      places: fc.constantFrom(...places),
      before: fc.constantFrom('', '', '', 'st.weak.u32 [x], me;'),
      ticket,
      fence: fc.constantFrom('', 'fence.acq_rel.gpu;', 'fence.sc.gpu;'),
      steps: fc.array(step, { minLength: 1, maxLength: 1 }),
      asked: fc.record({
        thread: fc.nat(2),
        register: fc.nat(2),
        value: fc.nat(3),
        memory: fc.constantFrom('x', 'a[1]', 'c'),
      }),
    })
    .map(({ places, before, ticket, fence, steps, asked }) => {
      const lines = [
        'mov.u32 me, %tid.x; add.u32 me, me, 1; mov.u32 r0, 0; mov.u32 r2, 0;',
        before,
        ticket,
        fence,
        ...steps.map((line, i) => line.replaceAll('#', String(i))),
      ].filter((line) => line !== '')
      const threads = places.map((place) => `${place} {\n  ${lines.join('\n  ')}\n}`)
      const { thread, register, value, memory } = asked
      return `.global .u32 c; .global .u32 x; .global .u32 a[4];
${threads.join('\n')}
check (P${thread}:r${register} == ${value}) as one;
check (${memory} == ${value} && P${thread}:r1 == 0) as two;
`
    })
