/**
 * The instructions of PTX by the start of their mnemonics: what each does, where the ISA says so, and why the model has none of it.
 * Hovers, completion, suggestions and refusals follow from these rows.
 */

import { branches } from './control.js'
import { opcodeOf, opcodes } from './opcodes.js'

type Section =
  | 'Asynchronous Copy'
  | 'Comparison and Selection Instructions'
  | 'Control Flow Instructions'
  | 'Data Movement and Conversion Instructions'
  | 'Floating Point Instructions'
  | 'Integer Arithmetic Instructions'
  | 'Logic and Shift Instructions'
  | 'Miscellaneous Instructions'
  | 'Parallel Synchronization and Communication Instructions'
  | 'Surface Instructions'
  | 'Texture Instructions'

/** What an instruction does, in a sentence, and the title of a section of the PTX ISA. */
export interface Described {
  readonly does: string
  readonly section: Section
}

interface Row {
  /** The starts of mnemonics, in whole words, as an editor offers them. */
  readonly names: readonly string[]
  readonly described?: Described
  /** Why a mnemonic that no reader takes is not modelled. A test that uses it is refused. */
  readonly refused?: string
  /** Whether the first operand is a register that the instruction writes, where the opcode alone does not say. */
  readonly returns?: true
}

const describedIn =
  (section: Section) =>
  (names: string, does: string, more: Partial<Row> = {}): Row => ({
    names: names.split(' '),
    described: { does, section },
    ...more,
  })

const bulk = describedIn('Asynchronous Copy')
const bits = describedIn('Logic and Shift Instructions')
const comparison = describedIn('Comparison and Selection Instructions')
const control = describedIn('Control Flow Instructions')
const floats = describedIn('Floating Point Instructions')
const integers = describedIn('Integer Arithmetic Instructions')
const miscellaneous = describedIn('Miscellaneous Instructions')
const movement = describedIn('Data Movement and Conversion Instructions')
const surface = describedIn('Surface Instructions')
const synchronisation = describedIn('Parallel Synchronization and Communication Instructions')
const texture = describedIn('Texture Instructions')

const refused = (names: string, why: string): Row => ({ names: names.split(' '), refused: why })

const returns = { returns: true } as const
const noMatrices = 'matrix instructions are not modelled'
const noBarrier = 'that of a cluster is written `barrier.cluster.arrive` and `barrier.cluster.wait`'
const noEffect = 'Has no effect on what memory holds.'

const rows: readonly Row[] = [
  movement('ld', 'Loads a value from memory into a register.'),
  movement('ld.global.nc', 'Loads from global memory by the non-coherent read-only path.'),
  movement('ldc cold ld.const', 'Loads from constant memory, by the constant proxy.'),
  refused(
    'ld.param',
    'a test has no parameters; write the name of memory in the access, or take its address with `mov.u64 r, x`',
  ),
  movement('st', 'Stores a value to memory.'),
  movement('st.async', 'Stores into the shared memory of a cluster asynchronously, and counts at an mbarrier.'),
  refused('st.bulk', 'asynchronous stores of zeros are not modelled'),
  texture('tld tex', 'Reads a texture, by the texture proxy.'),
  refused('tld4', 'gathers of four elements are not modelled'),
  refused('istypep txq suq', 'textures and surfaces by handles are not modelled'),
  surface('suld', 'Reads a surface, by the surface proxy.'),
  surface('sust', 'Writes a surface, by the surface proxy.'),
  surface('suatom sured', 'Reads and writes a surface in one atomic step.'),

  synchronisation('atom', 'Reads memory, computes, and writes in one atomic step; returns what was read.'),
  synchronisation('red', 'Reads memory, computes, and writes in one atomic step; returns nothing.'),
  synchronisation('red.async', 'A reduction in the shared memory of a cluster, done asynchronously.'),
  refused('multimem', 'multimem addresses are not modelled'),
  refused('discard', 'what it leaves in memory is undefined, which is not modelled'),
  refused('alloca', 'memory on the stack is declared: `.local .b8 x[16];`'),

  synchronisation(
    'fence membar membar.cta membar.gl membar.sys',
    "Orders the thread's accesses before it with those after it, for the threads of its scope.",
  ),
  synchronisation(
    'fence.proxy fence.alias',
    'Orders accesses by one proxy, or by one virtual address, with those by another.',
  ),
  synchronisation(
    'fence.mbarrier_init.release.cluster',
    'Makes the initialisation of mbarriers visible to the threads of the cluster.',
  ),
  refused(
    'fence.proxy.fabric fence.proxy.generic::fabric membar.proxy.fabric membar.proxy.generic::fabric',
    'the fabric proxy is not modelled',
  ),
  refused(
    'fence.proxy.alias.release fence.proxy.alias.acquire membar.proxy.alias.release membar.proxy.alias.acquire',
    'an alias fence in one direction is not modelled',
  ),

  synchronisation(
    'bar bar.sync bar.arrive bar.cta.sync bar.cta.arrive barrier.cta.sync barrier.cta.arrive',
    'A barrier of the CTA: the threads wait for each other, or arrive and go on.',
  ),
  synchronisation('barrier', 'A barrier of the CTA: the threads wait for each other, or arrive and go on.', {
    refused: noBarrier,
  }),
  synchronisation(
    'bar.red bar.cta.red barrier.red barrier.cta.red',
    'A barrier of the CTA: the threads wait for each other, and combine a predicate.',
    returns,
  ),
  refused('bar.cta.sync.aligned bar.cta.arrive.aligned', '`.aligned` is about warps; leave it out'),
  synchronisation('bar.warp.sync', 'Waits until the lanes of the mask have come, and orders their accesses.'),
  synchronisation(
    'barrier.cluster.arrive barrier.cluster.wait',
    'Arrives at the barrier of the cluster, or waits until all its threads have arrived.',
  ),
  synchronisation('vote', 'Combines a predicate of the lanes of the mask.', returns),
  synchronisation('match', 'Says which lanes of the mask have the same value.', returns),
  synchronisation('activemask', 'Gives the lanes that execute it together.', returns),
  synchronisation('redux', 'Combines a value of the lanes of the mask.', returns),
  synchronisation('elect', 'Chooses one lane of the mask.', returns),
  movement('shfl', 'Gives a lane the value of another one.', returns),

  synchronisation(
    'mbarrier mbarrier.init.b64 mbarrier.inval.b64 mbarrier.expect_tx.b64 mbarrier.complete_tx.b64',
    'An operation on an mbarrier, which counts arrivals and bytes, phase by phase.',
  ),
  synchronisation(
    'mbarrier.arrive mbarrier.arrive_drop mbarrier.pending_count',
    'An operation on an mbarrier, which counts arrivals and bytes, phase by phase.',
    returns,
  ),
  synchronisation(
    'mbarrier.test_wait mbarrier.try_wait',
    'An operation on an mbarrier, which counts arrivals and bytes, phase by phase.',
    returns,
  ),
  refused('mbarrier.check_layout', 'an mbarrier has one layout here'),
  bulk(
    'cp.async cp.async.ca.shared.global cp.async.cg.shared.global',
    'Copies a few bytes to shared memory asynchronously.',
  ),
  bulk(
    'cp.async.commit_group cp.async.wait_group cp.async.wait_all',
    'Puts asynchronous copies into a group, or waits for groups.',
  ),
  bulk(
    'cp.async.bulk cp.async.bulk.commit_group cp.async.bulk.wait_group cp.reduce.async.bulk',
    'Copies many bytes asynchronously, by the async proxy.',
  ),
  synchronisation(
    'cp.async.mbarrier.arrive',
    'Lets an arrival at an mbarrier come when the copies before it are complete.',
  ),
  movement('tensormap tensormap.replace', 'Changes a field of a tensor map.'),
  synchronisation('tensormap.cp_fenceproxy', 'Copies a tensor map, and fences it for the copies that read it.'),
  synchronisation('griddepcontrol', 'Starts dependent kernels, or waits for those it depends on.'),
  refused('clusterlaunchcontrol', 'requests for further clusters are not modelled'),
  movement('movmatrix', 'Transposes a matrix in the registers of a warp; the model knows nothing of the values.'),
  refused('wmma mma wgmma tcgen05 ldmatrix stmatrix', noMatrices),

  control(`goto ${[...branches.keys()].join(' ')}`, 'Goes on at a label.'),
  control('bra', 'Goes on at a label.', {
    refused: 'write `goto L`, or a branch that compares by itself, as in `bne a, b, L`; labels have no `$`',
  }),
  refused('brx', 'jumps through a table are not modelled; write `goto L`, or branches such as `bne a, b, L`'),
  refused('ret', 'a thread ends with its last instruction; leave it out'),
  refused('exit', 'a thread ends with its last instruction; to end it earlier, `goto` a label after that instruction'),
  refused('call', 'calls are not modelled'),
  miscellaneous('trap brkpt', 'Ends the thread, and the program has failed.'),

  comparison('setp set', 'Compares two values.'),
  comparison('selp slct', 'Selects one of two values.'),
  movement('cvta isspacep mapa getctarank', 'Converts an address, or says where it leads.'),
  movement('mov cvt prmt', 'Moves or converts a value.'),
  bits('and or xor not cnot lop3 shl shr shf', 'Computes with bits.'),
  integers(
    'add addc sub subc mul mad madc div rem min max neg abs sad mul24 mad24 dp4a dp2a popc clz brev bfe bfi bfind bmsk szext fns',
    'Computes a value.',
  ),
  floats(
    'copysign cos ex2 fma lg2 rcp rsqrt sin sqrt tanh testp',
    'Computes with floating-point numbers; the model knows only that equal operands give equal results.',
  ),
  refused('cvt.pack', 'this computation is not modelled'),
  refused(
    ['vadd', 'vsub', 'vabsdiff', 'vmin', 'vmax', 'vshl', 'vshr', 'vmad', 'vset', 'vavrg']
      .flatMap((name) => ['', '2', '4'].map((lanes) => `${name}${lanes}`))
      .join(' '),
    'video instructions are not modelled',
  ),
  movement('createpolicy', 'Makes a hint for the caches.'),
  movement('prefetch prefetchu applypriority', noEffect),
  miscellaneous('nanosleep pmevent setmaxnreg', noEffect),
]

/** The rows by their names, the longest first. */
const named = rows
  .flatMap((row) => row.names.map((name) => ({ ...row, name })))
  .toSorted((a, b) => b.name.length - a.name.length)

const isNamed = (mnemonic: string, name: string): boolean =>
  mnemonic === name || mnemonic.startsWith(`${name}.`) || mnemonic.startsWith(`${name}::`)

/** What the row with the longest name that the mnemonic begins with says, of those that say something. */
const said = <K extends keyof Row>(mnemonic: string, what: K): Row[K] | undefined =>
  named.find((row) => row[what] !== undefined && isNamed(mnemonic, row.name))?.[what]

/** What an instruction does; undefined if nothing is known of its opcode. */
export const describedInstruction = (mnemonic: string): Described | undefined => said(mnemonic, 'described')

/** Why the instruction is not modelled; undefined if it is modelled or unknown. */
export const unmodelledInstruction = (mnemonic: string): string | undefined => said(mnemonic, 'refused')

/** Whether the first operand is a register that the instruction writes. */
export function writesRegister(mnemonic: string): boolean {
  if (said(mnemonic, 'returns') !== undefined) return true
  const family = opcodes.get(opcodeOf(mnemonic))?.family
  return family === 'load' || family === 'atom' || family === 'arithmetic' || family === 'predicate'
}

const modelled = rows.flatMap(({ names, described }) => (described === undefined ? [] : names))

/** The opcodes that a test may use. */
export const knownOpcodes: readonly string[] = [...new Set([...opcodes.keys(), ...modelled.map(opcodeOf)])]

/** What may follow an opcode, where the rows say more than the opcode. */
export const wordsAfter = (opcode: string): readonly string[] =>
  modelled.flatMap((name) => (name.startsWith(`${opcode}.`) ? [name.slice(opcode.length + 1)] : []))
