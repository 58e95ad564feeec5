import { startSat } from '../../../encoder/solver/sat.js'
import type { Solver } from '../../../encoder/solver/solver.js'
import { started } from '../../../web/worker/started.js'
import { passing as subject } from '../passing.js'

const none = Promise.resolve({})
/** Returns what is answered about the test, by a solver or by brute force. */
const by = (solver: 'sat' | 'brute', answer: string) => ({
  kind: 'given',
  value: { solver, tests: [{ questions: [{ answer: expect.stringContaining(answer) }] }] },
})

test('a solver that has run out of memory answers nothing more: a new one takes its place', async () => {
  const memories = [1, undefined]
  let starts = 0
  const start = (): Promise<Solver> => startSat({ memory: memories[starts++] })
  const { known, answer } = await started(start, none)
  expect(known).toEqual({ solver: expect.stringMatching(/^3\./), reason: undefined })
  expect(await answer(subject, { kind: 'check' })).toMatchObject(by('sat', 'undecided'))
  expect(await answer(subject, { kind: 'check' })).toMatchObject(by('sat', 'violated'))
  expect(await answer(subject, { kind: 'check' })).toMatchObject(by('sat', 'violated'))
  expect(starts).toBe(2)
})

test('where no solver starts, brute force answers, and the reason is known', async () => {
  const start = (): Promise<Solver> => Promise.reject(new Error('there is no WebAssembly'))
  const { known, answer } = await started(start, none)
  expect(known).toEqual({ solver: undefined, reason: 'there is no WebAssembly' })
  expect(await answer(subject, { kind: 'check' })).toMatchObject(by('brute', 'violated'))
})

test('an exception is an answer: a fault', async () => {
  const { answer } = await started(startSat, Promise.resolve({}))
  const broken = new Proxy(subject, {
    get: () => {
      throw new Error('broken')
    },
  })
  expect(await answer(broken, { kind: 'check' })).toEqual({ kind: 'fault', message: 'broken' })
})
