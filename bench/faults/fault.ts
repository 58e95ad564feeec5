/** A fault that a developer could make, to be planted in a copy of the sources. */

/** The areas that the specs must protect, in the order of the table. */
export const groups = [
  'cat files',
  'base relations',
  'reads-from',
  'coherence',
  'symmetry breaking',
  'arguments of executions',
  'unknown values',
  'loop reduction',
  'liveness',
  'undefined behaviour',
  'matrix instructions',
  'widths and scopes',
  'repairs',
  'exit statuses',
  'JSON fields',
  'audits',
  'certificates',
  'solvers',
  'machine code',
] as const

type Group = (typeof groups)[number]

export interface Fault {
  readonly name: string
  readonly group: Group
  /** The resulting misbehaviour of the program, in a sentence. */
  readonly says: string
  /** A path from the root of the checkout, as those of the specs are. */
  readonly file: string
  /** A text that the file has once. */
  readonly text: string
  readonly replacement: string
  /** The spec files that should catch it, the nearest first. */
  readonly specs: readonly [string, ...string[]]
}

/**
 * Returns the text of a file with a fault in it; undefined if it does not have the text that the fault replaces, or has
 * it twice.
 */
export function planted(
  { text, replacement }: Pick<Fault, 'text' | 'replacement'>,
  source: string,
): string | undefined {
  const [before, after, ...others] = source.split(text)
  return before === undefined || after === undefined || others.length > 0 ? undefined : before + replacement + after
}
