/** The files that a model may include. */

import type { Open } from '../../axioms/algebra/cat/read.js'
import { openBuiltIn } from '../../axioms/include.js'

/** Opens the built-in files: a page has no others. */
export const modelFiles: Open = openBuiltIn(() => ({ ok: false, reason: 'this page has no such file' }))
