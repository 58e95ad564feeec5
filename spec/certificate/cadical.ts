/** CaDiCaL for specs. */

import { startCadical } from '../../certificate/cadical.js'
import type { SatSolver } from '../../certificate/sat.js'
import { once } from '../../source/once.js'

/** Returns CaDiCaL, which is loaded once. */
export const cadical: () => Promise<SatSolver> = once(() => startCadical())
