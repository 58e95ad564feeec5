/** The translation units: sources that say in their first lines how they are compiled, once for each such line. */

import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'

const compilers = ['nvcc', 'nvrtc', 'triton', 'llc'] as const

export type CompilerName = (typeof compilers)[number]

export interface Unit {
  /** The name of the source without its ending, with a number appended from the second way to compile it on. */
  readonly name: string
  /** Its file, in the folder of the sources. */
  readonly source: string
  readonly compiler: CompilerName
  readonly flags: readonly string[]
}

/** Returns the units of a folder, in the order of their names. */
export const unitsIn = (folder: string): readonly Unit[] =>
  readdirSync(folder)
    .toSorted()
    .flatMap((source) => unitsOf(source, readFileSync(join(folder, source), 'utf8')))

/**
 * Returns the units of a source: one for each of its first lines that is a comment with the name of a compiler and its
 * flags.
 */
export function unitsOf(source: string, text: string): readonly Unit[] {
  const { name } = parse(source)
  const units: Unit[] = []
  for (const line of text.split('\n')) {
    const [word, ...flags] = line.replace(/^(\/\/|#|;) /, '').split(' ')
    const compiler = compilers.find((name) => name === word)
    if (compiler === undefined) break
    units.push({ name: units.length === 0 ? name : `${name} ${units.length + 1}`, source, compiler, flags })
  }
  if (units.length === 0) throw new Error(`the first line of ${source} does not say how to compile it`)
  return units
}
