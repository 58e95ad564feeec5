/** The places where CUDA's compiler is installed without being on PATH. */

import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the nvcc to run: `nvcc` if PATH has one, or else the first that an installer, conda or pip has put where it
 * puts it. It is `nvcc` if there is none, so that the system says what is missing.
 */
export function usualNvcc(env: Environment = process.env, home = homedir(), installed = '/usr/local/cuda'): string {
  const onPath = (env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && isProgram(join(folder, 'nvcc')))
  if (onPath) return 'nvcc'
  const toolkits = [env['CUDA_HOME'], env['CUDA_PATH'], env['CONDA_PREFIX'], installed].flatMap((folder) =>
    folder === undefined || folder === '' ? [] : [join(folder, 'bin', 'nvcc')],
  )
  const wheels = [env['VIRTUAL_ENV'], env['CONDA_PREFIX'], join(home, '.local'), '/usr/local'].flatMap((prefix) =>
    prefix === undefined || prefix === '' ? [] : inWheels(join(prefix, 'lib')),
  )
  return [...toolkits, ...wheels].find(isProgram) ?? 'nvcc'
}

/** Returns the places in the packages of each Python below a folder, the latest CUDA first. */
const inWheels = (lib: string): readonly string[] =>
  entries(lib, /^python3/).flatMap((python) =>
    ['site-packages', 'dist-packages'].flatMap((packages) => {
      const nvidia = join(lib, python, packages, 'nvidia')
      return entries(nvidia, /^cu(da_nvcc|\d+)$/)
        .toReversed()
        .map((cuda) => join(nvidia, cuda, 'bin', 'nvcc'))
    }),
  )

/** Returns the sorted names in a folder that match; none if it cannot be read. */
function entries(folder: string, pattern: RegExp): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .toSorted()
  } catch {
    return []
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
