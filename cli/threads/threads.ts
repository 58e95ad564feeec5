/** Work on several threads. */

import { Worker } from 'node:worker_threads'

/** What a script sends once, when it can take items. */
export const ready = 'ready'

export interface Threads<T, R> {
  /** Hears each result as it comes, the index of its item, how many are done, and how many items there are as far as is known. */
  readonly onResult: (result: R, index: number, done: number, known: number) => void
  /** What an item gives on which the script ends, whatever it is; the others are done by a new thread. */
  readonly onFault: (item: T, reason: string) => R
  /** After so many milliseconds with an item a thread is ended, and the item gives this. */
  readonly limit?: { readonly milliseconds: number; readonly onLate: (item: T) => R } | undefined
  /** Ends all threads; the items that are not done give nothing. */
  readonly signal?: AbortSignal
}

/**
 * The result for each item, in their order, from a script that says when it is ready and then answers each message with one. Items may come
 * one by one, while others are done; threads start with the first of them.
 */
export function onThreads<T, R>(
  script: URL,
  { workerData, count }: { readonly workerData: unknown; readonly count: number },
  items: Iterable<T> | AsyncIterable<T>,
  { onResult, onFault, limit, signal }: Threads<T, R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>()
  const workers = new Set<Worker>()
  const waiting: Numbered<T>[] = []
  const idle: ((next: Numbered<T>) => void)[] = []
  let known = 0
  let areAllKnown = false
  /** Threads that never became ready while nothing was waiting: each costs an item all the same, so that this ends. */
  let faults = 0
  return new Promise((resolve, reject) => {
    const end = () => {
      for (const worker of workers) void worker.terminate()
      resolve(Array.from({ length: known }, (_, i) => results.get(i)).filter((result) => result !== undefined))
    }
    signal?.addEventListener('abort', end)
    const finish = (index: number, result: R) => {
      results.set(index, result)
      onResult(result, index, results.size, known)
      if (areAllKnown && results.size === known) end()
    }
    const startOneMore = () => {
      if (waiting.length > 0 && workers.size < count) start()
    }
    const add = (next: Numbered<T>) => {
      if (faults > 0) {
        faults--
        finish(next.index, onFault(next.item, 'the thread ended'))
        return
      }
      const take = idle.shift()
      if (take !== undefined) take(next)
      else {
        waiting.push(next)
        startOneMore()
      }
    }
    const start = () => {
      const worker = new Worker(script, { workerData })
      workers.add(worker)
      let current: Numbered<T> | undefined
      let late: NodeJS.Timeout | undefined
      let isReady = false
      let isLate = false
      const take = (next: Numbered<T>) => {
        current = next
        worker.postMessage(next.item)
        if (limit === undefined) return
        late = setTimeout(() => {
          isLate = true
          void worker.terminate()
        }, limit.milliseconds)
      }
      worker.on('message', (message: R | typeof ready) => {
        clearTimeout(late)
        if (isLate) return
        isReady = true
        const done = current
        current = undefined
        const next = waiting.shift()
        if (next === undefined) idle.push(take)
        else take(next)
        if (message !== ready && done !== undefined) finish(done.index, message)
      })
      let reason = 'the thread ended'
      worker.on('error', ({ message }) => {
        reason = message
      })
      worker.on('exit', () => {
        clearTimeout(late)
        workers.delete(worker)
        idle.splice(0, idle.length, ...idle.filter((other) => other !== take))
        if (signal?.aborted) return
        const lost = current ?? (isReady ? undefined : waiting.shift())
        if (lost !== undefined)
          finish(lost.index, isLate && limit !== undefined ? limit.onLate(lost.item) : onFault(lost.item, reason))
        else if (!isReady) faults++
        startOneMore()
      })
    }
    const addAll = async () => {
      for await (const item of items) {
        if (signal?.aborted) return
        add({ index: known++, item })
      }
      areAllKnown = true
      if (results.size === known) end()
    }
    addAll().catch(reject)
  })
}

interface Numbered<T> {
  readonly index: number
  readonly item: T
}
