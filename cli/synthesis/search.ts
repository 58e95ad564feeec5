/** A search over sketches on several threads: results come in the order of the sketches. */

import { setImmediate } from 'node:timers/promises'
import { must } from '../../source/must.js'
import type { Sketch } from '../../synthesis/sketch.js'
import { classes, type SketchClass, sketches } from '../../synthesis/sketches.js'
import type { Vocabulary } from '../../synthesis/vocabulary.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { inOrder } from '../threads/in-order.js'
import { onThreads } from '../threads/threads.js'
import type { ThreadWork } from '../worker.js'
import type { Chunk, ChunkResult, SearchTask } from './work.js'

export interface SearchOptions {
  readonly instructions: number
  readonly jobs: number
  /** A part of the work: chunks whose index is `number - 1` modulo `of`. */
  readonly shard: { readonly number: number; readonly of: number }
  /** Sketches before this one are left out. */
  readonly from: number
  /** Called when a class is finished. If it returns true, no further class is started. */
  readonly isEnough: (done: SketchClass) => boolean
  readonly onChunk: (searched: SearchedChunk, result: ChunkResult) => void
  readonly signal: AbortSignal
}

interface SearchedChunk {
  readonly chunk: Chunk
  /** The class of all its sketches. */
  readonly inClass: SketchClass
  readonly index: number
}

/**
 * The number of sketches that a thread gets at once. With fewer, all threads are at work sooner; with more, more
 * sketches share their steps.
 */
const chunkSize = 256

/** The most chunks that wait for a thread. */
const ahead = 4

/** Resolves when all chunks are done, or enough of them, or the signal came. */
export async function search(
  task: SearchTask,
  { instructions, jobs, shard, from, isEnough, onChunk, signal }: SearchOptions,
  { threadScript }: Pick<CommandEnvironment, 'threadScript'>,
): Promise<void> {
  const work: ThreadWork = { kind: 'search sketches', by: { name: 'sat' }, task }
  const given = new Map<number, SearchedChunk>()
  let requests = 0
  let done = 0
  let wake = (): void => {}
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue())
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  const results = inOrder<ChunkResult>((index, result) => {
    const one = must(given.get(index), 'the chunk of a result')
    given.delete(index)
    onChunk(one, result)
  })
  async function* chunks(): AsyncGenerator<Chunk> {
    let inClass: SketchClass | undefined
    for (const one of chunksOf(instructions, task.vocabulary)) {
      if (inClass !== undefined && inClass !== one.inClass) {
        await until(() => done === requests)
        if (isEnough(inClass)) return
      }
      inClass = one.inClass
      if (signal.aborted) return
      const rest = one.chunk.sketches.slice(Math.max(0, from - one.chunk.first))
      if (rest.length === 0 || one.index % shard.of !== shard.number - 1) {
        // Ctrl-C and the end of the time are noticed only between turns.
        await setImmediate()
        continue
      }
      await until(() => requests - done < jobs * ahead)
      const chunk = { first: Math.max(from, one.chunk.first), sketches: rest }
      given.set(requests++, { ...one, chunk })
      yield chunk
      // Results of threads arrive between chunks.
      await setImmediate()
    }
    await until(() => done === requests)
    if (inClass !== undefined) isEnough(inClass)
  }
  await onThreads<Chunk, ChunkResult>(threadScript, { workerData: work, count: jobs }, chunks(), {
    onResult: (result, index) => {
      done += 1
      results.hear(index, result)
      wake()
    },
    onFault: (_, reason) => ({ kind: 'fault', reason }),
    signal,
  })
}

/** Yields all sketches in chunks, numbered from the smallest. */
function* chunksOf(instructions: number, vocabulary: Vocabulary): Generator<SearchedChunk> {
  let [first, index] = [0, 0]
  for (const inClass of classes(instructions, vocabulary)) {
    let chunk: Sketch[] = []
    for (const sketch of sketches(inClass, vocabulary)) {
      chunk.push(sketch)
      if (chunk.length < chunkSize) continue
      yield { chunk: { first, sketches: chunk }, inClass, index: index++ }
      first += chunk.length
      chunk = []
    }
    if (chunk.length === 0) continue
    yield { chunk: { first, sketches: chunk }, inClass, index: index++ }
    first += chunk.length
  }
}
