/** The examples that come with the page. */

import * as z from 'zod'

const examples = z.object({
  models: z.array(z.string()),
  tests: z.array(z.object({ path: z.string(), text: z.string() })),
  modules: z.record(z.string(), z.string()),
})

export type Examples = z.infer<typeof examples>

export const loadExamples = async (): Promise<Examples> => examples.parse(await (await fetch('examples.json')).json())
