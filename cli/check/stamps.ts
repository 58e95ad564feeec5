/** Finds out whether files have changed since they were last examined. */

import { statSync } from 'node:fs'

export interface Stamps {
  /** Looks at a file, before it is read. */
  readonly add: (path: string) => void
  /** Returns whether one of the files has changed, has come or is gone. */
  readonly haveChanged: () => boolean
  readonly paths: () => readonly string[]
}

/** Creates a record of files and their stamps, empty at first. */
export function stamps(): Stamps {
  const seen = new Map<string, string>()
  return {
    add: (path) => {
      if (!seen.has(path)) seen.set(path, stampOf(path))
    },
    haveChanged: () => [...seen].some(([path, stamp]) => stampOf(path) !== stamp),
    paths: () => [...seen.keys()],
  }
}

/** Returns a text that changes when the content does. Editors write a new file in place of the old one, or into it. */
function stampOf(path: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true })
    return `${ino} ${size} ${mtimeNs}`
  } catch {
    return ''
  }
}
