import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { onThreads, type Threads } from '../../../cli/threads/threads.js'
import { workplace } from '../workplace.js'

const { write } = workplace()

/** Doubles numbers; ends on 3, never answers 5, and throws on 7. */
const script = () =>
  pathToFileURL(
    write(
      'doubles.mjs',
      `import { parentPort } from 'node:worker_threads'
parentPort.on('message', (n) => {
  if (n === 3) process.exit(1)
  while (n === 5);
  if (n === 7) throw new Error('seven')
  parentPort.postMessage({ kind: 'result', result: 2 * n })
  parentPort.postMessage({ kind: 'ready' })
})
parentPort.postMessage({ kind: 'ready' })`,
    ),
  )

const run = (items: Iterable<number> | AsyncIterable<number>, rest: Partial<Threads<number, number | string>> = {}) =>
  onThreads<number, number | string>(script(), { workerData: undefined, count: 2 }, items, {
    onResult: () => undefined,
    onFault: (item, reason) => `${item}: ${reason}`,
    ...rest,
  })

test('results come in the order of the items', async () => {
  expect(await run([1, 2, 4, 6, 8])).toEqual([2, 4, 8, 12, 16])
})

test('a thread that ends costs its item and no other', async () => {
  expect(await run([1, 3, 4, 7, 8, 3])).toEqual([2, '3: the thread ended', 8, '7: seven', 16, '3: the thread ended'])
})

test('a thread that does not answer in time costs its item and no other', async () => {
  const limit = { milliseconds: 300, onLate: (item: number) => `${item} is late` }
  expect(await run([1, 5, 4, 5, 8], { limit })).toEqual([2, '5 is late', 8, '5 is late', 16])
})

test('a script that cannot start faults each item', async () => {
  const none = onThreads<number, string>(new URL('file:///none.mjs'), { workerData: undefined, count: 2 }, [1, 2, 3], {
    onResult: () => undefined,
    onFault: (item) => `fault ${item}`,
  })
  expect(await none).toEqual(['fault 1', 'fault 2', 'fault 3'])
})

test('an interruption gives the results so far', async () => {
  const controller = new AbortController()
  const known = run([1, 5, 4, 6], {
    signal: controller.signal,
    onResult: (_, __, done) => done === 3 && controller.abort(),
  })
  expect(await known).toEqual([2, 8, 12])
})

test('threads have ended when the results are there', async () => {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const beating = pathToFileURL(
    write(
      'beats.mjs',
      `import { parentPort, workerData } from 'node:worker_threads'
parentPort.on('message', (n) => {
  while (n === 5) Atomics.add(workerData, 0, 1)
  parentPort.postMessage({ kind: 'result', result: n })
  parentPort.postMessage({ kind: 'ready' })
})
parentPort.postMessage({ kind: 'ready' })`,
    ),
  )
  const controller = new AbortController()
  const results = await onThreads<number, number>(beating, { workerData: beats, count: 2 }, [1, 5, 4], {
    onResult: (_, __, done) => done === 2 && controller.abort(),
    onFault: (item) => -item,
    signal: controller.signal,
  })
  const known = Atomics.load(beats, 0)
  expect(results).toEqual([1, 4])
  await setTimeout(50)
  expect(Atomics.load(beats, 0)).toBe(known)
})

test('an error of the items is thrown once all threads have ended', async () => {
  async function* failing(): AsyncGenerator<number> {
    yield 1
    await setTimeout(100)
    throw new Error('no more items')
  }
  await expect(run(failing())).rejects.toThrow('no more items')
})

/** Yields each item once the threads have had time to ask for more. */
async function* slowly(items: readonly number[]): AsyncGenerator<number> {
  for (const item of items) {
    yield item
    await setTimeout(100)
  }
}

test('items may come while other items are done', async () => {
  const known: number[] = []
  const results = await run(slowly([1, 3, 2, 4]), { onResult: (_, __, ___, most) => known.push(most) })
  expect(results).toEqual([2, '3: the thread ended', 4, 8])
  expect(known.at(-1)).toBe(4)
  expect(await run(slowly([]))).toEqual([])
})

test('a script that cannot start also faults items that come later', async () => {
  const none = onThreads<number, string>(
    new URL('file:///none.mjs'),
    { workerData: undefined, count: 2 },
    slowly([1, 2, 3]),
    { onResult: () => undefined, onFault: (item) => `fault ${item}` },
  )
  expect(await none).toEqual(['fault 1', 'fault 2', 'fault 3'])
})

test('an interruption before the first item: no thread starts', async () => {
  const results: number[] = []
  const items = run([1, 2], { signal: AbortSignal.abort(), onResult: (_, index) => results.push(index) })
  expect(await items).toEqual([])
  expect(results).toEqual([])
})
