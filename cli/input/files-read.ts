/** The files that this run reads, which it must not replace. */

import { realpathSync } from 'node:fs'
import { ifThere } from './system.js'

const paths = new Set<string>()

/** Remembers that the run reads a file. */
export const noteRead = (path: string): void => {
  const real = ifThere(() => realpathSync(path))
  if (real !== undefined) paths.add(real)
}

/** Returns whether the run reads the file of that path, under this or another name. */
export const wasRead = (path: string): boolean => {
  const real = ifThere(() => realpathSync(path))
  return real !== undefined && paths.has(real)
}

/** Forgets which files were read: another run begins. */
export const forgetReads = (): void => paths.clear()
