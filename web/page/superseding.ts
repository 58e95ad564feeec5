/** Which queries end the work on others: a worker that decides receives no messages, so a worker that is busy is ended. */

import type { Query } from '../protocol.js'

/** Returns whether a query may take long. Its answer is useless once the user looks at something else. */
const isLong = ({ kind }: Query): boolean =>
  ['outcomes', 'explain', 'remedies', 'races', 'repairs', 'audit'].includes(kind)

/** Returns whether a query is of no panel. Its answer is wanted whatever panel is shown. */
export const isAside = ({ kind }: Query): boolean => ['convert', 'cuda', 'drawn', 'hover', 'thumbnail'].includes(kind)

/** A query that is about to be asked. */
interface Next {
  readonly query: Query
  /** Whether it is about the subject of those that wait. */
  readonly isSameSubject: boolean
  /** Whether the panel is shown already, so that what it still waits for is wanted. */
  readonly isBeside: boolean
}

/** Returns whether the queries that wait for an answer are ended for the next one. */
export function isSuperseding(waiting: readonly Query[], { query, isSameSubject, isBeside }: Next): boolean {
  const isLeft = (one: Query): boolean => isLong(one) && JSON.stringify(one) !== JSON.stringify(query)
  const isAnother = !isSameSubject || (!isBeside && !isAside(query) && waiting.some(isLeft))
  return isAnother && waiting.some((one) => !isAside(one))
}
