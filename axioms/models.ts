/** The models that come with the tool. */

import type { Model } from './algebra/terms.js'
import { nvlitmus } from './nvlitmus.js'
import { ptx60 } from './ptx-6.0.js'
import { ptx75 } from './ptx-7.5.js'

export const models: readonly Model[] = [ptx75, ptx60, nvlitmus]

/** The model that decides unless another is named. */
export const defaultModel: Model = ptx75
