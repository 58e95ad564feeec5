/** The examples and the models that come with the page. */

import * as z from 'zod'

const examples = z.object({
  /** The models in cat, each with everything that it includes. */
  models: z.array(z.object({ name: z.string(), text: z.string() })),
  tests: z.array(z.object({ path: z.string(), text: z.string() })),
  modules: z.record(z.string(), z.string()),
})

export type Examples = z.infer<typeof examples>

export const loadExamples = async (): Promise<Examples> => examples.parse(await (await fetch('examples.json')).json())
