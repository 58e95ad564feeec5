/** The models that come with the tool. */

import { must } from '../source/must.js'
import type { Model } from './algebra/terms.js'
import { builtIn } from './built-in.js'

/** The built-in models, the default first. */
export const models: readonly Model[] = builtIn

const named = (name: string): Model =>
  must(
    models.find((model) => model.name === name),
    `a model ${name}`,
  )

export const ptx75: Model = named('ptx-7.5')
export const ptx60: Model = named('ptx-6.0')
export const nvlitmus: Model = named('nvlitmus')

/**
 * Returns the narrowest reading of what a model proposes, if it has one: the model of its name followed by `-strict`.
 */
export const strictForm = (model: Model): Model | undefined =>
  models.find(({ name }) => name === `${model.name}-strict`)

/** The default model: the first. */
export const defaultModel: Model = must(models[0], 'a model')
