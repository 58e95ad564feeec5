/** The memory of this process, or thread, under Node. */

import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import type { MemoryLimit } from '../../source/memory-limit.js'

const megabyte = 2 ** 20

/** The part of Node's heap that may be in use: the rest is for garbage, without which nothing can be freed. */
const usable = 0.75

/** Returns the megabytes that Node's heap may take in this thread. */
export const mostOfHeap = (): number => Math.floor(getHeapStatistics().heap_size_limit / megabyte)

/** Returns the megabytes of a heap in which this many may be in use. */
export const heapFor = (megabytes: number): number => Math.ceil(megabytes / usable) + 100

/**
 * Returns the limit of this thread: what is given, or half of the machine's memory, and no more than the heap allows
 * (3.2 gigabytes, unless Node is started with another). `raisedBy` is the option that raises it.
 */
export const memoryOfThread = (raisedBy: string, given?: number): MemoryLimit => ({
  megabytes: Math.floor(Math.min(given ?? totalmem() / megabyte / 2, usable * mostOfHeap())),
  used: () => {
    const { used_heap_size: heap, external_memory: outside } = getHeapStatistics()
    return (heap + outside) / megabyte
  },
  raisedBy,
})

/** Raises the heap of a process, since Node fixes it at the start. */
export const byNode = 'NODE_OPTIONS=--max-old-space-size=MEGABYTES'
