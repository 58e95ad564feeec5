import { outcomeOf } from '../../../bench/faults/outcome.js'

interface File {
  readonly name: string
  readonly status: 'passed' | 'failed'
  readonly tests: readonly (readonly [name: string, status: string])[]
  readonly message?: string
}

/** Returns the outcome of a run of jest over these spec files. */
const outcome = (...files: readonly File[]) =>
  outcomeOf(
    JSON.stringify({
      testResults: files.map(({ name, status, tests, message = '' }) => ({
        name,
        status,
        message,
        assertionResults: tests.map(([fullName, status]) => ({ fullName, status, failureMessages: [] })),
      })),
    }),
  )

const passing: File = { name: 'a.spec.ts', status: 'passed', tests: [['one', 'passed']] }
const failing: File = {
  name: 'b.spec.ts',
  status: 'failed',
  tests: [
    ['two', 'passed'],
    ['three', 'failed'],
    ['four', 'failed'],
  ],
}
const unloaded: File = { name: 'c.spec.ts', status: 'failed', tests: [], message: 'SyntaxError' }

test('a fault is caught by the first test that fails', () => {
  expect(outcome(passing, failing)).toEqual({ kind: 'fails', spec: 'b.spec.ts', test: 'three' })
  expect(outcome(unloaded, failing)).toEqual({ kind: 'fails', spec: 'b.spec.ts', test: 'three' })
})

test('and not if all pass', () => {
  expect(outcome(passing)).toEqual({ kind: 'passes' })
})

test('a spec file that does not load proves nothing', () => {
  expect(outcome(passing, unloaded)).toEqual({ kind: 'not run', why: 'c.spec.ts does not load: SyntaxError' })
})

test('nor does a run without tests', () => {
  expect(outcome()).toEqual({ kind: 'not run', why: 'no test ran' })
  expect(outcome({ ...passing, tests: [['one', 'pending']] })).toEqual({ kind: 'not run', why: 'no test ran' })
})
