/** A litmus test as data, whatever syntax it was written in. */

import { must } from '../source/must.js'
import type { Span } from '../source/text.js'
import type { Condition, Term } from './condition.js'
import type { Format } from './format.js'
import type { Instruction } from './instruction.js'
import type { Constant, DataType } from './operand.js'
import type { Origin } from './origin.js'

/**
 * A test that was read: memory, threads, tasks of the host, and questions. Names are resolved to indices of these
 * lists.
 */
export interface Program {
  /** The file it came from, as the user named it, or `<stdin>`. */
  readonly file: string
  /** The format that it was written in. */
  readonly format: Format
  /** Set for an instance of a template: its number, from 1, and its columns as written. */
  readonly row?: { readonly number: number; readonly text: string }
  /** True if it was read with `undeclared`. */
  readonly undeclared?: true
  /** The factor by which it may be larger than usual and still be attempted; 1 by default. */
  readonly size?: number
  /** The texts from which it was read besides its file, if any. */
  readonly origin?: Origin
  /** The name of a herd-style test in its first line. */
  readonly title?: string
  readonly variables: readonly Variable[]
  readonly locations: readonly Location[]
  readonly threads: readonly Thread[]
  /** The launches with some threads left out; absent if there are none. */
  readonly partial?: readonly PartialLaunch[]
  /** The time-outs that were removed from compiled kernels; absent if there are none. */
  readonly timeouts?: readonly Timeout[]
  /** The host's tasks, in a test with kernels. */
  readonly host?: Host
  /**
   * The kernels whose blocks may never start, because blocks that do not end occupy the GPU, and the number of their
   * blocks that are sure to be resident at once. If absent, all blocks are.
   */
  readonly residency?: readonly { readonly task: number; readonly resident: number }[]
  /** The tasks that may start only when no other task runs, and while the host calls the runtime. Without it, all start as soon as calls and triggers let them. */
  readonly deferrals?: readonly number[]
  readonly questions: readonly Question[]
  /** Only executions whose final state satisfies it count. */
  readonly filter?: Condition
  /** The terms of final states that the test lists besides those that its questions mention. */
  readonly observed: readonly Term[]
}

/** A launch of which only some lanes of each warp are simulated. */
export interface PartialLaunch {
  readonly kernel: string
  /** `lane 0`, `lanes 0, 8..15` */
  readonly lanes: string
  /** The number of simulated threads, and of all threads. */
  readonly simulated: number
  readonly threads: number
}

/** A way out of a loop that waits, which depends only on the time that has passed, or on how many rounds there have been. */
export interface Timeout {
  readonly kernel: string
  /** The comparison that decides. */
  readonly span: Span
}

/** A name that instructions address: one virtual address of one physical location. */
export interface Variable {
  readonly name: string
  readonly space: Space
  /** An index into `Program.locations`. */
  readonly location: number
  /** Equal for names that share a virtual address: a name and what is *virtually* aliased to it. */
  readonly address: number
  readonly alias?: { readonly how: 'physically' | 'virtually'; readonly of: string }
  /**
   * The declared name of shared or local memory, and the thread, or the first thread of the CTA, whose instance it is.
   */
  readonly instance?: { readonly of: string; readonly owner: number }
  /** Its mangled name in its module, where `name` is a shorter one. */
  readonly symbol?: string
  readonly span: Span
}

export type Space = 'global' | 'shared' | 'local' | 'const' | 'surfref' | 'texref' | 'constref'

/** Physical memory: as many elements of one type, one after the other. Accesses may have other widths, and overlap. */
export interface Location {
  /** The variable it was declared by. */
  readonly name: string
  readonly space: Space
  /**
   * The type of an element: its width is the declared one or, without one, that of the widest access by name; its sign is that of the first
   * access.
   */
  readonly type: DataType
  /** The number of elements of an array; undefined for a scalar, which is one element. */
  readonly length: number | undefined
  /**
   * The address is a multiple of this many bytes, and a program may not rely on more. If absent, the memory is an
   * allocation, which is aligned to 256 bytes (CUDA C++ Programming Guide, Size and Alignment Requirement).
   */
  readonly alignment?: number
  /** What its declaration promises of that, if a launch assumes more. */
  readonly declaredAlignment?: number
  /** The initial value of each element. */
  readonly initial: readonly Initial[]
  /** Set for a tensor map, whose value is the address of its tensor. */
  readonly tensor?: Tensor
  /** The tensor maps among its bytes: the first eight of each are the address of its tensor. */
  readonly maps?: readonly MapField[]
}

/** A tensor map that is a field of a structure. */
interface MapField {
  /** Where it begins, in bytes. */
  readonly offset: number
  readonly tensor: Tensor
}

/** A tensor: elements of an array, the innermost dimension first, without strides; and its tiles. */
export interface Tensor {
  /** The variable of the array that gives the elements their type. */
  readonly of: string
  /** The size in elements, for each dimension. */
  readonly sizes: readonly number[]
  /** The sizes of a tile. */
  readonly box: readonly number[]
}

/** A value's bits, as a non-negative integer, the address of memory, or an unknown value. */
export type Initial = bigint | Pointer | 'unknown'

/** The address of a byte of memory: a variable and an offset in bytes. */
export interface Pointer {
  readonly variable: string
  readonly offset: bigint
}

/** A thread, which executes instructions one after the other. */
export type Thread = WrittenThread | Transfer

/** The threads that a test writes. */
export type WrittenThread = DeviceThread | HostThread

/** A thread of a GPU. */
export interface DeviceThread extends Code {
  readonly kind: 'device'
  readonly position: ThreadPosition
  /** It runs code of a module: registers that have not been written hold unknown values. */
  readonly compiled?: true
  /** The number of hardware registers that it may use at its start, if the module says it. */
  readonly mostRegisters?: number
  /** The coordinates of its CTA in the grid of its launch (ISA, %ctaid). */
  readonly ctaid?: readonly [x: number, y: number, z: number]
  /** The threads of its warp that its launch leaves out, with the registers that differ from its own. */
  readonly leftOut?: readonly LeftOutThread[]
}

/** A thread that a launch leaves out. */
interface LeftOutThread {
  /** Its number in its CTA. */
  readonly thread: number
  readonly registers: readonly InitialRegister[]
}

/** Returns whether a thread runs code of a module. */
export const isCompiled = (thread: Thread): boolean => thread.kind === 'device' && thread.compiled === true

/** The host's part of a test. */
export interface HostThread extends Code {
  readonly kind: 'host'
}

/** A transfer, which copies or sets memory for the host: a load and a store, or a store, on no GPU thread. */
export interface Transfer extends Code {
  readonly kind: 'transfer'
}

interface Code {
  /** The name as written, `d0.b1.t0`, `P0` or `host`; for a transfer, the call. */
  readonly name: string
  /** The initial values of registers; all others hold 0, those of compiled code an unknown value. */
  readonly registers: readonly InitialRegister[]
  readonly instructions: readonly Instruction[]
  /** The place of its head; for a transfer, of the call. */
  readonly span: Span
}

export interface InitialRegister {
  readonly name: string
  readonly value: Constant
  /** The declared type; in a linked program only if nothing writes the register, which then has this type. */
  readonly type?: DataType
  readonly span: Span
}

export interface ThreadPosition {
  /** The kernel to whose grid it belongs, in a test with a host. */
  readonly kernel?: string
  readonly gpu: number
  /** The memory synchronisation domain of its kernel; 0 if the launch does not say. */
  readonly domain?: number
  /** Absent where the test declares no clusters on the GPU. */
  readonly cluster?: number
  readonly cta: number
  readonly thread: number
}

/** The tasks that the host enqueues in streams and waits for (CUDA's runtime; ISA 8.9.4, API synchronization). */
export interface Host {
  /** The index of its thread. */
  readonly thread: number
  /** The tasks in the order in which they are enqueued. */
  readonly tasks: readonly Task[]
  readonly waits: readonly HostWait[]
}

/** A task that a stream executes. */
export interface Task {
  readonly work: TaskWork
  /** The call that enqueues it, among the host's instructions. */
  readonly call: number
  readonly stream: string
  /** The tasks that directly, by streams and events, complete before it starts. */
  readonly after: readonly number[]
  /**
   * For a kernel that is launched as a dependent, the kernel before it in its stream: it starts when all CTAs of the
   * latter have triggered it or have ended.
   */
  readonly primary?: number
}

/** Kernels and transfers have threads. Recording an event and waiting for one are tasks without effects. */
export type TaskWork =
  | {
      readonly kind: 'kernel'
      readonly name: string
      readonly threads: readonly number[]
      /** The number of its blocks that are promised to be resident at once. */
      readonly resident?: number
    }
  | { readonly kind: 'copy' | 'set'; readonly name: string; readonly threads: readonly number[] }
  | { readonly kind: 'record' | 'wait'; readonly name: string }

/** A call that returns when these tasks have completed, or a query, which returns whether they have. */
export interface HostWait {
  readonly call: number
  readonly tasks: readonly number[]
  readonly query?: true
  /** True if a branch of the host may skip it. */
  readonly skippable?: true
}

/**
 * A question about the executions of a program. `permit` claims that the condition can hold at the end, `assert` that
 * it always does; `check` asks whether it can. A herd-style `exists` is a `check`, `forall` an `assert`, and `~exists`
 * an `assert` of the negation.
 */
export interface Question {
  readonly kind: 'permit' | 'assert' | 'check'
  readonly name: string
  readonly condition: Condition
  readonly span: Span
}

/** Returns the thread with that index. */
export const threadAt = (threads: readonly Thread[], index: number): Thread => must(threads[index], `a thread ${index}`)

/** Returns the variable with that address, or the first of several; each place of an access has one. */
export const variableAt = ({ variables }: Pick<Program, 'variables'>, address: number): Variable =>
  must(
    variables.find((one) => one.address === address),
    `a variable of address ${address}`,
  )

/**
 * Returns the threads that a test writes. Transfers come after them, so that an index among them is also one among all.
 */
export const writtenThreads = ({ threads }: Pick<Program, 'threads'>): readonly WrittenThread[] =>
  threads.filter((thread) => thread.kind !== 'transfer')

/** Returns the name of a test in output and tables: `file` or `file#row`. */
export const testName = ({ file, row }: Pick<Program, 'file' | 'row'>): string =>
  row === undefined ? file : `${file}#${row.number}`
