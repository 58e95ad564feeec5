/** One thread, which does one item of work at a time. */

import { Worker } from 'node:worker_threads'

/** What a script sends once, when it can take items. */
export const ready = 'ready'

export interface Thread<T> {
  /** Gives it an item, when it has none. If it is not done after so many milliseconds, the thread is ended. */
  readonly take: (item: T, milliseconds: number | undefined) => void
  /** Ends it, whatever it does; resolves once it has ended. */
  readonly end: () => Promise<unknown>
}

/** Why a thread ended: it took too long, or for a reason of its own. */
type ThreadEnd = { readonly kind: 'late' } | { readonly kind: 'fault'; readonly reason: string }

export interface ThreadEvents<R> {
  readonly onReady: () => void
  readonly onResult: (result: R) => void
  readonly onEnd: (end: ThreadEnd) => void
}

/** Starts a script that says when it is ready, and then answers each message with one. */
export function startThread<T, R>(
  script: URL,
  workerData: unknown,
  { onReady, onResult, onEnd }: ThreadEvents<R>,
): Thread<T> {
  const worker = new Worker(script, { workerData })
  let isLate = false
  let late: NodeJS.Timeout | undefined
  let reason = 'the thread ended'
  worker.on('message', (message: R | typeof ready) => {
    clearTimeout(late)
    if (isLate) return
    if (message === ready) onReady()
    else onResult(message)
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
