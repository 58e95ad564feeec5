/** Runs a program of tests on the GPU of this machine. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HardwareLog } from '../../hardware/log.js'
import type { Plan } from '../../hardware/plan.js'
import { sourceOf } from '../../hardware/source.js'
import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import { programName } from '../cuda/run.js'
import { firstLines } from '../input/nvcc.js'
import { usualNvcc } from '../input/nvcc-places.js'
import { writeTo } from '../input/outputs.js'
import { attemptToWrite } from '../input/system.js'
import type { RunArguments } from './command.js'
import { logOf } from './log.js'

type Given = Pick<RunArguments, 'words' | 'times' | 'seconds' | 'stress' | 'seed' | 'arch' | 'nvcc'>

/** Returns how the program is compiled. It names only the runtime of CUDA. */
export const compilerFlags = (arch: string): readonly string[] => ['-O2', '-std=c++17', `-arch=${arch}`]

const elsewhere =
  '`ptx-litmus cuda -o DIR` writes the program for another machine, and `run --log FILE` reads what it prints there'

/**
 * Returns the log of a run. Fails if there is no test to run, no compiler, or no GPU, or if the compiler or the program
 * fails.
 */
export function runLocally(
  plans: readonly Plan[],
  { words, times, seconds, stress, seed, arch, nvcc = usualNvcc() }: Given,
): Result<HardwareLog> {
  const place = words.join(' ')
  if (plans.length === 0)
    return fail(diagnostic('none of the tests can run on a GPU; `ptx-litmus cuda` says why', place))
  return then(
    attemptToWrite(tmpdir(), () => ok(mkdtempSync(join(tmpdir(), 'ptx-litmus-run-')))),
    (folder) => {
      try {
        const [source, program] = [join(folder, programName), join(folder, 'litmus')]
        return then(writeTo(source, sourceOf(plans), false), () => {
          const compiled = spawnSync(nvcc, [...compilerFlags(arch), source, '-o', program], {
            encoding: 'utf8',
            maxBuffer: most,
          })
          if (compiled.error !== undefined)
            return fail(
              diagnostic(`\`${nvcc}\` ${whyNot(compiled.error)}: ${elsewhere}; --nvcc names another compiler`, place),
            )
          if (compiled.status !== 0)
            return fail(diagnostic(`\`${nvcc}\` failed`, place, ...firstLines(compiled.stderr)))
          const options = { times, seconds, stress, seed }
          const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`])
          const ran = spawnSync(program, given, { encoding: 'utf8', maxBuffer: most })
          if (ran.error !== undefined)
            return fail(diagnostic(`the program that \`${nvcc}\` made ${whyNot(ran.error)}; ${elsewhere}`, place))
          if (ran.status === 0) return logOf(ran.stdout, 'the log')
          return fail(diagnostic(`${firstLines(ran.stderr)[0]?.message ?? 'the program failed'}; ${elsewhere}`, place))
        })
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
}

/** Returns the reason why a program did not start or was ended. */
const whyNot = ({ code = 'unknown' }: NodeJS.ErrnoException): string =>
  reasonsNot.get(code) ?? `cannot be run (${code})`

const reasonsNot: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'is not found'],
  ['EACCES', 'cannot be run: permission denied'],
  ['ENOBUFS', 'prints too much'],
])

/** The limit on the output of the compiler and of the program, in bytes. */
const most = 64 * 1024 * 1024
