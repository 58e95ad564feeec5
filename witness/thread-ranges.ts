/** Names of threads in short: those that follow each other in a CTA as a range. */

/** Returns the names, with a range for threads whose numbers follow each other: `k.d0.b0.t1 to t31`. */
export function threadRanges(names: readonly string[]): readonly string[] {
  const ranges: { readonly cta: string; readonly first: number; last: number }[] = []
  const others: string[] = []
  for (const name of names) {
    const [, cta, digits] = /^(.*\.t)(\d+)$/.exec(name) ?? []
    if (cta === undefined || digits === undefined) {
      others.push(name)
      continue
    }
    const thread = Number(digits)
    const range = ranges.at(-1)
    if (range?.cta === cta && range.last + 1 === thread) range.last = thread
    else ranges.push({ cta, first: thread, last: thread })
  }
  return [...ranges.map(({ cta, first, last }) => `${cta}${first}${first === last ? '' : ` to t${last}`}`), ...others]
}
