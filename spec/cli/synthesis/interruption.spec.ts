import { setTimeout } from 'node:timers/promises'
import { untilInterrupted } from '../../../cli/synthesis/interruption.js'

const listeners = () => process.listenerCount('SIGINT')

test('Ctrl-C ends a search, and says so', () => {
  const { signal, end } = untilInterrupted(undefined)
  expect(signal.aborted).toBe(false)
  process.emit('SIGINT')
  expect(signal.aborted).toBe(true)
  expect(end()).toBe('interrupted')
})

test('so does the end of its time', async () => {
  const { signal, end } = untilInterrupted(1)
  await setTimeout(20)
  expect([signal.aborted, end()]).toEqual([true, 'late'])
})

test('the first event counts', async () => {
  const { end } = untilInterrupted(1)
  await setTimeout(20)
  process.emit('SIGINT')
  expect(end()).toBe('late')
})

test('a search that is stopped for another reason, or is complete, was not interrupted', async () => {
  const stopped = untilInterrupted(1)
  stopped.stop()
  expect([stopped.signal.aborted, stopped.end()]).toEqual([true, undefined])
  const complete = untilInterrupted(1)
  expect(complete.end()).toBeUndefined()
  await setTimeout(20)
  expect(complete.signal.aborted).toBe(false)
})

test('afterwards, it ignores Ctrl-C', () => {
  const before = listeners()
  const { end } = untilInterrupted(undefined)
  expect(listeners()).toBe(before + 1)
  end()
  expect(listeners()).toBe(before)
})
