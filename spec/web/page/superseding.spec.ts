import { isSuperseding } from '../../../web/page/superseding.js'
import type { Query } from '../../../web/protocol.js'

const at = { test: 0, question: 0 } as const
const remedies: Query = { kind: 'remedies', ...at }
const races: Query = { kind: 'races', test: 0 }
const execution: Query = { kind: 'execution', ...at }
const tiny: Query = { kind: 'thumbnail', name: 'b.test', text: '' }
const same = { isSameSubject: true, isBeside: false }

test('a long query is ended when another panel is shown, and not when it is asked again', () => {
  expect(isSuperseding([races], { query: execution, ...same })).toBe(true)
  expect(isSuperseding([races], { query: remedies, ...same })).toBe(true)
  expect(isSuperseding([races], { query: races, ...same })).toBe(false)
  expect(isSuperseding([execution], { query: races, ...same })).toBe(false)
})

test('races that are marked in the text end no query of the panel that is shown', () => {
  expect(isSuperseding([remedies], { query: races, isSameSubject: true, isBeside: true })).toBe(false)
})

test('another text ends whatever waits, but what belongs to no panel', () => {
  const check: Query = { kind: 'check' }
  expect(isSuperseding([execution], { query: check, isSameSubject: false, isBeside: false })).toBe(true)
  expect(isSuperseding([tiny], { query: check, isSameSubject: false, isBeside: false })).toBe(false)
  expect(isSuperseding([tiny, remedies], { query: execution, ...same })).toBe(true)
  expect(isSuperseding([remedies], { query: tiny, ...same })).toBe(false)
  expect(isSuperseding([], { query: check, isSameSubject: false, isBeside: false })).toBe(false)
})
