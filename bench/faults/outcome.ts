/** Reads the outcome of a run of jest from the JSON that it writes. */

import * as z from 'zod'

const jestReport = z.object({
  testResults: z.array(
    z.object({
      /** The path of the spec file. */
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
      status: z.string(),
    }),
  ),
})

export type Outcome =
  | { readonly kind: 'passes' }
  /** The first test that fails, and the path of its spec file. */
  | { readonly kind: 'fails'; readonly spec: string; readonly test: string }
  /** No test failed, but some did not run: a spec file that does not load proves nothing. */
  | { readonly kind: 'not run'; readonly why: string }

/** Returns what the JSON of a run says. A spec file that has no failing test and has failed could not be loaded. */
export function outcomeOf(json: string): Outcome {
  const { testResults } = jestReport.parse(JSON.parse(json))
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (failed !== undefined) return { kind: 'fails', spec: name, test: failed.fullName }
  }
  const unloaded = testResults.find(({ status }) => status === 'failed')
  if (unloaded !== undefined) return { kind: 'not run', why: `${unloaded.name} does not load: ${unloaded.message}` }
  const ran = testResults.some(({ assertionResults }) => assertionResults.some(({ status }) => status === 'passed'))
  return ran ? { kind: 'passes' } : { kind: 'not run', why: 'no test ran' }
}
