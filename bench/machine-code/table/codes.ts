/** Assembles the rows of the table, and says which machine instructions come from each. */

import type { MachineInstruction } from '../../../hardware/machine-code/disassembly.js'
import { successorsIn } from '../../../hardware/machine-code/flow.js'
import type { Kernel } from '../../../hardware/machine-code/module.js'
import { effectOf } from '../../../hardware/machine-code/opcodes.js'
import type { DataType } from '../../../litmus/operand.js'
import { assemble, type MachineCode, type Release, releases, type Target, targets } from '../tools.js'
import { inputs, type TableRow } from './rows.js'

/** What a release makes of a row for a target. */
export interface Cell {
  readonly release: Release
  readonly target: Target
  /** The opcodes that do not only compute, with marks; undefined if it does not assemble. */
  readonly opcodes: readonly string[] | undefined
}

/** The line of a row's first instruction; what has a greater one was added to it. */
const lastLine = 100_000

/**
 * The lines before those of a row. Each lane accesses a word of its own: for atomics of one address, ptxas makes one of
 * a warp.
 */
const lanes = [
  '{',
  '.reg .b32 lane; .reg .b64 offset;',
  'mov.u32 lane, %laneid;',
  'mul.wide.u32 offset, lane, 4;',
  'add.u64 in_global, in_global, offset;',
  'add.u64 in_shared, in_shared, offset;',
  '}',
]

/** The first words of opcodes that compute, move, convert or branch. */
const computing =
  /^(I?MAD|IMAD|IADD3?|UIADD3?|MOV|UMOV|S2R|S2UR|CS2R|R2UR|LDC|ULDC|LDCU|ISETP|UISETP|SEL|USEL|LOP3|ULOP3|LEA|ULEA|SHF|USHF|PLOP3|UPLOP3|PRMT|UPRMT|R2P|P2R|NOP|HFMA2|LEPC|BRA|EXIT|BSSY|BSYNC|VIADD|VOTEU|UFLO|POPC|UPOPC|ELECT|UR2UP|UP2UR|PLOP|BREAK|SGXT|IMNMX|VIMNMX|BREV|FLO|QSPC|RET|CALL|WARPSYNC)(\.|$)/

/** Returns the cells of each row, for each release and target. `folder` is that of the assemblers. */
export function cellsOf(rows: readonly TableRow[], folder: string): readonly (readonly Cell[])[] {
  const kernels = rows.map(kernelOf)
  const columns = releases.flatMap((release) =>
    targets.map((target) => assemble(kernels, release, target, folder).map((code) => cellOf(code, release, target))),
  )
  return rows.map((_, row) => columns.flatMap((column) => column.slice(row, row + 1)))
}

/** Returns a kernel with a row's lines. It stores the result, if the row has one. */
export function kernelOf(row: TableRow, index: number): Kernel {
  const start = /^(atom|red)\./.test(row.name) ? lanes : lanes.map(() => '')
  const lines = [...start, ...row.lines]
  const mentions = inputs.map((register) => ({ variable: register, form: 'generic' as const, register }))
  const type: DataType = { width: 32, signed: false }
  const observed = row.lines.some((line) => /\bresult\b/.test(line)) ? ['result'] : []
  const registers = new Map(observed.map((name) => [name, { name, type, predicate: false }]))
  const sources = lines.map(() => [0])
  return { name: `row${index}`, text: { lines, sources, mentions, registers, loops: false, expects: false }, observed }
}

function cellOf(machine: MachineCode, release: Release, target: Target): Cell {
  if (machine.kind !== 'code') return { release, target, opcodes: undefined }
  const { code } = machine
  const successors = successorsIn(code)
  const opcodes = code.flatMap((one, at) =>
    isOwn(one) && !computing.test(one.opcode) ? [marked(one, isInLoop(at, successors))] : [],
  )
  return { release, target, opcodes }
}

/**
 * Returns whether an instruction comes from the row: all but the store of the result. For sm_80, fences and invalidations
 * of an atomic have the lines of its neighbours. One that is never executed is padding for the hardware.
 */
const isOwn = (one: MachineInstruction): boolean =>
  one.guard !== '@!PT' && !((one.line ?? 0) > lastLine && effectOf(one).writes)

/** Returns the opcode, with marks of a guard and of a loop. */
const marked = ({ guard, opcode }: MachineInstruction, loops: boolean): string =>
  [...(loops ? ['↻'] : []), ...(guard === undefined ? [] : ['@P']), opcode].join(' ')

/** Returns whether a path leads from an instruction back to it. */
function isInLoop(start: number, successors: readonly (readonly number[])[]): boolean {
  const seen = new Set<number>()
  const open = [...(successors[start] ?? [])]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === start) return true
    if (seen.has(at)) continue
    seen.add(at)
    for (const to of successors[at] ?? []) open.push(to)
  }
  return false
}
