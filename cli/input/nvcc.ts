/** CUDA sources as the PTX that nvcc makes of them. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import type { SourceText } from '../../source/text.js'
import { readSource } from './source.js'
import { attemptToRead } from './system.js'

/** Whether a path is that of a CUDA source, which is compiled before it is read. */
export const isCudaSource = (path: string): boolean => path.endsWith('.cu')

/** Milliseconds after which the compiler is given up. Headers of templates take it tens of seconds. */
const mostTime = 300_000

/** What it prints at most, in bytes; the rest would be more of the same. */
const mostOutput = 16 * 1024 * 1024

const flags = ['-arch=sm_90', '-O3', '-lineinfo', '-ptx']

/**
 * The PTX of a CUDA source, compiled in its folder, so that its lines are those of relative paths. Errors: the file cannot be read; there is
 * no compiler; it fails, with what it prints, or does not end within the limit, in milliseconds.
 */
export function compiledSource(path: string, nvcc = 'nvcc', limit = mostTime): Result<SourceText> {
  const command = [nvcc, ...flags, basename(path)].join(' ')
  return then(readSource(path, 'module'), () =>
    attemptToRead(path, () => {
      const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-nvcc-'))
      try {
        const made = join(folder, 'made.ptx')
        const { error, status, signal, stdout, stderr } = spawnSync(nvcc, [...flags, basename(path), '-o', made], {
          cwd: dirname(path),
          encoding: 'utf8',
          timeout: limit,
          killSignal: 'SIGKILL',
          maxBuffer: mostOutput,
        })
        if (error !== undefined && 'code' in error && error.code === 'ENOENT')
          return fail(diagnostic(missing(nvcc), path))
        if (error !== undefined && 'code' in error && error.code === 'ETIMEDOUT')
          return fail(diagnostic(`\`${command}\` did not end within ${limit / 1000} s`, path))
        if (error !== undefined) return fail(diagnostic(`\`${command}\`: ${error.message}`, path))
        if (status !== 0)
          return fail(
            diagnostic(
              `\`${command}\` ${status === null ? `was ended by ${signal}` : `failed with status ${status}`}`,
              path,
              ...firstLines(`${stderr}${stdout}`),
            ),
          )
        const name = path.replace(/\.cu$/, '.ptx')
        return then(readSource(made, 'module'), ({ text }) => ok({ name, text, command }))
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }),
  )
}

const missing = (nvcc: string): string =>
  `\`${nvcc}\` is not found; --nvcc names another compiler, and \`pip install nvidia-cuda-nvcc nvidia-cuda-runtime nvidia-cuda-crt nvidia-nvvm nvidia-cuda-cccl\` brings one, which needs no GPU`

/** The first lines that a program printed, as notes. */
export const firstLines = (text: string): readonly { readonly message: string }[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
    .map((message) => ({ message }))
