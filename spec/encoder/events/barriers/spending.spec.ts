import { spending } from '../../../../encoder/events/barriers/spending.js'
import { limited } from '../../../../source/limited.js'
import { limitMemory } from '../../../../source/memory-limit.js'

describe('the work for the conditions of barriers is limited', () => {
  test('by what is read', () => {
    const spend = spending()
    expect(limited(() => spend(40_000_000))).toEqual({ built: undefined })
    expect(limited(() => spend(40_000_000))).toEqual({ tooLarge: expect.stringContaining('fewer lanes may help') })
  })
  test('by memory', () => {
    let used = 0
    limitMemory({ megabytes: 100, used: () => used, raisedBy: '--memory' })
    try {
      const spend = spending()
      expect(limited(() => spend(2_000_000))).toEqual({ built: undefined })
      used = 200
      expect(limited(() => spend(2_000_000))).toEqual({ tooLarge: expect.stringContaining('100 megabytes') })
    } finally {
      limitMemory(undefined)
    }
  })
})
