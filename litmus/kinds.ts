/** What kinds of instructions there are, and records over all of them: a kind that is added does not compile until each says its own. */

import type { Instruction } from './instruction.js'

export type InstructionKind = Instruction['kind']

type Instructions = { readonly [K in InstructionKind]: Extract<Instruction, { readonly kind: K }> }

/** The instructions of one kind, or of some. */
export type InstructionOf<K extends InstructionKind> = { [P in K]: { readonly kind: P } & Instructions[P] }[K]

/** A function for each kind, of what the kind's instructions have. */
export type ByKind<R, K extends InstructionKind = InstructionKind> = {
  readonly [P in K]: (instruction: InstructionOf<P>) => R
}

/** Applies the function of the instruction's kind: many times as fast as patterns, which are tried one after the other. */
export function byKind<K extends InstructionKind, R>(functions: ByKind<R, K>, instruction: InstructionOf<K>): R {
  return functions[instruction.kind](instruction)
}

export type Family =
  | 'access'
  | 'fence'
  | 'proxy fence'
  | 'barrier'
  | 'warp'
  | 'asynchronous'
  | 'async fence'
  | 'tensor map'
  | 'computation'
  | 'control'
  | 'end'
  | 'host call'

/** What an instruction has to do with memory and with other threads. */
export interface KindFacts {
  readonly family: Family
  /** Whether it takes part in the memory model; the others compute, or say where the thread goes on. */
  readonly makesEvents: boolean
  /** Whether a fence before or after it may order an access: one of its own, or one that it starts. */
  readonly accesses: boolean
  /** Whether a wait for asynchronous operations may be of use before it. */
  readonly mayWait: boolean
}

const access: KindFacts = { family: 'access', makesEvents: true, accesses: true, mayWait: true }
const fence: KindFacts = { family: 'fence', makesEvents: true, accesses: false, mayWait: false }
const barrier: KindFacts = { family: 'barrier', makesEvents: true, accesses: false, mayWait: true }
const asynchronous: KindFacts = { family: 'asynchronous', makesEvents: true, accesses: true, mayWait: false }
const computation: KindFacts = { family: 'computation', makesEvents: false, accesses: false, mayWait: false }

export const factsOfKinds: Readonly<Record<InstructionKind, KindFacts>> = {
  load: access,
  store: access,
  atomic: access,
  fence,
  'proxy-fence': { ...fence, family: 'proxy fence' },
  barrier: { ...barrier, mayWait: false },
  'named-barrier': barrier,
  'cluster-barrier': barrier,
  warp: { ...barrier, family: 'warp', mayWait: false },
  'active-mask': { ...computation, family: 'warp' },
  mbarrier: { ...asynchronous, mayWait: true },
  'async-copy': { ...asynchronous, mayWait: true },
  'async-store': asynchronous,
  'async-arrive': asynchronous,
  'async-group': { ...asynchronous, accesses: false },
  'async-fence': { ...fence, family: 'async fence' },
  tensormap: { ...asynchronous, family: 'tensor map', accesses: false },
  arithmetic: computation,
  'set-predicate': computation,
  unknown: computation,
  label: { ...computation, family: 'control' },
  branch: { ...computation, family: 'control' },
  trap: { ...computation, family: 'end' },
  refused: { ...computation, family: 'end' },
  call: { ...fence, family: 'host call' },
}

/** Whether the instruction is one of asynchronous operations: it issues one, waits for one, or orders it. */
export const concernsAsynchrony = ({ kind }: Instruction): boolean =>
  ['asynchronous', 'async fence', 'tensor map'].includes(factsOfKinds[kind].family)
