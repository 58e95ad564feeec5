/** Finds the threads that run the same text. Threads of a warp must, if they wait for each other. */

import { type Instruction, isBarrier } from '../litmus/instruction.js'
import { sameCta, warpOf } from '../litmus/position.js'
import type { DeviceThread, Program } from '../litmus/program.js'
import { diagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { all, fail, ok, type Result, then } from '../source/result.js'
import { writtenAt } from '../source/text.js'
import { type ThreadText, threadText } from './ptx/text.js'

/** A text that threads run. */
export interface PlannedCode {
  readonly text: ThreadText
  /** The threads of the test that run it. */
  readonly threads: readonly number[]
}

/**
 * Returns the texts of the threads, each once; `apart` gives each thread its own warp. Fails if threads of a warp meet
 * in instructions of different texts, and where `threadText` does.
 */
export function group(
  threads: readonly DeviceThread[],
  program: Program,
  apart: boolean,
): Result<readonly PlannedCode[]> {
  return then(all(threads.map((thread) => threadText(thread, program))), (texts) => {
    const codes: { text: ThreadText; threads: number[] }[] = []
    for (const [thread, text] of texts.entries()) {
      const one = must(threads[thread], 'a thread for each text')
      const same = codes.find((code) => code.text.lines.join() === text.lines.join() && sameMentions(code.text, text))
      const beside = codes.find(
        (code) => !apart && code.threads.some((other) => meet(one, must(threads[other], 'a thread'))),
      )
      if (same !== undefined) same.threads.push(thread)
      else if (beside === undefined) codes.push({ text, threads: [thread] })
      else {
        const other = must(threads[beside.threads[0] ?? 0], 'a thread')
        const shared = sharedText(beside.text, text, one, other)
        if (!shared.ok) return shared
        beside.text = shared.value
        beside.threads.push(thread)
      }
    }
    return ok(codes)
  })
}

const sameMentions = (a: ThreadText, b: ThreadText): boolean =>
  JSON.stringify(a.mentions) === JSON.stringify(b.mentions)

/** Returns whether two threads of a warp meet in an instruction that the warp executes together. */
const meet = (a: DeviceThread, b: DeviceThread): boolean =>
  sameCta(a.position, b.position) &&
  warpOf(a) === warpOf(b) &&
  [a, b].every(({ instructions }) => instructions.some(isBarrier)) &&
  [a, b].some(({ instructions }) => instructions.some(isOfWarp))

/**
 * Returns whether each thread can have its own warp, since nothing in the test depends on warps. Barriers of the CTA do
 * if they count threads, because they count whole warps.
 */
export const canBeApart = (threads: readonly DeviceThread[]): boolean =>
  !threads.some(({ instructions }) =>
    instructions.some(
      (one) =>
        one.kind === 'warp' ||
        one.kind === 'active-mask' ||
        (one.kind === 'named-barrier' && one.threads !== undefined),
    ),
  )

/**
 * Returns whether a warp executes an instruction as a whole. Warps arrive at barriers of a cluster as a whole, like at
 * aligned ones.
 */
const isOfWarp = (one: Instruction): boolean =>
  one.kind === 'cluster-barrier' ||
  one.kind === 'warp' ||
  one.kind === 'active-mask' ||
  (one.kind === 'named-barrier' && one.aligned)

/** Registers that tell the place of a thread, and have the same value in an instance as in the test. */
const ownPlace = /%(laneid|tid\.x|warpid)\b/

/** Returns the text of two threads that differ only in what they know about their place. */
function sharedText(a: ThreadText, b: ThreadText, one: DeviceThread, other: DeviceThread): Result<ThreadText> {
  const refused = fail(
    diagnostic(`${one.name} and ${other.name}, of one warp, meet in instructions of different texts`, one.span),
  )
  if (a.lines.length !== b.lines.length || !sameMentions(a, b)) return refused
  const lines = a.lines.map((line, i) => {
    const theirs = must(b.lines[i], 'as many lines')
    if (line === theirs) return line
    const written = one.instructions
      .map(({ span }) => writtenAt(span).replace(/;?$/, ';'))
      .find((text) => ownPlace.test(text) && destination(text) === destination(theirs))
    return written
  })
  const texts = lines.filter((line) => line !== undefined)
  return texts.length === lines.length ? ok({ ...a, lines: texts }) : refused
}

/** Returns the first operand of a line. */
const destination = (line: string): string | undefined => /^\S+\s+(\w+)\s*,/.exec(line)?.[1]
