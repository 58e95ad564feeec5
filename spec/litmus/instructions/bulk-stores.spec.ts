import { printProgram } from '../../../litmus/print.js'
import { readTests } from '../../../litmus/read.js'
import { testIn } from '../../support.js'

const around = (line: string): string =>
  `.shared .u32 x[4]; .global .u32 g; d0.b0.t0 { mov.u32 n, 8; ${line} } check (x[0] == 0) as q;`

describe('st.bulk', () => {
  test.each([
    ['st.bulk [x], 16, 0;', 'st.bulk [x[0]], 16, 0;'],
    ['st.bulk.weak.shared::cta [x+8], n, 0;', 'st.bulk.weak.shared::cta [x[2]], n, 0;'],
  ])('%s', (line, again) => {
    const program = testIn(around(line))
    const printed = printProgram(program, 'nvlitmus')
    expect(printed).toContain(again)
    expect(program.threads[0]?.instructions[1]?.kind).toBe('range-access')
  })
  test.each([
    ['st.bulk [x], 12, 0;', 'the size is a multiple of 8, up to 16777216; not 12'],
    ['st.bulk [x], 16777224, 0;', 'the size is a multiple of 8, up to 16777216; not 16777224'],
    ['st.bulk [x], 16, 1;', '`st.bulk` stores zeros: the last operand is 0'],
    ['st.bulk [x], 16;', '2 operands given; the form is `st.bulk [a], size, 0`'],
    ['st.bulk.global [g], 8, 0;', "`st.bulk` is of the shared memory of the thread's CTA: write `.shared::cta`"],
    ['st.bulk.relaxed [x], 8, 0;', '`.relaxed` has no meaning for `st.bulk`; `st.bulk` takes `.weak`'],
  ])('%s fails', (line, expected) => {
    expect(
      readTests({ name: 'spec', text: around(line) })
        .diagnostics.map(({ message }) => message)
        .join('; '),
    ).toBe(expected)
  })
})
