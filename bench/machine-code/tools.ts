/** The assemblers and the disassembler that the wheels of NVIDIA bring. None needs a GPU. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compiledPiece } from '../../hardware/machine-code/compiled.js'
import { functionsOf, type MachineInstruction } from '../../hardware/machine-code/disassembly.js'
import { type Kernel, moduleOf, type Piece, pieceOf } from '../../hardware/machine-code/module.js'
import { must } from '../../source/must.js'
import { withZeros } from './sections.js'
import type { Thread } from './threads.js'

/** A release of ptxas: its name, the wheel that brings it, and the newest version of the PTX ISA that it reads. */
export interface Release {
  readonly name: string
  readonly wheel: string
  readonly isa: string
}

export const releases: readonly Release[] = [
  { name: '12.8', wheel: 'nvidia-cuda-nvcc-cu12==12.8.93', isa: '8.7' },
  { name: '13.0', wheel: 'nvidia-cuda-nvcc==13.0.88', isa: '9.0' },
  { name: '13.2', wheel: 'nvidia-cuda-nvcc==13.2.86', isa: '9.2' },
  { name: '13.5', wheel: 'nvidia-cuda-nvcc==13.5.37', isa: '9.5' },
]

/** The wheel of the disassembler, which reads what all releases write. */
export const disassembler = 'nvidia-cuda-nvdisasm==13.5.37'

export const targets = ['sm_80', 'sm_90a', 'sm_100a', 'sm_120'] as const
export type Target = (typeof targets)[number]

/** Returns the program of a wheel below a folder. Installs the wheel there if it is missing, with `pip`. */
function programOf(wheel: string, program: string, folder: string): string {
  const own = join(folder, wheel)
  if (!existsSync(own)) {
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-compile', '--target', own, wheel]
    if (spawnSync('python3', pip, { stdio: 'inherit' }).status !== 0) throw new Error(`pip cannot install ${wheel}`)
  }
  const found = readdirSync(join(own, 'nvidia'))
    .map((part) => join(own, 'nvidia', part, 'bin', program))
    .find((path) => existsSync(path))
  if (found === undefined) throw new Error(`${wheel} has no ${program}`)
  return found
}

/** The machine code of a kernel, or what the assembler says of it. */
export type MachineCode =
  | { readonly kind: 'code'; readonly code: readonly MachineInstruction[] }
  | { readonly kind: 'refused'; readonly why: string }
  /** The assembler writes an instruction that the disassembler does not know. */
  | { readonly kind: 'illegal' }

/** The most pieces in one module. */
const most = 200

/** The programs of one release, the target, and a folder for their files. */
interface Assembly {
  readonly ptxas: string
  readonly nvdisasm: string
  readonly release: Release
  readonly target: Target
  readonly scratch: string
}

/** Returns the machine code of each text. */
export function assembleThreads(
  threads: readonly Pick<Thread, 'code'>[],
  release: Release,
  target: Target,
  folder: string,
): readonly MachineCode[] {
  const modules = new Map<string, Piece>()
  const placed = threads.map(({ code }): readonly [Piece, string] => {
    if (code.kind === 'kernel') return [pieceOf(code.kernel), code.kernel.name]
    const { compiled, entry, left } = code
    const key = `${compiled.source.name} ${[...left]}`
    const prefix = `m${modules.size}_`
    const piece = modules.get(key) ?? compiledPiece(compiled, prefix, left)
    modules.set(key, piece)
    return [piece, must(piece.functions[compiled.functions.indexOf(entry)], 'an entry of its module')]
  })
  const codes = assemblePieces([...new Set(placed.map(([piece]) => piece))], release, target, folder)
  return placed.map(([piece, name]) => must(codes.get(piece), 'the code of a piece')(name))
}

/** Returns the machine code of each kernel. */
export function assemble(
  kernels: readonly Kernel[],
  release: Release,
  target: Target,
  folder: string,
): readonly MachineCode[] {
  const pieces = kernels.map(pieceOf)
  const codes = assemblePieces(pieces, release, target, folder)
  return pieces.map((piece, i) => must(codes.get(piece), 'the code of a piece')(kernels[i]?.name ?? ''))
}

/** The machine code of a function of a piece, by its name. */
type Codes = ReadonlyMap<Piece, (name: string) => MachineCode>

function assemblePieces(pieces: readonly Piece[], release: Release, target: Target, folder: string): Codes {
  const scratch = mkdtempSync(join(tmpdir(), 'machine-code-'))
  const ptxas = programOf(release.wheel, 'ptxas', folder)
  const nvdisasm = programOf(disassembler, 'nvdisasm', folder)
  const assembly = { ptxas, nvdisasm, release, target, scratch }
  try {
    const parts = Array.from({ length: Math.ceil(pieces.length / most) }, (_, i) =>
      pieces.slice(i * most, (i + 1) * most),
    )
    return new Map(parts.flatMap((part) => [...assembleTogether(part, assembly)]))
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/**
 * Assembles pieces in one module. One that the assembler refuses is left out and the rest assembled again, as is one
 * with an instruction of zeros. If the disassembler stops at another one, halves of the pieces are tried.
 */
function assembleTogether(part: readonly Piece[], assembly: Assembly): Codes {
  const { ptxas, nvdisasm, release, target, scratch } = assembly
  const [source, binary] = [join(scratch, 'module.ptx'), join(scratch, 'module.cubin')]
  const refused = new Map<Piece, string>()
  const illegal = new Set<Piece>()
  for (;;) {
    const kept = part.filter((piece) => !refused.has(piece) && !illegal.has(piece))
    if (kept.length === 0) break
    const { text, extents } = moduleOf(kept, release.isa, target)
    writeFileSync(source, text)
    const run = spawnSync(ptxas, ['-lineinfo', '-arch', target, source, '-o', binary], { encoding: 'utf8' })
    if (run.status === 0) {
      const zeros = withZeros(readFileSync(binary))
      if (zeros.size === 0) break
      for (const piece of kept) if (piece.functions.some((name) => zeros.has(name))) illegal.add(piece)
      continue
    }
    const before = refused.size
    for (const [, line, why = ''] of `${run.stdout}${run.stderr}`.matchAll(/, line (\d+); (?:error|fatal)\s*: (.*)/g)) {
      const piece = kept[extents.findIndex(({ from, to }) => Number(line) >= from && Number(line) < to)]
      if (piece !== undefined && !refused.has(piece)) refused.set(piece, why)
    }
    if (refused.size === before) {
      const [first] = kept
      if (kept.length > 1) return halves(part, assembly)
      if (first !== undefined) refused.set(first, run.stderr.trim().split('\n')[0] ?? '')
    }
  }
  const isEmpty = refused.size + illegal.size === part.length
  const listing = isEmpty ? '' : listingOf(binary, nvdisasm)
  if (listing === undefined && part.length > 1) return halves(part, assembly)
  const functions = functionsOf(listing ?? '')
  return new Map(
    part.map((piece) => {
      const why = refused.get(piece)
      return [
        piece,
        (name: string): MachineCode => {
          if (why !== undefined) return { kind: 'refused', why }
          const code = functions.get(name)
          return code === undefined ? { kind: 'illegal' } : { kind: 'code', code }
        },
      ] as const
    }),
  )
}

/** Returns what the disassembler prints for a binary; undefined if it stops. */
function listingOf(binary: string, nvdisasm: string): string | undefined {
  writeFileSync(binary, withNewHeader(readFileSync(binary)))
  const run = spawnSync(nvdisasm, ['-c', '-hex', '-g', binary], { encoding: 'utf8', maxBuffer: 2 ** 30 })
  return run.status === 0 ? run.stdout : undefined
}

const halves = (part: readonly Piece[], assembly: Assembly): Codes => {
  const middle = Math.ceil(part.length / 2)
  const both = [part.slice(0, middle), part.slice(middle)]
  return new Map(both.flatMap((half) => [...assembleTogether(half, assembly)]))
}

/** The header of an ELF file up to release 12 of CUDA, and from 13 on: the ABI, its version, and that of the format. */
const headers = { old: { abi: 0x33, version: 7 }, new: { abi: 0x41, version: 8, format: 1 } }

/**
 * Returns a binary of release 12 with the header of release 13. The disassembler of release 13 stops at some
 * instructions if the header is old. The machine code is the same.
 */
function withNewHeader(binary: Buffer): Buffer {
  if (binary[7] !== headers.old.abi || binary[8] !== headers.old.version) return binary
  const changed = Buffer.from(binary)
  changed[7] = headers.new.abi
  changed[8] = headers.new.version
  changed.writeUInt32LE(headers.new.format, 20)
  // The architecture was the lowest byte of the flags, and is the second.
  changed.writeUInt32LE((0x09 << 24) | ((binary[48] ?? 0) << 8) | 0x04, 48)
  return changed
}
