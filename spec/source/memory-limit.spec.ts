import { isMemoryReason, limitMemory, memoryMeter } from '../../source/memory-limit.js'
import { must } from '../../source/must.js'

afterEach(() => limitMemory(undefined))

test('without a limit, nothing is measured', () => {
  expect(memoryMeter()).toBeUndefined()
})

test('what was held before does not count, even if it is freed meanwhile', () => {
  let held = 5000
  limitMemory({ megabytes: 10, used: () => held, raisedBy: '--memory' })
  const meter = must(memoryMeter(), 'a meter')
  expect(meter.spent()).toBeUndefined()
  held = 5
  expect(meter.spent()).toBeUndefined()
  held = 15
  expect(meter.spent()).toBeUndefined()
  held = 16
  const reason = must(meter.spent(), 'a reason')
  expect(reason).toBe('the memory limit of 10 megabytes was reached; --memory raises it')
  expect(isMemoryReason(reason)).toBe(true)
})
