/** Joins lines that are the same for many threads, such as those of a block. */

import { groupBy } from '../source/group.js'

/** The most threads with a line each. */
const mostApart = 3

/** The subject of a line: one item, or several that differ only in their threads. */
export interface Subject<T> {
  /** The names of the threads. */
  readonly text: string
  readonly isPlural: boolean
  /** Returns a part of the items, such as `a+4`, or `a+4 and so on` if they differ there. */
  readonly part: (of: (one: T) => string) => string
}

/**
 * Returns a line for each item, or one for all items that differ in the thread and in parts only, if there are many.
 * `line` writes an item with its subject.
 */
export function linesAlike<T extends { readonly thread: string }>(
  all: readonly T[],
  line: (one: T, subject: Subject<T>) => string,
): readonly string[] {
  const without: Subject<T> = { text: '', isPlural: false, part: () => '' }
  return [...groupBy(all, (one) => line(one, without)).values()].flatMap((group) => {
    const threads = [...new Set(group.map(({ thread }) => thread))]
    return threads.length > mostApart
      ? [line(group[0], { text: threadsText(threads), isPlural: true, part: partOf(group) })]
      : group.map((one) => line(one, subjectOf(one)))
  })
}

/** Returns the subject of a line about one item. */
export const subjectOf = <T extends { readonly thread: string }>(one: T): Subject<T> => ({
  text: one.thread,
  isPlural: false,
  part: (of) => of(one),
})

const partOf =
  <T>([first, ...others]: readonly [T, ...T[]]): Subject<T>['part'] =>
  (of) =>
    others.every((one) => of(one) === of(first)) ? of(first) : `${of(first)} and so on`

/** Returns `k.d0.b0.t1 to k.d0.b0.t63`, or `P0 and 4 others` if the numbers are not consecutive. */
function threadsText(names: readonly string[]): string {
  const [first = '', last = ''] = [names.at(0), names.at(-1)]
  const [prefix = '', start = ''] = numbered(first)
  const isRun = names.every((name, i) => {
    const [own, number] = numbered(name)
    return own === prefix && number !== undefined && Number(number) === Number(start) + i
  })
  return isRun ? `${first} to ${last}` : `${first} and ${names.length - 1} others`
}

/** Returns the names of threads, those with consecutive numbers as a range: `P0 to P23, P25`. */
export function rangesText(names: readonly string[]): string {
  const runs: string[][] = []
  for (const name of names) {
    const run = runs.at(-1)
    if (run !== undefined && isNext(run.at(-1) ?? '', name)) run.push(name)
    else runs.push([name])
  }
  return runs.flatMap((run) => (run.length > mostApart ? [`${run[0]} to ${run.at(-1)}`] : run)).join(', ')
}

/** Returns whether the second of two names is that of the first with the next number. */
function isNext(one: string, other: string): boolean {
  const [[prefix, number], [otherPrefix, next]] = [numbered(one), numbered(other)]
  return number !== undefined && next !== undefined && prefix === otherPrefix && Number(next) === Number(number) + 1
}

/** Returns the name of a thread without the number at its end, and that number. */
const numbered = (name: string): readonly string[] => /^(.*?)(\d+)$/.exec(name)?.slice(1) ?? []
