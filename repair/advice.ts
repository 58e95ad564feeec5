/** Advice for a program about which a search has no answer. */

import type { Program } from '../litmus/program.js'
import { groupBy } from '../source/group.js'
import { largest } from '../source/largest.js'

/** The threads of kernels above which fewer of them are likely to help. */
const mostThreads = 16

/**
 * Returns how to make a program of launched kernels smaller, in a sentence; undefined if it has no kernels, or has few
 * threads.
 */
export function smallerText({ threads, partial }: Pick<Program, 'threads' | 'partial'>): string | undefined {
  const inKernels = threads.flatMap((one) =>
    one.kind === 'device' && one.position.kernel !== undefined ? [one.position] : [],
  )
  if (inKernels.length <= mostThreads) return undefined
  const ofCta = groupBy(inKernels, ({ kernel, gpu, cta }) => `${kernel} ${gpu} ${cta}`)
  const inOne = largest([...ofCta.values()].map(({ length }) => length))
  const fewer = inOne === inKernels.length ? 'fewer threads' : 'fewer blocks or threads'
  const lanes =
    partial === undefined && inOne > 1
      ? ', or only the lanes in question: `lanes 0..1, 31` after the number of threads has neighbours and both ends of a warp'
      : ''
  return `The test is large, with ${inKernels.length} threads: launch ${fewer}${lanes}.`
}

/** Returns how to make a test smaller, as documents have it. */
export const adviceDocument = (test: Program): { readonly advice?: string } => {
  const advice = smallerText(test)
  return advice === undefined ? {} : { advice }
}
