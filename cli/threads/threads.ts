/** Work on several threads. */

import { must } from '../../source/must.js'
import { startThread, type Thread, type ThreadStart } from './thread.js'

export interface Threads<T, R> {
  /**
   * Receives each result as it arrives, the index of its item, how many are done, and how many items are known so far.
   */
  readonly onResult: (result: R, index: number, done: number, total: number) => void
  /**
   * Returns the result for an item on which the script ends, for whatever reason. A new thread does the other items.
   */
  readonly onFault: (item: T, reason: string) => R
  /** After this many milliseconds with an item, a thread is ended, and this is the result for the item. */
  readonly limit?: { readonly milliseconds: number; readonly onLate: (item: T) => R } | undefined
  /** Ends all threads, or lets none start. Items that are not done have no result. */
  readonly signal?: AbortSignal
}

interface Numbered<T> {
  readonly index: number
  readonly item: T
}

/**
 * Yields the result for each item, in their order, from threads that run the script (see `startThread`). Items may
 * arrive one by one, while others are done. Threads start with the first item, and all have ended when the results are
 * complete.
 */
export function onThreads<T, R>(
  script: URL,
  { count, ...start }: ThreadStart & { readonly count: number },
  items: Iterable<T> | AsyncIterable<T>,
  { onResult, onFault, limit, signal }: Threads<T, R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>()
  const threads = new Set<Thread<T>>()
  const waiting: Numbered<T>[] = []
  const idle: ((next: Numbered<T>) => void)[] = []
  let total = 0
  let areAllKnown = false
  let isOver = false
  /** The number of threads that never became ready while nothing was waiting. Each costs an item, so that this ends. */
  let faults = 0
  const endAll = (): Promise<unknown> => {
    isOver = true
    return Promise.all([...threads].map((thread) => thread.end()))
  }
  return new Promise((resolve, reject) => {
    const end = (): void => {
      const inOrder = Array.from({ length: total }, (_, i) => results.get(i)).filter((result) => result !== undefined)
      endAll().then(() => resolve(inOrder), reject)
    }
    if (signal?.aborted) {
      end()
      return
    }
    signal?.addEventListener('abort', end)
    const endIfDone = (): void => {
      if (areAllKnown && results.size === total) end()
    }
    const finish = (index: number, result: R): void => {
      results.set(index, result)
      onResult(result, index, results.size, total)
      endIfDone()
    }
    const startOneMore = (): void => {
      if (waiting.length > 0 && threads.size < count) startOne()
    }
    const add = (next: Numbered<T>): void => {
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
    const startOne = (): void => {
      let current: Numbered<T> | undefined
      let isReady = false
      const take = (next: Numbered<T>): void => {
        current = next
        thread.take(next.item, limit?.milliseconds)
      }
      const takeNext = (): void => {
        const next = waiting.shift()
        if (next === undefined) idle.push(take)
        else take(next)
      }
      const thread = startThread<T, R>(script, start, {
        onReady: () => {
          isReady = true
          if (!isOver) takeNext()
        },
        onResult: (result) => {
          if (isOver) return
          const { index } = must(current, 'an item that the thread was given')
          current = undefined
          finish(index, result)
        },
        onEnd: (end) => {
          threads.delete(thread)
          if (isOver) return
          idle.splice(0, idle.length, ...idle.filter((other) => other !== take))
          const lost = current ?? (isReady ? undefined : waiting.shift())
          if (lost === undefined) {
            if (!isReady) faults++
          } else if (end.kind === 'fault') finish(lost.index, onFault(lost.item, end.reason))
          else finish(lost.index, must(limit, 'a limit that was crossed').onLate(lost.item))
          startOneMore()
        },
      })
      threads.add(thread)
    }
    const addAll = async (): Promise<void> => {
      for await (const item of items) {
        if (isOver) return
        add({ index: total++, item })
      }
      areAllKnown = true
      endIfDone()
    }
    addAll().catch((error: unknown) => endAll().finally(() => reject(error)))
  })
}
