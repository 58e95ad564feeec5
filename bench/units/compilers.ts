/** The compilers of translation units. None needs a GPU. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompilerName, Unit } from './unit.js'

interface Compiler {
  readonly program: string
  /** Returns what prints its version. `drivers` is the folder of those that are written in Python. */
  readonly version: (drivers: string) => readonly string[]
  /** Returns how a unit is compiled, in the folder of its source. */
  readonly compile: (unit: Unit, output: string, drivers: string) => readonly string[]
  /** The pattern that finds the version in the output. */
  readonly pattern: RegExp
}

const ofPython = (driver: string): Compiler => ({
  program: 'python3',
  version: (drivers) => [join(drivers, driver), '--version'],
  compile: ({ source, flags }, output, drivers) => [join(drivers, driver), source, output, ...flags],
  pattern: /([\d.]+)\s*$/,
})

const compilers: { readonly [N in CompilerName]: Compiler } = {
  nvcc: {
    program: 'nvcc',
    version: () => ['--version'],
    compile: ({ source, flags }, output) => [...flags, '-ptx', source, '-o', output],
    pattern: /V([\d.]+)/,
  },
  nvrtc: ofPython('with-nvrtc.py'),
  triton: ofPython('with-triton.py'),
  llc: {
    program: 'llc',
    version: () => ['--version'],
    compile: ({ source, flags }, output) => ['-march=nvptx64', ...flags, source, '-o', output],
    pattern: /LLVM version ([\d.]+)/,
  },
}

/** The places of everything that compiling needs. */
export interface Places {
  /** The folder of the sources. */
  readonly sources: string
  /** The folder of the programs in Python. */
  readonly drivers: string
  /** The folders of compilers, as `PATH` has them. */
  readonly path: string
}

/** Returns those of a checkout, by its root. */
export const placesIn = (root: string): Places => {
  const drivers = join(root, 'bench/units')
  return { drivers, sources: join(drivers, 'sources'), path: process.env['PATH'] ?? '' }
}

const environment = ({ path }: Places) => ({ ...process.env, PATH: path })

/** Returns the version of a compiler; undefined if it is not found. */
export function versionOf(name: CompilerName, places: Places): string | undefined {
  const compiler = compilers[name]
  const given = compiler.version(places.drivers)
  const { stdout, status } = spawnSync(compiler.program, given, { encoding: 'utf8', env: environment(places) })
  return status === 0 ? compiler.pattern.exec(stdout)?.[1] : undefined
}

/**
 * Returns the PTX of a unit, in which sources have their names in place of their paths, which differ from machine to
 * machine.
 */
export function compiled(unit: Unit, places: Places): string {
  const compiler = compilers[unit.compiler]
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-unit-'))
  try {
    const output = join(folder, 'made.ptx')
    const { error, status, stderr } = spawnSync(compiler.program, compiler.compile(unit, output, places.drivers), {
      cwd: places.sources,
      env: environment(places),
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    if (error !== undefined) throw error
    if (status !== 0) throw new Error(`${unit.name} cannot be compiled:\n${stderr}`)
    return readFileSync(output, 'utf8').replace(/^(\s*\.file\s+\d+\s+)"[^"\n]*\/([^"\n]*)"/gm, '$1"$2"')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
