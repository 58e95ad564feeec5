/** Loops that a thread enters in the middle, as compilers write those with several ways back. */

import type { FlatLine, Jump } from './lines.js'

interface FlatLoop {
  readonly before: readonly FlatLine[]
  /** The lines from its first label up to its last jump back. */
  readonly lines: readonly FlatLine[]
  readonly after: readonly FlatLine[]
  /** The other lines of the thread. */
  readonly around: readonly FlatLine[]
}

/**
 * Returns the lines of a loop with the label first that is the only entry for a thread. So a round is what the thread
 * executes between two visits of this label, whichever path leads back. Undefined if the thread enters it at its first
 * line, or by several labels.
 */
export function rotated({ before, lines, after, around }: FlatLoop): readonly FlatLine[] | undefined {
  if (fallsThrough(before)) return undefined
  const outside = [...around, ...before, ...after]
  const targets = new Set(outside.flatMap((one) => (one.kind === 'jump' ? [one.target] : [])))
  const entries = lines.flatMap((line, at) =>
    line.kind === 'label' && targets.has(line.name) ? [{ at, label: line }] : [],
  )
  const [entry, another] = entries
  if (entry === undefined || entry.at === 0 || another !== undefined) return undefined
  const { at, label } = entry
  const end = { ...label, name: `${label.name} end` }
  return [...lines.slice(at), jumpTo(end.name), ...lines.slice(0, at), jumpTo(label.name), end]
}

const jumpTo = (target: string): Jump => ({ kind: 'jump', when: undefined, target, guards: undefined })

/** Returns whether a thread may reach the end of these lines without a jump. */
function fallsThrough(before: readonly FlatLine[]): boolean {
  const last = before.at(-1)
  return last?.kind !== 'jump' || last.when !== undefined
}
