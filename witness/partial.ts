/** Threads that launches leave out, for documents and texts. */

import type { Program } from '../litmus/program.js'
import type { PartialReport } from '../report/parts.js'

/** Returns the launches of which some lanes of each warp are simulated. */
export const partialReportOf = ({ partial }: Pick<Program, 'partial'>): PartialReport =>
  partial === undefined ? {} : { partial: partial.map((one) => ({ ...one })) }

/** Returns a line for each launch with the number of threads that it leaves out. */
export const partialTexts = ({ partial = [] }: PartialReport): readonly string[] =>
  partial.map(
    ({ kernel, lanes, simulated, threads }) =>
      `${lanes} of each warp of ${kernel}: ${simulated} of ${threads} threads are simulated`,
  )
