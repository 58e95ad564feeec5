/** Reports the threads and time-outs that are left out of compiled kernels, for documents and texts. */

import type { Program } from '../litmus/program.js'
import type { PartialReport } from '../report/parts.js'
import { printable } from '../source/diagnostic.js'
import { placedAt, placesText } from './source.js'

/** Returns the launches of which some lanes of each warp are simulated, and the time-outs that are left out. */
export const partialReportOf = ({ partial, timeouts }: Pick<Program, 'partial' | 'timeouts'>): PartialReport => ({
  ...(timeouts === undefined ? {} : { timeouts: timeouts.map(({ kernel, span }) => ({ kernel, ...placedAt(span) })) }),
  ...(partial === undefined ? {} : { partial: partial.map((one) => ({ ...one })) }),
})

/** Returns a line for each launch with the number of threads that it leaves out, and a line for the time-outs. */
export const partialTexts = ({ partial = [], timeouts = [] }: PartialReport): readonly string[] => [
  ...partial.map(
    ({ kernel, lanes, simulated, threads }) =>
      `${lanes} of each warp of ${kernel}: ${simulated} of ${threads} threads are simulated`,
  ),
  ...(timeouts.length === 0 ? [] : [printable(`time-outs that are left out: ${placesText(timeouts)}`)]),
]
