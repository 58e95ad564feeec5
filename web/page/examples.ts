/** The examples and the models that come with the page. */

import * as z from 'zod'

const texts = z.record(z.string(), z.string())

/** Texts by their paths below the folder of the examples. */
export type Texts = Readonly<z.infer<typeof texts>>

const examples = z.object({
  /** The models in cat, each with everything that it includes. */
  models: z.array(z.object({ name: z.string(), text: z.string() })),
  tests: z.array(z.object({ path: z.string(), text: z.string() })),
  modules: texts,
})

export type Examples = z.infer<typeof examples>

export const loadExamples = async (): Promise<Examples> => examples.parse(await (await fetch('examples.json')).json())

/** Loads the CUDA sources of the examples; none if they cannot be loaded, as without a network. */
export const loadSources = async (): Promise<Texts> => {
  try {
    return texts.parse(await (await fetch('sources.json')).json())
  } catch {
    return {}
  }
}
