/** Compiles CUDA sources to PTX with nvcc. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import { shellWord } from '../../source/shell-word.js'
import type { SourceText } from '../../source/text.js'
import { type NvccOption, optionOf } from './nvcc-options.js'
import { usualNvcc } from './nvcc-places.js'
import { readSource } from './source.js'
import { attemptToRead } from './system.js'

/** Returns whether a path is that of a CUDA source, which is compiled before it is read. */
export const isCudaSource = (path: string): boolean => path.endsWith('.cu')

/** Milliseconds after which the compiler is given up. Headers of templates take it tens of seconds. */
const mostTime = 300_000

/** The most bytes of its output that are read; the rest would be more of the same. */
const mostOutput = 16 * 1024 * 1024

const usual = ['-arch=sm_90', '-O3', '-lineinfo', '-ptx']

/** The compiler and its options. */
export interface Compiling {
  /** The command; by default `nvcc` on PATH, or where it is usually installed. */
  readonly nvcc?: string | undefined
  readonly nvccOptions?: readonly NvccOption[] | undefined
  /** Shows a line while the compiler runs, which may take seconds, and then an empty one. */
  readonly progress?: (line: string) => void
  /** The limit in milliseconds; some minutes by default. */
  readonly limit?: number
}

/**
 * Returns the PTX of a CUDA source. nvcc passes the names of files and folders through a shell, which takes `$(…)` in a
 * name for a command. So it runs in a folder of our own, where the source and the folders of headers have harmless
 * names; the PTX has the true ones. Fails if the file cannot be read, if there is no compiler, or if it fails, with its
 * output, or does not end within the limit.
 */
export function compiledSource(path: string, compiling: Compiling = {}): Result<SourceText> {
  const { nvcc = usualNvcc(), nvccOptions = [], progress, limit = mostTime } = compiling
  const flags = usual.filter((flag) => !flag.startsWith('-arch=') || nvccOptions.every(isNoArchitecture))
  const given = [nvcc, ...flags, ...nvccOptions.map(({ shown }) => shown), basename(path).replace(/^-/, './-')]
  const command = [...fromEnvironment(), ...given.map(shellWord)].join(' ')
  return then(readSource(path, 'module'), ({ text }) =>
    attemptToRead(path, () => {
      const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-nvcc-'))
      try {
        const named = linksTo(path, nvccOptions, folder)
        writeFileSync(join(folder, named.source), text)
        const words = [...flags, '-Xcompiler', `-iquote,${named.beside}`, ...named.options, named.source]
        progress?.(`compiling ${path} …`)
        const { error, status, signal, stdout, stderr } = spawnSync(
          /[\\/]/.test(nvcc) ? resolve(nvcc) : nvcc,
          [...words, '-o', 'made.ptx'],
          {
            cwd: folder,
            encoding: 'utf8',
            timeout: limit,
            killSignal: 'SIGKILL',
            maxBuffer: mostOutput,
          },
        )
        progress?.('')
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
              ...firstLines(named.restored(`${stderr}${stdout}`).replaceAll(named.source, () => basename(path))),
            ),
          )
        const name = path.replace(/\.cu$/, '.ptx')
        return then(readSource(join(folder, 'made.ptx'), 'module'), ({ text }) =>
          ok({ name, text: text.replaceAll(/^\s*\.file\b.*$/gm, named.restored), command }),
        )
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }),
  )
}

const isNoArchitecture = ({ kind }: NvccOption): boolean => kind !== 'architecture'

/** Returns what the environment adds to the options, as a shell would have it. */
const fromEnvironment = (): readonly string[] =>
  ['NVCC_PREPEND_FLAGS', 'NVCC_APPEND_FLAGS'].flatMap((name) => {
    const flags = process.env[name]
    return flags === undefined || flags === '' ? [] : [`${name}=${shellWord(flags)}`]
  })

/**
 * Harmless names for the source and for the folders of headers, to which they are links, and the true ones put back
 * into what the compiler writes.
 */
function linksTo(path: string, options: readonly NvccOption[], folder: string) {
  const source = basename(path).replaceAll(/[^\w.+-]|^-/g, '_')
  const places: (readonly [string, string])[] = [[source, resolve(path)]]
  const link = (name: string, target: string): string => {
    symlinkSync(target, join(folder, name), 'junction')
    places.push([name, target])
    return name
  }
  const beside = link('beside', resolve(dirname(path)))
  const words = options.map(({ kind, value }, i) =>
    kind === 'folder' ? `${optionOf.folder}${link(`folder${i}`, value)}` : `${optionOf[kind]}${value}`,
  )
  // The compiler may name the folder through links.
  const folders = [...new Set([folder, realpathSync(folder)])]
  const restored = (text: string): string =>
    places.reduce(
      (all, [name, target]) =>
        folders.reduce(
          (some, one) => some.replaceAll(join(one, name), () => target.replaceAll(/["\p{Cc}]/gu, '_')),
          all,
        ),
      text,
    )
  return { source, beside, options: words, restored }
}

const missing = (nvcc: string): string =>
  `\`${nvcc}\` is not found; --nvcc names another compiler, and one that needs no GPU is installed by \`pip install nvidia-cuda-nvcc nvidia-cuda-runtime nvidia-cuda-crt nvidia-nvvm nvidia-cuda-cccl\`, by \`conda install -c nvidia cuda-nvcc cuda-cudart-dev cuda-cccl\`, or on Debian by \`apt install nvidia-cuda-toolkit\` from non-free`

/** Returns the first lines that a program printed, as notes. */
export const firstLines = (text: string): readonly { readonly message: string }[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
    .map((message) => ({ message }))
