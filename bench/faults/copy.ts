/** A copy of the checkout, in which faults are planted and specs run. */

import { spawnSync } from 'node:child_process'
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
  /** Makes what is generated, and the command, anew. Returns what is printed if that fails. */
  readonly build: () => string | undefined
  /** Builds the page and the declarations of types, which only some specs need. */
  readonly buildRest: () => void
  /** Runs spec files, all without names, for at most so many milliseconds. Paths in the outcome are from the root. */
  readonly jest: (specs: readonly string[], limit?: number) => Outcome
  /** Runs what `work` does while the fault is planted. Throws if the file does not have its text once. */
  readonly withFault: <T>(fault: Fault, work: () => T) => T
  readonly remove: () => void
}

/** Copies the files of a checkout that git tracks or does not ignore; `node_modules` is the same. */
export function copyOf(root: string): Copy {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ptx-litmus-faults-')))
  const report = join(folder, 'jest-report.json')
  const environment = { ...process.env, ALL: '', UPDATE_GOLDEN: '' }

  const run = (program: string, args: readonly string[], limit?: number) =>
    spawnSync(program, args, {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      killSignal: 'SIGKILL',
      ...(limit === undefined ? {} : { timeout: limit }),
    })
  for (const file of filesOf(root)) cpSync(join(root, file), join(folder, file))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  return {
    build: () => {
      const { status, stderr } = run(process.execPath, ['build.mjs'])
      return status === 0 ? undefined : stderr
    },
    buildRest: () => {
      // Where a fault leaves something unused, there are declarations all the same.
      for (const args of [['web/build.mjs'], ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']])
        run(process.execPath, args)
    },
    jest: (specs, limit) => {
      rmSync(report, { force: true })
      const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
      const jest = ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`]
      const which = specs.length === 0 ? [] : ['-w', '1', '--runTestsByPath', ...specs]
      const { error, stderr } = run(process.execPath, [...node, ...jest, ...which], limit)
      if (!existsSync(report)) return { kind: 'not run', why: error?.message ?? stderr }
      const outcome = outcomeOf(readFileSync(report, 'utf8'))
      return outcome.kind === 'fails' ? { ...outcome, spec: relative(folder, outcome.spec) } : outcome
    },
    withFault: (fault, work) => {
      const path = join(folder, fault.file)
      const source = readFileSync(path, 'utf8')
      const faulty = planted(fault, source)
      if (faulty === undefined) throw new Error(`${fault.file} does not have the text of ${fault.name} once`)
      writeFileSync(path, faulty)
      try {
        return work()
      } finally {
        writeFileSync(path, source)
      }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** The files of a checkout, without those that are deleted and not yet committed. */
function filesOf(root: string): readonly string[] {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { status, stdout, stderr } = spawnSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`the files of the checkout are not known:\n${stderr}`)
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
}
