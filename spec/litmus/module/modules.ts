/** Reads tests with modules from texts. */

import type { Program } from '../../../litmus/program.js'
import { readTests } from '../../../litmus/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { verdicts } from '../../support.js'

/** Returns a module with this text after the directives that each module begins with. */
export const moduleOf = (text: string): string => `.version 8.0\n.target sm_90\n.address_size 64\n${text}`

/** Reads a test that names modules, which are given by their names. */
const reading = (text: string, modules: Readonly<Record<string, string>>, timeouts = false) =>
  readTests(
    { name: 'spec.test', text },
    {
      timeouts,
      load: (path) => {
        const module = modules[path]
        return module === undefined
          ? { ok: false, reason: 'no such file' }
          : { ok: true, source: { name: path, text: module } }
      },
    },
  )

/** Returns the test, which must have no errors. If time-outs count, waits may time out. */
export function compiledTest(text: string, modules: Readonly<Record<string, string>>, timeouts = false): Program {
  const { tests, diagnostics } = reading(text, modules, timeouts)
  const [test] = tests
  if (test === undefined || diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return test
}

/** Returns the errors of a test as the user reads them. */
export const errorsOf = (text: string, modules: Readonly<Record<string, string>>): string =>
  reading(text, modules).diagnostics.map(formatDiagnostic).join('\n')

/** Returns whether an entry `k`, launched by the call, leaves memory in that state in every execution. */
export async function leaves(kernel: string, call: string, condition: string, declared = ''): Promise<boolean> {
  const text = `module "k.ptx"; .global .u32 out[8]; .global .u64 wide[4]; ${declared} host { ${call}; cudaDeviceSynchronize(); } assert (${condition}) as q;`
  const [verdict] = await verdicts(compiledTest(text, { 'k.ptx': moduleOf(kernel) }))
  if (verdict !== 'forbidden' && verdict !== 'allowed') throw new Error(verdict)
  return verdict === 'forbidden'
}
