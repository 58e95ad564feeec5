/**
 * The instructions of PTX by the start of their mnemonics: the effect of each, the section of the ISA, and why the
 * model lacks it. Hovers, completion, suggestions and refusals follow from these rows.
 */

import { branches } from './control.js'
import { definitions } from './definitions.js'
import { opcodeOf, opcodes } from './opcodes.js'
import { type Described, describedIn, isNamed, movementRow, type Row, refusedRow, synchronisationRow } from './rows.js'

const bits = describedIn('Logic and Shift Instructions')
const comparison = describedIn('Comparison and Selection Instructions')
const control = describedIn('Control Flow Instructions')
const floats = describedIn('Floating Point Instructions')
const integers = describedIn('Integer Arithmetic Instructions')
const miscellaneous = describedIn('Miscellaneous Instructions')
const surface = describedIn('Surface Instructions')
const texture = describedIn('Texture Instructions')

const noEffect = 'Has no effect on memory.'

/** The mnemonics of instructions that are read by their opcodes, or that are not modelled. */
const others: readonly Row[] = [
  movementRow('ld', 'Loads a value from memory into a register.'),
  movementRow('ld.global.nc', 'Loads from global memory through the non-coherent read-only path.'),
  movementRow('ldc cold ld.const', 'Loads from constant memory, through the constant proxy.'),
  refusedRow(
    'ld.param',
    'a test has no parameters; write the name of memory in the access, or take its address with `mov.u64 r, x`',
  ),
  movementRow('st', 'Stores a value to memory.'),
  texture('tld tex', 'Reads a texture, through the texture proxy.'),
  refusedRow('tld4', 'gathers of four elements are not modelled'),
  refusedRow('istypep txq suq', 'textures and surfaces by handles are not modelled'),
  surface('suld', 'Reads a surface, through the surface proxy.'),
  surface('sust', 'Writes a surface, through the surface proxy.'),
  surface('suatom sured', 'Reads and writes a surface in one atomic step.'),

  synchronisationRow('atom', 'Reads memory, computes, and writes in one atomic step; returns what was read.'),
  synchronisationRow('red', 'Reads memory, computes, and writes in one atomic step; returns nothing.'),
  refusedRow('multimem', 'multimem addresses are not modelled'),
  refusedRow('discard', 'what it leaves in memory is undefined, which is not modelled'),
  refusedRow('alloca', 'memory on the stack is declared: `.local .b8 x[16];`'),

  synchronisationRow(
    'fence membar membar.cta membar.gl membar.sys',
    "Orders the thread's accesses before it with those after it, for the threads of its scope.",
  ),
  synchronisationRow(
    'fence.proxy fence.alias',
    'Orders accesses through one proxy or virtual address with those through another.',
  ),
  refusedRow('fabric', 'the fabric proxy is not modelled'),
  refusedRow(
    'fence.proxy.fabric fence.proxy.generic::fabric membar.proxy.fabric membar.proxy.generic::fabric',
    'the fabric proxy is not modelled',
  ),
  refusedRow(
    'membar.proxy.alias.release membar.proxy.alias.acquire',
    'an alias fence in one direction is written `fence.proxy.alias.release.sys` or `fence.proxy.alias.acquire.sys`',
  ),

  synchronisationRow(
    'bar bar.sync bar.arrive bar.cta.sync bar.cta.arrive barrier.cta.sync barrier.cta.arrive',
    'A barrier of the CTA: threads wait for each other, or only arrive.',
  ),
  refusedRow('bar.cta.sync.aligned bar.cta.arrive.aligned', '`.aligned` is about warps; leave it out'),

  control(`goto ${[...branches.keys()].join(' ')}`, 'Jumps to a label.'),
  control('bra', 'Jumps to a label.', {
    refused: 'write `goto L`, or a branch that compares by itself, as in `bne a, b, L`; labels have no `$`',
  }),
  refusedRow('brx', 'jumps through a table are not modelled; write `goto L`, or branches such as `bne a, b, L`'),
  refusedRow('ret', 'a thread ends with its last instruction; leave it out'),
  refusedRow(
    'exit',
    'a thread ends with its last instruction; to end it earlier, `goto` a label after that instruction',
  ),
  refusedRow('call', 'calls are not modelled'),

  comparison('setp set', 'Compares two values.'),
  comparison('selp slct', 'Selects one of two values.'),
  movementRow('cvta isspacep mapa getctarank', 'Converts an address, or says where it leads.'),
  movementRow('mov cvt prmt', 'Moves or converts a value.'),
  bits('and or xor not cnot lop3 shl shr shf', 'Computes with bits.'),
  integers(
    'add addc sub subc mul mad madc div rem min max neg abs sad mul24 mad24 dp4a dp2a popc clz brev bfe bfi bfind bmsk szext fns',
    'Computes a value.',
  ),
  floats(
    'copysign cos ex2 fma lg2 rcp rsqrt sin sqrt tanh testp',
    'Computes with floating-point numbers; the model knows only that equal operands give equal results.',
  ),
  refusedRow('stacksave stackrestore', 'the stack pointer is not modelled'),
  refusedRow('cvt.pack', 'this computation is not modelled'),
  refusedRow(
    ['vadd', 'vsub', 'vabsdiff', 'vmin', 'vmax', 'vshl', 'vshr', 'vmad', 'vset', 'vavrg']
      .flatMap((name) => ['', '2', '4'].map((lanes) => `${name}${lanes}`))
      .join(' '),
    'video instructions are not modelled',
  ),
  movementRow('createpolicy', 'Creates a hint for the caches.'),
  movementRow('prefetch prefetchu applypriority', noEffect),
  miscellaneous('nanosleep pmevent', noEffect),
]

const rows: readonly Row[] = [...others, ...Object.values(definitions).flatMap(({ rows = [] }) => rows)]

/** The rows by their names, the longest first. */
const named = rows
  .flatMap((row) => row.names.map((name) => ({ ...row, name })))
  .toSorted((a, b) => b.name.length - a.name.length)

/** Returns the entry of the row with the longest name with which the mnemonic begins, among the rows that have one. */
const said = <K extends keyof Row>(mnemonic: string, what: K): Row[K] | undefined =>
  named.find((row) => row[what] !== undefined && isNamed(mnemonic, row.name))?.[what]

/** Returns what an instruction does; undefined if its opcode is unknown. */
export const describedInstruction = (mnemonic: string): Described | undefined => said(mnemonic, 'described')

/** Returns why the instruction is not modelled; undefined if it is modelled or unknown. */
export const unmodelledInstruction = (mnemonic: string): string | undefined => said(mnemonic, 'refused')

/** Returns whether the first operand is a register that the instruction writes. */
export function writesRegister(mnemonic: string): boolean {
  if (said(mnemonic, 'returns') !== undefined) return true
  const family = opcodes.get(opcodeOf(mnemonic))?.family
  return family === 'load' || family === 'atom' || family === 'arithmetic' || family === 'predicate'
}

const modelled = rows.flatMap(({ names, described }) => (described === undefined ? [] : names))

/** The opcodes that a test may use. */
export const knownOpcodes: readonly string[] = [...new Set([...opcodes.keys(), ...modelled.map(opcodeOf)])]

/** Returns what may follow an opcode, if the rows say more than the opcode. */
export const wordsAfter = (opcode: string): readonly string[] =>
  modelled.flatMap((name) => (name.startsWith(`${opcode}.`) ? [name.slice(opcode.length + 1)] : []))
