/** The conditions of answers: what all executions need to end and nothing promises, and time-outs. Their fields in documents, and their words. */

import * as z from 'zod'

/**
 * Each field is present if every execution ends only with it. The other fields of the same answer are then also needed.
 */
export const needsReport = z.object({
  /** The kernels all of whose blocks must be resident at once. */
  endsIfResident: z.array(z.strictObject({ kernel: z.string(), blocks: z.int().nonnegative() })).optional(),
  /** The kernels and transfers of which some must start while others run; `host` if it waits without a call of the runtime while they start. */
  endsIfOverlapping: z.array(z.string()).optional(),
})

export type NeedsReport = z.infer<typeof needsReport>

/** Something that an answer may take for granted: a need, or that no wait times out. */
export type Condition = keyof NeedsReport | 'timeouts'

type Conditional = NeedsReport & { readonly timeouts?: readonly unknown[] | undefined }

/** The words for each condition: of one answer, after `if`, and of several answers, after `only if`. */
const words: {
  readonly [C in Condition]-?: { readonly one: (report: Conditional) => string | undefined; readonly several: string }
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
  timeouts: { one: ({ timeouts }) => timeouts && 'no wait times out', several: 'no wait times out' },
}

/** Returns the conditions of a report, in words: `all 2 blocks are resident`, `no wait times out`. */
export const conditionsOf = (report: Conditional): readonly string[] =>
  Object.values(words).flatMap(({ one }) => one(report) ?? [])

/** Returns whether a report has needs. */
export const hasNeeds = ({ endsIfResident, endsIfOverlapping }: NeedsReport): boolean =>
  endsIfResident !== undefined || endsIfOverlapping !== undefined

/** ` if all 2 blocks are resident, and if no wait times out`; nothing without conditions. */
export const ifText = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` if ${conditions.join(', and if ')}`

/** `all blocks are resident` */
export const conditionOfSeveral = (condition: Condition): string => words[condition].several

const listed = (all: readonly string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
