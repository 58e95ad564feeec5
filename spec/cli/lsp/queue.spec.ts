import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { queueOf } from '../../../cli/lsp/queue.js'
import { workplace } from '../workplace.js'

const { write } = workplace()

/** Doubles numbers; ends on 3, and never answers 5. Reports with each the number of items that this thread has done. */
const script = pathToFileURL(
  write(
    'doubles.mjs',
    `import { parentPort } from 'node:worker_threads'
let count = 0
parentPort.on('message', (n) => {
  if (n === 3) process.exit(1)
  while (n === 5);
  parentPort.postMessage({ kind: 'result', result: [2 * n, ++count] })
  parentPort.postMessage({ kind: 'ready' })
})
parentPort.postMessage({ kind: 'ready' })`,
  ),
)

type Heard = readonly [item: number, result: readonly [number, number] | string]

/** Returns a queue that is ended after the test, and a way to ask it. */
function queue(limit?: number) {
  const one = queueOf<number, readonly [number, number]>(script, {
    workerData: async () => undefined,
    limit: () => limit,
  })
  const ask = (owner: string, item: number): Promise<Heard> =>
    new Promise((resolve) =>
      one.add({
        owner,
        item,
        onResult: (result) => resolve([item, result]),
        onFault: (reason) => resolve([item, reason]),
      }),
    )
  return { ask, ...one }
}

test('one thread does one item after the other', async () => {
  const { ask, end } = queue()
  expect(await Promise.all([ask('a', 1), ask('b', 2)])).toEqual([
    [1, [2, 1]],
    [2, [4, 2]],
  ])
  expect(await ask('a', 4)).toEqual([4, [8, 3]])
  await end()
})

test('dropped work is not waited for, and another thread does the rest', async () => {
  const { ask, drop, end } = queue()
  const heard: string[] = []
  await ask('a', 1)
  void ask('a', 5).then(() => heard.push('5'))
  void ask('a', 2).then(() => heard.push('2'))
  const other = ask('b', 4)
  await setTimeout(200)
  drop('a')
  expect(await other).toEqual([4, [8, 1]])
  expect(heard).toEqual([])
  await end()
})

test('a thread that ends costs one item, and so does one that takes too long', async () => {
  const { ask, end } = queue(500)
  expect(await Promise.all([ask('a', 3), ask('a', 4), ask('a', 5), ask('a', 6)])).toEqual([
    [3, 'the thread ended'],
    [4, [8, 1]],
    [5, 'the time limit was reached'],
    [6, [12, 1]],
  ])
  await end()
})

test('if no thread can start, each item faults', async () => {
  const none = queueOf<number, number>(script, { workerData: () => Promise.reject(new Error('no z3')) })
  const ask = (item: number): Promise<string> =>
    new Promise((resolve) => none.add({ owner: 'a', item, onResult: () => resolve('done'), onFault: resolve }))
  expect(await ask(1)).toBe('no z3')
  expect(await ask(2)).toBe('no z3')
  await none.end()
})
