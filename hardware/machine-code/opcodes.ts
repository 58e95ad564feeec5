/** Says what machine instructions do to memory, by their opcodes. */

import type { MachineInstruction } from './disassembly.js'

/** The effect of a machine instruction. */
export interface Effect {
  readonly reads: boolean
  readonly writes: boolean
  /** A load that may find its value in the L1 cache. */
  readonly cached: boolean
}

const nothing: Effect = { reads: false, writes: false, cached: false }
const load: Effect = { ...nothing, reads: true }
const store: Effect = { ...nothing, writes: true }
const both: Effect = { reads: true, writes: true, cached: false }

/** The effects by the first word of the opcode. All other opcodes do nothing to memory that a program can name. */
const effects: { readonly [word: string]: Effect } = {
  LD: load,
  LDG: load,
  LDS: load,
  LDSM: load,
  TLD: load,
  TEX: load,
  ST: store,
  STG: store,
  STS: store,
  STAS: store,
  STSM: store,
  RED: both,
  REDG: both,
  REDAS: both,
  UBLKRED: both,
  UTMAREDG: both,
  ATOM: both,
  ATOMG: both,
  ATOMS: both,
  SYNCS: both,
  LDGSTS: both,
  UBLKCP: both,
  UTMALDG: both,
  UTMASTG: both,
  UTMACCTL: nothing,
}

/** Returns what an instruction does to memory. */
export function effectOf({ opcode }: MachineInstruction): Effect {
  const [word = '', ...rest] = opcode.split('.')
  // A strong load of a wider scope than the CTA reads the L2 cache.
  const cached = (word === 'LD' || word === 'LDG') && !rest.some((one) => ['STRONG', 'MMIO'].includes(one))
  return { ...(effects[word] ?? nothing), cached }
}

/** Returns whether an instruction accesses memory. */
export const accesses = (one: MachineInstruction): boolean => effectOf(one).reads || effectOf(one).writes

/** The scopes of fences in machine code, the narrowest first. */
const scopes = ['CTA', 'SM', 'GPU', 'VC', 'SYS']

/** Returns the scope of a fence that waits for earlier accesses, as a number that grows; undefined for other instructions. */
export function fenceScope({ opcode }: MachineInstruction): number | undefined {
  const [word, ...rest] = opcode.split('.')
  if (word !== 'MEMBAR') return undefined
  return Math.max(...rest.map((one) => scopes.indexOf(one)))
}

/** Returns whether an instruction empties the L1 cache of its SM. */
export const invalidates = ({ opcode }: MachineInstruction): boolean => opcode === 'CCTL.IVALL'

/** Returns whether an instruction is a load or atomic of the SM's own pipeline, which performs them in order. */
export const isOfPipeline = ({ opcode }: MachineInstruction): boolean => /^(LD[GS]?|ATOM[GS]?)(\.|$)/.test(opcode)

/** Returns whether an instruction accesses the shared memory of its SM only. */
export const isOfShared = ({ opcode }: MachineInstruction): boolean => /^(LDS|STS|ATOMS|SYNCS)(\.|$)/.test(opcode)
