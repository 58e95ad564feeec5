/** The PTX that nvcc generates for statements of CUDA C++, for specs that compare. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compiledSource } from '../cli/input/nvcc.js'
import type { Instruction } from '../litmus/instruction.js'
import { printInstruction } from '../litmus/instructions/print.js'
import { formatDiagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { compiledTest } from './litmus/module/modules.js'

/** True if nvcc is on PATH. */
export const hasNvcc = spawnSync('nvcc', ['--version']).status === 0

/** Runs if nvcc is on PATH; otherwise the name of the skipped test says so. */
export const testWithNvcc = (name: string, body: () => void): void => {
  if (hasNvcc) test(name, body)
  else test.skip(`${name} (skipped: nvcc is not on PATH)`, body)
}

const headers = ['cuda/atomic', 'cuda/ptx', 'cooperative_groups.h'].map((name) => `#include <${name}>\n`).join('')

/**
 * Returns the effect of instructions, without operands, irrelevant types and state spaces: `atom.relaxed.gpu.add 32`.
 * Registers that are moved, addresses and labels are left out.
 */
export const shapes = (instructions: readonly Instruction[]): readonly string[] =>
  instructions.flatMap((one): readonly string[] => {
    switch (one.kind) {
      case 'load':
        return [`${one.proxy === 'generic' ? '' : `${one.proxy} `}ld.${one.order}.${one.scope} ${one.type.width}`]
      case 'store':
        return [`st.${one.order}.${one.scope} ${one.type.width}`]
      case 'atomic': {
        const { order, scope, operation, type } = one
        const sign = operation === 'min' || operation === 'max' ? (type.signed ? 's' : 'u') : ''
        return [`atom.${order}.${scope}.${operation} ${sign}${type.width}`]
      }
      case 'fence':
      case 'proxy-fence':
      case 'named-barrier':
      case 'cluster-barrier':
        return [printInstruction(one, 'nvlitmus', () => false)]
      case 'arithmetic':
        return one.operation === 'neg' ? ['neg'] : []
      case 'set-predicate':
        return [`setp.${one.operator}`]
      default:
        return []
    }
  })

/**
 * Returns the shapes of the instructions that nvcc makes of each text, in a separate kernel, with `x`, a reference to a
 * `T`, `value`, `expected` and `out`.
 */
export function compiledByNvcc(texts: readonly string[], T = 'int'): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-spec-'))
  try {
    const path = join(folder, 'all.cu')
    const kernels = texts.map(
      (text, i) => `extern "C" __global__ void k${i}(T *p, T value, T expected, T *out) { auto &x = *p; ${text} }\n`,
    )
    writeFileSync(path, `${headers}using T = ${T};\n${kernels.join('')}`)
    const made = compiledSource(path)
    if (!made.ok) throw new Error(made.diagnostics.map(formatDiagnostic).join('\n'))
    const launches = texts.map((_, i) => `k${i}<<<1, 1>>>(x, 3, 5, out);`).join(' ')
    const test = compiledTest(
      `module "all.ptx"; .global .u64 x; .global .u64 out; host { ${launches} cudaDeviceSynchronize(); } check (0 == 0) as q;`,
      { 'all.ptx': made.value.text },
    )
    return texts.map((_, i) => {
      const thread = test.threads.find((one) => one.kind === 'device' && one.position.kernel === `k${i}`)
      return shapes(must(thread, 'a thread for each kernel').instructions)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
