/** The modules of the examples, which are the only ones that a page can open. */

import type { Modules } from '../protocol.js'

/** A module, by its path below the folder of the examples. */
interface KnownModule {
  readonly path: string
  readonly text: string
}

/** Returns the module that a test names: the one beside it, or if the test is in no folder, those of that name. */
export function modulesAt(test: string, path: string, modules: Modules): readonly KnownModule[] {
  const here = `${test.replace(/[^/]*$/, '')}${path}`
  const beside = modules[here]
  if (beside !== undefined) return [{ path: here, text: beside }]
  const name = path.replace(/^.*\//, '')
  return Object.entries(modules).flatMap(([at, text]) => (at.replace(/^.*\//, '') === name ? [{ path: at, text }] : []))
}
