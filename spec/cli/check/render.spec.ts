import { columnWidths } from '../../../cli/check/render.js'
import { testIn } from '../../support.js'

test('columns are as wide as their contents, however many rows a template has', () => {
  const test = testIn('.global x;\nd0.b0.t0 { ld.weak r0, [x]; }\npermit (r0 == 0) as zero;')
  expect(columnWidths(Array.from({ length: 200_000 }, () => test))).toEqual({ test: 4, question: 4 })
})
