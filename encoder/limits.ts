/** Sizes beyond which a program is not tried, each with the numbers in its message. */

import type { Program } from '../litmus/program.js'
import { groupBy } from '../source/group.js'
import { mostSteps, unroll } from './unroll.js'

/** Beyond these the formula outgrows the memory that z3 has in WebAssembly, or what a thread computes is nested too deeply. */
const mostInstructions = 1000
const mostAccesses = 300
const mostWrites = 48
const mostCharacters = 10_000_000

/** Why a program, its loops unrolled, is too large to be encoded, if it is. Coherence grows with the cube of the writes to one location. */
export function tooLarge({ threads, variables }: Program, bound: number): string | undefined {
  const unrolled = threads.map((thread) => unroll(thread, bound))
  if (unrolled.includes(undefined))
    return `unrolled ${bound} times, the test has more than ${mostSteps} instructions; tests are decided up to ${mostInstructions}`
  const steps = unrolled.flatMap((steps) => steps ?? [])
  if (steps.length > mostInstructions) return over(steps.length, 'instructions', mostInstructions)
  const instructions = steps.flatMap((step) => (step.kind === 'perform' ? [step.instruction] : []))
  const events = instructions.filter(({ kind }) => kind !== 'arithmetic')
  if (events.length > mostAccesses) return over(events.length, 'accesses, fences and barriers', mostAccesses)
  const written = instructions.flatMap((one) =>
    one.kind === 'store' || one.kind === 'atomic' ? [one.address.name] : [],
  )
  const byLocation = groupBy(written, (name) => variables.find((variable) => variable.name === name)?.location)
  const writes = Math.max(0, ...[...byLocation.values()].map((group) => group.length))
  return writes > mostWrites ? over(writes, 'writes to one location', mostWrites) : undefined
}

/** Why a formula is too long for z3, if it is. */
export const tooLong = (text: string): string | undefined =>
  text.length > mostCharacters ? over(text.length, 'characters of formula', mostCharacters) : undefined

const over = (count: number, what: string, limit: number): string =>
  `the test has ${count} ${what}; tests are decided up to ${limit}`
