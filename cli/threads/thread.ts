/** A thread that does one item of work at a time. */

import { Worker } from 'node:worker_threads'

/** The messages of a script: it can take an item, or the result of the last one. */
type Message<R> = { readonly kind: 'ready' } | { readonly kind: 'result'; readonly result: R }

export const ready: Message<never> = { kind: 'ready' }
export const result = <R>(result: R): Message<R> => ({ kind: 'result', result })

export interface Thread<T> {
  /** Gives it an item if it has none. If the item is not done after this many milliseconds, the thread is ended. */
  readonly take: (item: T, milliseconds: number | undefined) => void
  /** Ends it, whatever it is doing, and resolves when it has ended. */
  readonly end: () => Promise<unknown>
}

/** The reason why a thread ended: it took too long, or it failed by itself. */
type ThreadEnd = { readonly kind: 'late' } | { readonly kind: 'fault'; readonly reason: string }

export interface ThreadEvents<R> {
  /** Called when the thread can take an item: at the start, and after each result. */
  readonly onReady: () => void
  readonly onResult: (result: R) => void
  readonly onEnd: (end: ThreadEnd) => void
}

/** What a thread starts with: its data, and the megabytes of its heap, if they are not the usual ones. */
export interface ThreadStart {
  readonly workerData: unknown
  readonly heap?: number | undefined
}

/** Starts a script that says when it is ready, and then returns a result for each item. */
export function startThread<T, R>(
  script: URL,
  { workerData, heap }: ThreadStart,
  { onReady, onResult, onEnd }: ThreadEvents<R>,
): Thread<T> {
  const worker = new Worker(script, {
    workerData,
    ...(heap === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heap } }),
  })
  let isLate = false
  let late: NodeJS.Timeout | undefined
  let reason = 'the thread ended'
  worker.on('message', (message: Message<R>) => {
    clearTimeout(late)
    if (isLate) return
    if (message.kind === 'ready') onReady()
    else onResult(message.result)
  })
  worker.on('error', ({ message }) => {
    reason = message
  })
  worker.on('exit', () => {
    clearTimeout(late)
    onEnd(isLate ? { kind: 'late' } : { kind: 'fault', reason })
  })
  return {
    take: (item, milliseconds) => {
      worker.postMessage(item)
      if (milliseconds === undefined) return
      late = setTimeout(() => {
        isLate = true
        void worker.terminate()
      }, milliseconds)
    },
    end: () => worker.terminate(),
  }
}
