/** Work that one thread does, item by item; if the item in progress is no longer wanted, its thread is ended. */

import { timeReason } from '../../source/limited.js'
import { messageOf } from '../console/errors.js'
import { startThread, type Thread } from '../threads/thread.js'

/** Work for an owner, who may drop it. */
interface Job<T, R> {
  readonly owner: string
  readonly item: T
  readonly onResult: (result: R) => void
  /** Called when the thread has ended or took too long. */
  readonly onFault: (reason: string) => void
  /** Called when the owner of the item drops it. */
  readonly onDropped?: () => void
}

export interface Queue<T, R> {
  /** `first` puts the item before those that wait. */
  readonly add: (job: Job<T, R>, order?: 'first') => void
  /** Forgets the work of an owner, including the job in progress. */
  readonly drop: (owner: string) => void
  readonly end: () => Promise<unknown>
}

interface Settings<T> {
  readonly workerData: () => Promise<unknown>
  /** Returns the milliseconds after which a thread that does the item is ended. */
  readonly limit?: (item: T) => number | undefined
}

/**
 * Returns a queue without work. Its thread starts with the first job, runs the script, and is kept for those that
 * follow.
 */
export function queueOf<T, R>(script: URL, { workerData, limit = () => undefined }: Settings<T>): Queue<T, R> {
  let waiting: Job<T, R>[] = []
  let thread: Thread<T> | undefined
  let isReady = false
  let isStarting = false
  let isOver = false
  let current: Job<T, R> | undefined

  const next = (): void => {
    if (isOver || current !== undefined || waiting.length === 0) return
    if (thread === undefined) start().catch(giveUp)
    else if (isReady) {
      current = waiting.shift()
      isReady = false
      if (current !== undefined) thread.take(current.item, limit(current.item))
    }
  }
  const lose = (reason: string): void => {
    const lost = current ?? waiting.shift()
    current = undefined
    lost?.onFault(reason)
  }
  const giveUp = (error: unknown): void => {
    lose(messageOf(error))
    next()
  }
  const start = async (): Promise<void> => {
    if (isStarting) return
    isStarting = true
    const data = await workerData().finally(() => {
      isStarting = false
    })
    if (isOver) return
    isReady = false
    const own = startThread<T, R>(
      script,
      { workerData: data },
      {
        onReady: () => {
          if (thread !== own) return
          isReady = true
          next()
        },
        onResult: (result) => {
          if (thread !== own) return
          const done = current
          current = undefined
          done?.onResult(result)
        },
        onEnd: (end) => {
          if (thread !== own) return
          thread = undefined
          lose(end.kind === 'late' ? timeReason : end.reason)
          next()
        },
      },
    )
    thread = own
  }
  return {
    add: (job, order) => {
      if (order === 'first') waiting.unshift(job)
      else waiting.push(job)
      next()
    },
    drop: (owner) => {
      const dropped = [current, ...waiting].filter((job) => job?.owner === owner)
      waiting = waiting.filter((job) => job.owner !== owner)
      for (const job of dropped) job?.onDropped?.()
      if (current?.owner !== owner) return
      current = undefined
      const ended = thread
      thread = undefined
      void ended?.end()
      next()
    },
    end: async () => {
      isOver = true
      waiting = []
      await thread?.end()
    },
  }
}
