/** Work on several threads. */

import { Worker } from 'node:worker_threads'

/**
 * The result for each item, in their order, from a script that answers each message with one. `onDone` hears how many are done. An
 * item on which the script ends, whatever it is, gives what `onFault` makes of it; the others are done by a new thread.
 */
export function onThreads<T, R>(
  script: URL,
  { workerData, count }: { readonly workerData: unknown; readonly count: number },
  items: readonly T[],
  { onDone, onFault }: { readonly onDone: (done: number) => void; readonly onFault: (item: T, reason: string) => R },
): Promise<readonly R[]> {
  const results = new Map<number, R>()
  let next = 0
  return new Promise((resolve) => {
    const finish = (index: number, result: R) => {
      results.set(index, result)
      onDone(results.size)
      if (results.size === items.length) resolve(items.flatMap((_, i) => results.get(i) ?? []))
    }
    const start = () => {
      const worker = new Worker(script, { workerData })
      let current = -1
      const proceed = () => {
        current = next++
        const item = items[current]
        if (item === undefined) void worker.terminate()
        else worker.postMessage(item)
      }
      worker.on('message', (result: R) => {
        const index = current
        proceed()
        finish(index, result)
      })
      let reason = 'the thread ended'
      worker.on('error', ({ message }) => {
        reason = message
      })
      worker.on('exit', () => {
        const item = items[current]
        if (item === undefined) return
        finish(current, onFault(item, reason))
        if (next < items.length) start()
      })
      proceed()
    }
    if (items.length === 0) resolve([])
    for (let i = 0; i < Math.min(count, items.length); i++) start()
  })
}
