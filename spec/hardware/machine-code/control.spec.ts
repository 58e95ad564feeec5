import { controlOf } from '../../../hardware/machine-code/control.js'

test('the control information of an arrival at an mbarrier: it sets scoreboard 0', () => {
  expect(controlOf(0x000e240008100004n)).toEqual({ stall: 2, yields: false, writes: 0, reads: undefined, waits: [] })
})

test('the control information of an invalidation that waits for all scoreboards', () => {
  expect(controlOf(0x03ffe80002000000n)).toEqual({
    stall: 4,
    yields: false,
    writes: undefined,
    reads: undefined,
    waits: [0, 1, 2, 3, 4, 5],
  })
})

test('a wait for a phase sets a scoreboard for its operands and one for its result', () => {
  expect(controlOf(0x0010620008000044n)).toEqual({ stall: 1, yields: false, writes: 1, reads: 0, waits: [0] })
})

test('an exit stalls and yields', () => {
  expect(controlOf(0x000fc0000383ffffn)).toMatchObject({ stall: 0, yields: true, waits: [] })
})
