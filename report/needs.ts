/** What all executions need to end and nothing promises: a field of documents for each kind of need, and its words. */

import * as z from 'zod'

/**
 * Each field is present if every execution ends only with it. The other fields of the same answer are then also needed.
 */
export const needsReport = z.object({
  /** The kernels all of whose blocks must be resident at once. */
  endsIfResident: z.array(z.strictObject({ kernel: z.string(), blocks: z.int().nonnegative() })).optional(),
  /** The kernels and transfers of which some must start while others run. */
  endsIfOverlapping: z.array(z.string()).optional(),
})

export type NeedsReport = z.infer<typeof needsReport>

type Need = keyof NeedsReport

/** The words for each need: of one answer, after `ends if`, and of several, after `only if`. */
const words: {
  readonly [N in Need]-?: { readonly one: (report: NeedsReport) => string | undefined; readonly several: string }
} = {
  endsIfResident: {
    one: ({ endsIfResident: kernels }) =>
      kernels &&
      `${listed(kernels.map(({ kernel, blocks }) => `all ${blocks} blocks${kernels.length > 1 ? ` of ${kernel}` : ''}`))} are resident`,
    several: 'all blocks are resident',
  },
  endsIfOverlapping: {
    one: ({ endsIfOverlapping: tasks }) => tasks && `${listed(tasks)} overlap`,
    several: 'kernels overlap',
  },
}

/** `all 2 blocks are resident, and if first and second overlap`; undefined if nothing is needed. */
export function needsText(report: NeedsReport): string | undefined {
  const said = Object.values(words).flatMap(({ one }) => one(report) ?? [])
  return said.length === 0 ? undefined : said.join(', and if ')
}

/** `all blocks are resident` */
export const needOfSeveral = (need: Need): string => words[need].several

const listed = (all: readonly string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
