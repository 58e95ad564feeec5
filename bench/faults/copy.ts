/** A copy of the checkout, in which faults are planted and specs run. */

import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type Fault, planted } from './fault.js'
import { type Outcome, outcomeOf } from './outcome.js'

export interface Copy {
  /** Rebuilds the generated files and the command. Returns the output if that fails. */
  readonly build: () => Promise<string | undefined>
  /** Builds the page and the declarations of types, which only some specs need. */
  readonly buildRest: () => Promise<void>
  /**
   * Runs spec files, or all of them if none is named, for at most `limit` milliseconds. Paths in the outcome are
   * relative to the root.
   */
  readonly jest: (specs: readonly string[], limit?: number) => Promise<Outcome>
  /** Runs what `work` does while the fault is planted. Throws if the file does not have its text once. */
  readonly withFault: <T>(fault: Fault, work: () => Promise<T>) => Promise<T>
  readonly remove: () => void
}

/** The error output of a process, and its exit status: none, if it was killed. */
interface Ran {
  readonly status: number | null
  readonly stderr: string
}

/**
 * Copies the files of a checkout that git tracks or does not ignore; The copy shares `node_modules`. Once `interrupted`
 * is aborted, the process that runs in the copy ends, and whatever waits for it throws.
 */
export function copyOf(root: string, interrupted: AbortSignal): Copy {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ptx-litmus-faults-')))
  const report = join(folder, 'jest-report.json')
  const environment = { ...process.env, ALL: '', UPDATE_GOLDEN: '' }

  const run = (args: readonly string[], limit?: number): Promise<Ran> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, args, {
        cwd: folder,
        env: environment,
        stdio: ['ignore', 'ignore', 'pipe'],
        signal: interrupted,
        killSignal: 'SIGKILL',
        ...(limit === undefined ? {} : { timeout: limit }),
      })
      let stderr = ''
      let failure: Error | undefined
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text
      })
      // Only once it has ended: until then, it may write into the copy.
      child.on('error', (error) => {
        failure = error
      })
      child.on('close', (status) => (failure === undefined ? resolve({ status, stderr }) : reject(failure)))
    })
  for (const file of filesOf(root)) cpSync(join(root, file), join(folder, file))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  return {
    build: async () => {
      const { status, stderr } = await run(['build.mjs'])
      return status === 0 ? undefined : stderr
    },
    buildRest: async () => {
      // If a fault leaves something unused, tsc reports an error but writes the declarations.
      for (const args of [['web/build.mjs'], ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']])
        await run(args)
    },
    jest: async (specs, limit) => {
      rmSync(report, { force: true })
      const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
      const jest = ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`]
      const which = specs.length === 0 ? [] : ['-w', '1', '--runTestsByPath', ...specs]
      const { status, stderr } = await run([...node, ...jest, ...which], limit)
      if (!existsSync(report)) return { kind: 'not run', why: status === null ? 'it ran out of time' : stderr }
      const outcome = outcomeOf(readFileSync(report, 'utf8'))
      return outcome.kind === 'fails' ? { ...outcome, spec: relative(folder, outcome.spec) } : outcome
    },
    withFault: async (fault, work) => {
      const path = join(folder, fault.file)
      const source = readFileSync(path, 'utf8')
      const faulty = planted(fault, source)
      if (faulty === undefined) throw new Error(`${fault.file} does not have the text of ${fault.name} once`)
      writeFileSync(path, faulty)
      try {
        return await work()
      } finally {
        writeFileSync(path, source)
      }
    },
    remove: () => rmSync(folder, { recursive: true, maxRetries: 5 }),
  }
}

/** Returns the files of a checkout, without those that are deleted and not yet committed. */
function filesOf(root: string): readonly string[] {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { status, stdout, stderr } = spawnSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`the files of the checkout are not known:\n${stderr}`)
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
}
