/** The threads of docs/hardware that read a flag, and the machine code that ptxas 13.5 makes of them for sm_90a. */

import { readFileSync } from 'node:fs'
import { threadsOf } from '../../../bench/machine-code/threads.js'
import { testsNamed } from '../../../cli/input/tests.js'
import type { Evidence } from '../../../hardware/machine-code/derive.js'
import { functionsOf } from '../../../hardware/machine-code/disassembly.js'
import { must } from '../../../source/must.js'

const files = ['dead-result', 'wait-without-branch', 'early-alias-fence']

/** The rows of the tests in which an H100 has shown the forbidden state: docs/hardware/README.md has the counts. */
const wrong: ReadonlySet<string> = new Set([
  ...['dead-result.test#1', 'dead-result.test#2'],
  ...['wait-without-branch.test#1', 'wait-without-branch.test#2', 'wait-without-branch.test#3'],
  ...['early-alias-fence.test#1', 'early-alias-fence.test#2'],
])

const listing = functionsOf(readFileSync('spec/hardware/machine-code/known-deviations.sass', 'utf8'))
const programs = files.flatMap((name) => testsNamed(`docs/hardware/${name}.test`, {}).tests)

/** Each thread that reads what synchronises: those that only write have no such wait. */
export const evidence: readonly Evidence[] = threadsOf([{ path: 'docs/hardware', programs }])
  .threads.filter(({ assembled }) => assembled.observed.size > 0)
  .flatMap(({ code: written, assembled, tests }) => {
    if (written.kind !== 'kernel') return []
    const test = must(tests[0], 'a test with the thread').replace(/^.*\//, '')
    const code = must(listing.get(written.kernel.name), 'the machine code of a thread')
    return [{ test, thread: assembled, code, wrong: wrong.has(test) }]
  })
