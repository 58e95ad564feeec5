/** Work on several threads. */

import { Worker } from 'node:worker_threads'

/** What a script sends once, when it can take items. */
export const ready = 'ready'

export interface Threads<T, R> {
  /** Hears each result as it comes, the index of its item, and how many are done. */
  readonly onResult: (result: R, index: number, done: number) => void
  /** What an item gives on which the script ends, whatever it is; the others are done by a new thread. */
  readonly onFault: (item: T, reason: string) => R
  /** After so many milliseconds with an item a thread is ended, and the item gives this. */
  readonly limit?: { readonly milliseconds: number; readonly onLate: (item: T) => R } | undefined
  /** Ends all threads; the items that are not done give nothing. */
  readonly signal?: AbortSignal
}

/** The result for each item, in their order, from a script that says when it is ready and then answers each message with one. */
export function onThreads<T, R>(
  script: URL,
  { workerData, count }: { readonly workerData: unknown; readonly count: number },
  items: readonly T[],
  { onResult, onFault, limit, signal }: Threads<T, R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>()
  const workers = new Set<Worker>()
  let next = 0
  return new Promise((resolve) => {
    const end = () => {
      for (const worker of workers) void worker.terminate()
      resolve(items.flatMap((_, i) => results.get(i) ?? []))
    }
    signal?.addEventListener('abort', end)
    const finish = (index: number, result: R) => {
      results.set(index, result)
      onResult(result, index, results.size)
      if (results.size === items.length) end()
    }
    const start = () => {
      const worker = new Worker(script, { workerData })
      workers.add(worker)
      let current = -1
      let late: NodeJS.Timeout | undefined
      let isLate = false
      const proceed = () => {
        current = next++
        const item = items[current]
        if (item === undefined) {
          void worker.terminate()
          return
        }
        worker.postMessage(item)
        if (limit === undefined) return
        late = setTimeout(() => {
          isLate = true
          void worker.terminate()
        }, limit.milliseconds)
      }
      worker.on('message', (message: R | typeof ready) => {
        clearTimeout(late)
        if (isLate) return
        const index = current
        proceed()
        if (message !== ready) finish(index, message)
      })
      let reason = 'the thread ended'
      worker.on('error', ({ message }) => {
        reason = message
      })
      worker.on('exit', () => {
        clearTimeout(late)
        workers.delete(worker)
        if (signal?.aborted) return
        // A thread that never became ready has no item yet; it costs one all the same, so that this ends.
        const index = current === -1 ? next++ : current
        const item = items[index]
        if (item === undefined) return
        finish(index, isLate && limit !== undefined ? limit.onLate(item) : onFault(item, reason))
        if (next < items.length) start()
      })
    }
    if (items.length === 0) resolve([])
    for (let i = 0; i < Math.min(count, items.length); i++) start()
  })
}
