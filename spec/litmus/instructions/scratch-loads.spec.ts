import { printProgram } from '../../../litmus/print.js'
import { agreedVerdict, testIn } from '../../support.js'

const line = 'scratch.load.async.global.b32 r, [x]'
const test1 = (between: string): string =>
  `.global .u32 x; d0.b0.t0 { st.u32 [x], 1; ${between} ${line}; } check (r == 0) as q;`

test('is printed as it is read', () => {
  const program = testIn(test1(''))
  expect(program.threads[0]?.instructions[1]?.kind).toBe('scratch-load')
  expect(printProgram(program, 'nvlitmus')).toContain(line)
  expect(printProgram(testIn(printProgram(program, 'nvlitmus')), 'nvlitmus')).toBe(printProgram(program, 'nvlitmus'))
})

test('reads by the async proxy, which a fence orders', async () => {
  expect(await agreedVerdict(test1(''))).toBe('allowed')
  expect(await agreedVerdict(test1('fence.proxy.async;'))).toBe('forbidden')
})
