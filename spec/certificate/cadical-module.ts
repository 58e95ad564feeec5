/** CaDiCaL for specs. */

import { type CadicalModule, loadCadical } from 'cadical-wasm'
import { once } from '../../source/once.js'

/** Returns CaDiCaL, which is loaded once. */
export const cadical: () => Promise<CadicalModule> = once(() => loadCadical())
