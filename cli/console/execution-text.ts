/** How commands write executions as text. */

/** Returns the options of texts of executions. `room` is the width of the output, in characters, if it has one. */
export const executionText = (
  { width, whole }: { readonly width?: number | undefined; readonly whole: boolean },
  room: number | undefined,
) => ({ width: width ?? room, isWhole: whole, hint: '--whole shows everything' }) as const
