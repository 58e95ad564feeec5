/**
 * The instructions of a kernel: the text of its entry, read statement by statement, with the functions that it calls in
 * their places.
 */

import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result } from '../../source/result.js'
import type { Instruction } from '../instruction.js'
import type { Branch } from '../instructions/control.js'
import { predicateType } from '../operand.js'
import { guarded } from '../syntax/guard.js'
import { loadParameter, storeParameter } from './accesses.js'
import { call } from './calls.js'
import { branchTo, endLabel, type Frame, frameOf, type Kernel, moved, refused } from './kernel.js'
import { neededOf } from './needed.js'
import { readPlain } from './operands.js'
import { writtenPieces } from './parameters.js'
import type { FlatItem } from './scopes.js'
import type { CallSyntax, InstructionSyntax } from './syntax.js'

/** The most instructions that replace calls. */
const mostInstructions = 20_000

export type Code = Pick<Kernel, 'special' | 'parts' | 'addressed'> & { readonly instructions: readonly Instruction[] }

export type KernelContext = Pick<Kernel, 'module' | 'entry' | 'memory' | 'name' | 'shared'>

/** The initial state of reading an entry: nothing is read yet. */
export interface Beginning {
  readonly kernel: Kernel
  readonly whole: Frame
}

/** Returns the state at the start of reading the code of an entry. */
export function beginningOf(surroundings: KernelContext): Beginning {
  let numbers = 0
  const whole = frameOf(surroundings.entry, '', [])
  const kernel: Kernel = {
    ...surroundings,
    special: new Set(),
    parts: new Map(),
    addressed: new Map(),
    pieces: new Map(),
    actual: new Map(),
    takesAddresses: whole.flat.items.some(
      (item) => item.kind === 'instruction' && /^cvta(\.to)?\.param/.test(item.mnemonic),
    ),
    fresh: () => numbers++,
  }
  return { kernel, whole }
}

/**
 * Returns the items of a function that is about to be read. The pieces in which it writes parameters are known from
 * here on.
 */
export function itemsOf({ flat: { items } }: Frame, { pieces }: Kernel): readonly FlatItem[] {
  for (const [name, ranges] of writtenPieces(items)) pieces.set(name, ranges)
  return items
}

/**
 * Returns the instructions of an entry, and the values that they read and that differ from thread to thread or from
 * launch to launch. Text that cannot be read becomes an instruction that says so if an execution reaches it.
 */
export function codeOf(surroundings: KernelContext): Code {
  const beginning = beginningOf(surroundings)
  const { kernel, whole } = beginning
  const { entry, special, parts, addressed } = kernel
  let written = 0
  const run = (frame: Frame): readonly Instruction[] => {
    const items = itemsOf(frame, kernel)
    const body = items.flatMap((item, i): readonly Instruction[] => {
      if (item.kind === 'label') return [item]
      if (item.kind === 'instruction' && item.mnemonic === 'ret' && item.guard === null && i === items.length - 1)
        return []
      return written++ > mostInstructions
        ? refused(`\`${entry.name.text}\` has more than ${mostInstructions} instructions, with its calls`, item.span)
        : instructionsOf(item, frame, beginning, run)
    })
    return [...body, endLabel(frame)]
  }
  return { instructions: neededOf(run(whole)), special, parts, addressed }
}

/**
 * Returns the instructions for an instruction or a call of a function; `run` returns the instructions of called
 * functions.
 */
export function instructionsOf(
  item: InstructionSyntax | CallSyntax,
  frame: Frame,
  { kernel, whole }: Beginning,
  run: (frame: Frame) => readonly Instruction[],
): readonly Instruction[] {
  const own = item.kind === 'call' ? call(item, frame, kernel, run) : readOrRefuse(item, frame, whole.end, kernel)
  return item.guard === null ? own : guardedBy(item.guard, own, item, kernel)
}

function guardedBy(
  guard: NonNullable<InstructionSyntax['guard']>,
  own: readonly Instruction[],
  { span }: InstructionSyntax | CallSyntax,
  { fresh }: Kernel,
): readonly Instruction[] {
  const all = guarded({ ...guard, span }, own, fresh())
  // A branch around diverging paths does not guard a single instruction.
  const parts = own.length > 1 && own.some(({ kind }) => kind === 'branch')
  return parts ? all.map((one, i) => (i === 0 && one.kind === 'branch' ? withoutGuard(one) : one)) : all
}

const withoutGuard = ({ guards: _, ...branch }: Branch): Branch => branch

function readOrRefuse(
  item: InstructionSyntax,
  frame: Frame,
  threadEnd: string,
  kernel: Kernel,
): readonly Instruction[] {
  const read = readItem(item, frame, threadEnd, kernel)
  return read.ok ? read.value : refused(read.diagnostics.map(({ message }) => message).join('; '), item.span)
}

function readItem(
  item: InstructionSyntax,
  frame: Frame,
  threadEnd: string,
  kernel: Kernel,
): Result<readonly Instruction[]> {
  const [opcode = '', space] = item.mnemonic.split('.')
  const [first, second] = item.operands
  const ofParameter = space?.startsWith('param') === true
  switch (opcode) {
    case 'bra':
      return first?.kind === 'word' && frame.flat.meanings.get(first.text)?.kind === 'label'
        ? ok([branchTo(first.text, item.span, first.span)])
        : fail(diagnostic('this branch leads to no label of its function', item.span))
    case 'brx':
      return jumpByTable(item, frame)
    case 'ret':
      return ok([branchTo(frame.end, item.span)])
    case 'exit':
      return ok([branchTo(threadEnd, item.span)])
    case 'ld':
      if (ofParameter && second?.kind === 'address' && frame.flat.meanings.get(second.name)?.kind === 'parameter')
        return loadParameter(item, { name: second.name, offset: Number(second.offset) }, frame, kernel)
      break
    case 'isspacep':
      // Parameters whose address is taken lie in constant memory here.
      if (ofParameter || space === 'const') return spaceOfParameters(item, frame, kernel)
      break
    case 'st':
      if (ofParameter) return storeParameter(item, frame, kernel)
      break
  }
  return readPlain(item, frame, kernel)
}

/** Reads `isspacep.param` and `isspacep.const`: no address is that of a parameter, unless the entry takes one. */
function spaceOfParameters(item: InstructionSyntax, frame: Frame, kernel: Kernel): Result<readonly Instruction[]> {
  const { mnemonic, operands, span } = item
  const [destination] = operands
  if (kernel.takesAddresses)
    return fail(diagnostic(`\`${mnemonic}\` in a kernel that takes the address of a parameter is not modelled`, span))
  return mnemonic.includes('param') && destination?.kind === 'word'
    ? ok([moved(destination.text, { kind: 'integer', value: 0n, span }, predicateType, span)])
    : readPlain(item, frame, kernel)
}

/** Reads `brx.idx`: a branch for each label of its table. Another index is undefined (ISA 9.7.12). */
function jumpByTable({ operands, span }: InstructionSyntax, { flat }: Frame): Result<readonly Instruction[]> {
  const [index, table] = operands
  const meaning = table?.kind === 'word' ? flat.meanings.get(table.text) : undefined
  if (meaning?.kind !== 'table' || (index?.kind !== 'word' && index?.kind !== 'integer'))
    return fail(diagnostic('this jump has no table of labels', span))
  const left = index.kind === 'integer' ? index : ({ kind: 'register', name: index.text, span: index.span } as const)
  return ok([
    ...meaning.targets.map((target, i): Instruction => {
      const right = { kind: 'integer', value: BigInt(i), span } as const
      return { ...branchTo(target.text, span, target.span), when: { operator: '==', left, right } }
    }),
    ...refused(`the index of this jump is not that of one of its ${meaning.targets.length} labels`, span),
  ])
}
