/** The files of the built-in models that models of users may include. */

import type { Open } from './algebra/cat/read.js'
import { library } from './library.js'

/** How messages call a file that comes with the tool. */
const calledBuiltIn = (file: string): string => `<${file}>`

/**
 * Opens a file that comes with the tool, such as `ptx-common.cat`, where `beside` finds none of its name. What a built-in file includes is built in.
 */
export const openBuiltIn =
  (beside: Open): Open =>
  (path, from) => {
    const isBuiltIn = [...library.keys()].some((file) => from.name === calledBuiltIn(file))
    const found = isBuiltIn ? undefined : beside(path, from)
    if (found?.ok) return found
    const text = library.get(path)
    if (text !== undefined) return { ok: true, source: { name: calledBuiltIn(path), text } }
    return found ?? { ok: false, reason: 'no such file' }
  }
