/** Says what a process does if it takes long: from a thread, since the process itself may be busy until it ends. */

import { Worker } from 'node:worker_threads'

/** What a watcher says next, and when. */
export interface Watcher {
  /** Names what the process does now; an empty line ends it. */
  readonly show: (line: string) => void
  /** Gives a line that is said once, if the process is still at work when advice is due. */
  readonly advise: (line: string) => void
}

/** Where and when a watcher speaks. Times are in milliseconds from its start. */
export interface Watch {
  /** The file descriptor to which it writes. */
  readonly descriptor: number
  /** The times at which it says what the process does; after the last of them, as long again between two lines. */
  readonly times: readonly number[]
  /** The time from which it gives advice. */
  readonly advice: number
  /** Written before advice, such as the codes that clear a line of progress. */
  readonly before: string
}

/** A log gets few lines, and a reader the first before losing patience. */
export const usualTimes: readonly number[] = [10_000, 30_000, 60_000]
export const usualAdvice = 20_000

/** Matches the lines that say what takes long, which are no part of a result. */
export const ofWatcher = /^\d+ s: .*\n?/gm

/** The most bytes of a line. */
const most = 2048

/** The numbers that both sides see: how long each text is, 0 if there is none. */
const shown = 0
const advised = 1

/** The program of the thread. It waits without events, since the other side handles none while it is busy. */
const program = `
const { writeSync } = require('node:fs')
const { workerData } = require('node:worker_threads')
const { lengths, texts, descriptor, times, advice, before } = workerData
const start = Date.now()
const textAt = (which) => {
  const length = Atomics.load(lengths, which)
  return new TextDecoder().decode(texts.slice(which * ${most}, which * ${most} + length))
}
const write = (text) => { try { writeSync(descriptor, text) } catch {} }
const last = times.at(-1) ?? 60_000
let [next, isAdvised] = [0, false]
for (;;) {
  const due = next < times.length ? times[next] : last * (next - times.length + 2)
  const until = isAdvised || advice >= due ? due : advice
  Atomics.wait(lengths, 2, 0, Math.max(1, until - (Date.now() - start)))
  const line = textAt(${shown})
  if (until === due) {
    next += 1
    if (line !== '' && times.length > 0) write(Math.round((Date.now() - start) / 1000) + ' s: ' + line + '\\n')
  }
  if (!isAdvised && Date.now() - start >= advice) {
    isAdvised = true
    const text = textAt(${advised})
    if (text !== '' && line !== '') write(before + text + '\\n')
  }
}
`

/** Starts a thread that speaks as asked, and ends with the process. */
export function watching({ descriptor, times, advice, before }: Watch): Watcher {
  const lengths = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT))
  const texts = new Uint8Array(new SharedArrayBuffer(2 * most))
  new Worker(program, { eval: true, workerData: { lengths, texts, descriptor, times, advice, before } }).unref()
  const put = (which: number, line: string): void => {
    // The thread reads nothing of a text that is half written.
    Atomics.store(lengths, which, 0)
    const { written } = new TextEncoder().encodeInto(line, texts.subarray(which * most, (which + 1) * most))
    Atomics.store(lengths, which, written)
  }
  return { show: (line) => put(shown, line), advise: (line) => put(advised, line) }
}
