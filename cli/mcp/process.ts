/** Runs a command in a process of its own, with limits: what a client asks for may be large. */

import { spawn } from 'node:child_process'

/** The limits of a call. */
export interface Limits {
  /** Milliseconds. */
  readonly time: number
  /** Megabytes of the heap. */
  readonly memory: number
}

/** What a command printed, and how it ended. */
export type Ended =
  | { readonly kind: 'ended'; readonly status: number; readonly stdout: string; readonly stderr: string }
  /** It was ended, or ended by itself without a status. */
  | { readonly kind: 'no result'; readonly reason: string }

/** The most bytes of an output that are kept. */
const mostOutput = 64 * 1024 * 1024

/** Runs a script of Node with those words. The signal ends it early. */
export const runLimited = (
  script: string,
  words: readonly string[],
  { time, memory }: Limits,
  signal: AbortSignal,
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${memory}`, script, ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const printed = { stdout: '', stderr: '' }
    let reason: string | undefined
    const end = (why: string): void => {
      reason ??= why
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => end(`the limit of ${time / 1000} s was reached`), time)
    const cancel = () => end('the call was cancelled')
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8')
      child[stream].on('data', (text: string) => {
        printed[stream] += text
        if (printed[stream].length > mostOutput) end('it printed too much')
      })
    }
    const done = (ended: Ended): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      resolve(ended)
    }
    child.on('error', ({ message }) => done({ kind: 'no result', reason: message }))
    child.on('close', (status) =>
      done(
        status === null || reason !== undefined
          ? { kind: 'no result', reason: reason ?? 'it ran out of memory, or a signal ended it' }
          : { kind: 'ended', status, ...printed },
      ),
    )
  })
