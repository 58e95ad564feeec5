/** The files of the built-in models, which users' models may include. */

import type { Open } from './algebra/cat/read.js'
import { library } from './library.js'

/** Returns the name of a built-in file in messages. */
const calledBuiltIn = (file: string): string => `<${file}>`

/**
 * Opens a built-in file, such as `ptx-common.cat`, if `beside` finds no file of that name. Built-in files include only
 * built-in files.
 */
export const openBuiltIn =
  (beside: Open): Open =>
  (path, from) => {
    const isBuiltIn = [...library.keys()].some((file) => from.name === calledBuiltIn(file))
    const neighbour = isBuiltIn ? undefined : beside(path, from)
    if (neighbour?.ok) return neighbour
    const text = library.get(path)
    if (text !== undefined) return { ok: true, source: { name: calledBuiltIn(path), text } }
    return neighbour ?? { ok: false, reason: 'no such file' }
  }
