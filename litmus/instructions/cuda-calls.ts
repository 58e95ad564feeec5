/** Translates calls of CUDA C++ into the instructions that nvcc generates for them, for `sm_90`. */

import { diagnostic } from '../../source/diagnostic.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import { didYouMean } from '../../source/nearest.js'
import { all, collect, fail, ok, type Result, then } from '../../source/result.js'
import type { SourceText, Span } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import { type DataType, defaultType, type Integer, sink } from '../operand.js'
import type { AtomicOperation } from './access-definitions.js'
import { atomics, fences, methods, scopeInCuda } from './cuda.js'
import {
  argumentCount,
  type CallContext,
  type CudaOrder,
  object,
  orderOf,
  type Pointee,
  pointee,
  scopeOf,
  suffixOf,
  typeOf,
  valueOf,
} from './cuda-arguments.js'
import { readInstructions } from './read.js'
import type { CudaCall, CudaObject, StatementOperand, Word } from './statement.js'

type Read = (call: CudaCall, surroundings: CallContext) => Result<readonly Instruction[]>

/** Returns the reader of the function with that name; undefined if it is not modelled. */
export function readerOf(name: string): Read | undefined {
  const fence = fences.get(name)
  if (fence !== undefined) return (call, at) => bare(call, at, `fence.sc.${fence}`)
  const [, family = '', suffix = 'device'] = /^atomic([A-Z][A-Za-z]*?)(?:_(block|system))?$/.exec(name) ?? []
  const [operation, scope] = [atomics.get(family), scopeInCuda.get(suffix)]
  if (operation !== undefined && scope !== undefined)
    return (call, at) => readAtomicFunction(call, at, operation, `relaxed.${scope}`)
  return functions.get(name.replace(/^cuda::/, ''))
}

const functions: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['__syncthreads', (call, at) => bare(call, at, 'bar.sync', [{ kind: 'integer', value: 0n, span: call.span }])],
  ['__ldg', readReadOnly],
  ['__nanosleep', readSleep],
  ['atomic_thread_fence', readThreadFence],
])

/** The names of functions that are read. */
export const knownFunctions: readonly string[] = [
  ...fences.keys(),
  ...[...atomics.keys()].flatMap((family) => ['', '_block', '_system'].map((scope) => `atomic${family}${scope}`)),
  ...functions.keys(),
]

/** Reads a call as one instruction. Its operands have the places that they have in the call. */
const instruction = (
  { name, span }: CudaCall,
  { format, isMemory }: CallContext,
  mnemonic: string,
  operands: readonly StatementOperand[],
  place: Span = span,
): Result<readonly Instruction[]> =>
  readInstructions({ format, isMemory, mnemonic, mnemonicSpan: name.span, operands, expected: null, span: place })

/** Fails on a register for the result of a function that has none. */
const returnsNothing = ({ result, name }: CudaCall): Result<undefined> =>
  result === null
    ? ok(undefined)
    : fail(diagnostic(`\`${name.text}\` returns nothing: leave \`${result.text} =\` out`, result.span))

/** Reads a function without arguments and result. */
const bare = (
  call: CudaCall,
  at: CallContext,
  mnemonic: string,
  operands: readonly StatementOperand[] = [],
): Result<readonly Instruction[]> =>
  then(collect({ count: argumentCount(call, `${call.name.text}()`, 0), result: returnsNothing(call) }), () =>
    instruction(call, at, mnemonic, operands),
  )

/** Returns the destination of the result, which is discarded if the call is not assigned. */
const destinationOf = ({ result, span }: CudaCall): Word => result ?? { kind: 'word', text: sink, span }

function readReadOnly(call: CudaCall, at: CallContext): Result<readonly Instruction[]> {
  const { result, name, arguments: given } = call
  if (result === null)
    return fail(
      diagnostic(`\`${name.text}\` needs a register for its result: write \`r0 = ${name.text}(&x)\``, call.span),
    )
  return then(collect({ count: argumentCount(call, '__ldg(&x)', 1), from: pointee(given[0], at) }), ({ from }) =>
    instruction(call, at, `ld.global.nc${suffixOf(from.type ?? defaultType)}`, [result, from.address]),
  )
}

function readSleep(call: CudaCall, at: CallContext): Result<readonly Instruction[]> {
  return then(
    collect({
      count: argumentCount(call, '__nanosleep(t)', 1),
      result: returnsNothing(call),
      time: valueOf(call.arguments[0]),
    }),
    ({ time }) => instruction(call, at, 'nanosleep.u32', [time]),
  )
}

/** Reads a fence. A fence for a single thread, or a relaxed one, becomes no instruction in PTX. */
function readThreadFence(call: CudaCall, at: CallContext): Result<readonly Instruction[]> {
  const { name, arguments: given } = call
  const form = 'cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device)'
  return then(
    collect({
      count: argumentCount(call, form, 1, 2),
      result: returnsNothing(call),
      order: orderOf(given[0], name.text),
      scope: scopeOf(given[1]),
    }),
    ({ order: { order }, scope }) => {
      if (scope === 'thread' || order === 'relaxed') return ok([])
      return instruction(call, at, `fence.${order === 'seq_cst' ? 'sc' : 'acq_rel'}.${scope}`, [])
    },
  )
}

/** The widths of `atomicAdd` and the others. */
const widths: { readonly [K in AtomicOperation]?: readonly number[] } = {
  add: [32, 64],
  sub: [32],
  exch: [32, 64],
  min: [32, 64],
  max: [32, 64],
  inc: [32],
  dec: [32],
  cas: [16, 32, 64],
  and: [32, 64],
  or: [32, 64],
  xor: [32, 64],
}

function readAtomicFunction(
  call: CudaCall,
  at: CallContext,
  operation: AtomicOperation,
  strength: string,
): Result<readonly Instruction[]> {
  const { name, arguments: given } = call
  const isExchange = operation === 'cas'
  const form = `${name.text}(&x, ${isExchange ? 'expected, new' : 'value'})`
  return then(
    collect({
      count: argumentCount(call, form, isExchange ? 3 : 2),
      on: then(pointee(given[0], at), (on) => ofWidth(on, call, operation)),
      values: all(given.slice(1).map(valueOf)),
    }),
    ({ on, values }) => {
      // `atomicInc` and `atomicDec` are of unsigned integers only.
      const isUnsigned = operation === 'inc' || operation === 'dec'
      const type = isUnsigned ? { width: 32 as const, signed: false } : (on.type ?? defaultType)
      return performed(call, at, { operation, strength, on, values, type })
    },
  )
}

function ofWidth(on: Pointee, { name }: CudaCall, operation: AtomicOperation): Result<Pointee> {
  const { width } = on.type ?? defaultType
  const allowed = widths[operation] ?? []
  return allowed.includes(width)
    ? ok(on)
    : fail(
        diagnostic(
          `\`${name.text}\` has no form for memory of ${width} bits; it is of ${allowed.join(', ').replace(/, (\d+)$/, ' or $1')}`,
          on.address.span,
        ),
      )
}

interface Atomic {
  readonly operation: AtomicOperation
  /** Order and scope as qualifiers. */
  readonly strength: string
  readonly on: Pointee
  readonly values: readonly StatementOperand[]
  readonly type: DataType
}

/** Returns an atomic. A difference becomes a sum with the negated operand, since PTX has no other form. */
function performed(
  call: CudaCall,
  at: CallContext,
  { operation, strength, on, values, type }: Atomic,
): Result<readonly Instruction[]> {
  const suffix = suffixOf(type)
  const atomic = (name: string, operands: readonly StatementOperand[]) =>
    instruction(call, at, `atom.${strength}.${name}${suffix}`, [destinationOf(call), on.address, ...operands])
  const [value] = values
  if (operation !== 'sub') return atomic(operation, values)
  if (value?.kind === 'integer') return atomic('add', [opposite(value, type)])
  if (value?.kind !== 'word') return atomic('add', values)
  const negated = fresh(value, 'negated')
  return inOrder(instruction(call, at, `neg.s${type.width}`, [negated, value]), atomic('add', [negated]))
}

/** Returns the names in a file. Memoised. */
const wordsIn = memoisedWeakly(({ text }: SourceText): ReadonlySet<string> => new Set(text.match(/[A-Za-z_]\w*/g)))

/** Returns a register that the file does not name, formed from a name that it has. */
function fresh({ text, span }: Word, what: string): Word {
  const taken = wordsIn(span.source)
  let name = `${text}_${what}`
  while (taken.has(name)) name += '_'
  return { kind: 'word', text: name, span }
}

const opposite = (value: Integer, type: DataType): Integer => ({
  ...value,
  value: BigInt.asIntN(type.width, -value.value),
})

const inOrder = (...parts: readonly Result<readonly Instruction[]>[]): Result<readonly Instruction[]> =>
  then(all(parts), (read) => ok(read.flat()))

/**
 * Reads `cuda::atomic_ref<int, cuda::thread_scope_device>(x)` and a method. Fails on a method that it does not have, or
 * that is not modelled.
 */
export function readMethod(call: CudaCall, on: CudaObject, at: CallContext): Result<readonly Instruction[]> {
  const { name } = call
  const operation = methods.get(name.text)
  if (name.text !== 'load' && name.text !== 'store' && operation === undefined)
    return fail(
      diagnostic(`\`${name.text}\` is not a method that is modelled${didYouMean(name.text, names)}`, name.span),
    )
  return then(target(on, at), (target) => {
    if (operation === undefined) return name.text === 'load' ? readLoad(call, at, target) : readStore(call, at, target)
    return operation === 'cas' ? readExchange(call, at, target) : readUpdate(call, at, target, operation)
  })
}

const names = ['load', 'store', ...methods.keys()]

/** The object on which a method is called. */
interface Target {
  readonly on: Pointee
  readonly type: DataType
  readonly scope: string
}

const target = ({ type, scope, place }: CudaObject, at: CallContext): Result<Target> =>
  then(collect({ on: object(place, at), scope: scopeOf(scope) }), ({ on, scope }) =>
    then(type === null || type === undefined ? ok(on.type ?? defaultType) : typeOf(type, on.type), (type) =>
      // nvcc has no narrower scope than the block.
      ok({ on, type, scope: scope === 'thread' ? 'cta' : scope }),
    ),
  )

/** Puts a sequentially consistent fence before the access. Its place is that of the order. */
function afterFence(
  call: CudaCall,
  at: CallContext,
  { order, span }: CudaOrder,
  { scope }: Target,
  access: Result<readonly Instruction[]>,
): Result<readonly Instruction[]> {
  if (order !== 'seq_cst') return access
  const place = span ?? { ...call.span, start: call.name.span.start }
  return then(
    collect({ fence: instruction(call, at, `fence.sc.${scope}`, [], place), made: access }),
    ({ fence, made }) => {
      const before = made.findIndex((one) => 'address' in one)
      return ok([...made.slice(0, before), ...fence, ...made.slice(before)])
    },
  )
}

function readLoad(call: CudaCall, at: CallContext, target: Target): Result<readonly Instruction[]> {
  const { name, arguments: given } = call
  return then(
    collect({
      count: argumentCount(call, 'load(cuda::memory_order_acquire)', 0, 1),
      order: orderOf(given[0], name.text, ['relaxed', 'consume', 'acquire', 'seq_cst']),
    }),
    ({ order }) => {
      const inPtx = order.order === 'relaxed' ? 'relaxed' : 'acquire'
      const { on, type, scope } = target
      const load = instruction(call, at, `ld.${inPtx}.${scope}${suffixOf(type)}`, [destinationOf(call), on.address])
      return afterFence(call, at, order, target, load)
    },
  )
}

function readStore(call: CudaCall, at: CallContext, target: Target): Result<readonly Instruction[]> {
  const { name, arguments: given } = call
  return then(
    collect({
      count: argumentCount(call, 'store(value, cuda::memory_order_release)', 1, 2),
      result: returnsNothing(call),
      value: valueOf(given[0]),
      order: orderOf(given[1], name.text, ['relaxed', 'release', 'seq_cst']),
    }),
    ({ value, order }) => {
      const inPtx = order.order === 'release' ? 'release' : 'relaxed'
      const { on, type, scope } = target
      const store = instruction(call, at, `st.${inPtx}.${scope}${suffixOf(type)}`, [on.address, value])
      return afterFence(call, at, order, target, store)
    },
  )
}

/** Returns the order of an access that reads and writes, as nvcc spells it. */
const orderInPtx = ({ order }: CudaOrder): string => (order === 'seq_cst' || order === 'consume' ? 'acquire' : order)

function readUpdate(
  call: CudaCall,
  at: CallContext,
  target: Target,
  operation: AtomicOperation,
): Result<readonly Instruction[]> {
  const { name, arguments: given } = call
  return then(
    collect({
      count: argumentCount(call, `${name.text}(value, cuda::memory_order_relaxed)`, 1, 2),
      value: valueOf(given[0]),
      order: orderOf(given[1], name.text),
    }),
    ({ value, order }) => {
      const strength = `${orderInPtx(order)}.${target.scope}`
      const made = performed(call, at, { ...target, operation, strength, values: [value] })
      return afterFence(call, at, order, target, made)
    },
  )
}

/**
 * Reads a compare-exchange: the variable of the expected value receives the old value, and the method returns whether
 * they were equal.
 */
function readExchange(call: CudaCall, at: CallContext, target: Target): Result<readonly Instruction[]> {
  const { name, arguments: given, result, span } = call
  const [expected] = given
  return then(
    collect({
      count: argumentCount(call, `${name.text}(r0, new, cuda::memory_order_relaxed)`, 2, 4),
      expected:
        expected?.kind === 'word'
          ? ok(expected)
          : fail(
              diagnostic(
                `\`${name.text}\` writes the old value into what it expects: give a register; \`atomicCAS\` takes a value`,
                expected?.span ?? span,
              ),
            ),
      value: valueOf(given[1]),
      success: orderOf(given[2], name.text),
      failure:
        given[3] === undefined
          ? ok(undefined)
          : orderOf(given[3], name.text, ['relaxed', 'consume', 'acquire', 'seq_cst']),
    }),
    ({ expected, value, success, failure }) => {
      const order = withFailure(success, failure)
      const { on, type, scope } = target
      const mnemonic = `atom.${orderInPtx(order)}.${scope}.cas${suffixOf(type)}`
      const exchange = instruction(call, at, mnemonic, [expected, on.address, expected, value])
      if (result === null) return afterFence(call, at, order, target, exchange)
      const before = fresh(expected, 'expected')
      const made = inOrder(
        instruction(call, at, `mov${suffixOf(type)}`, [before, expected]),
        exchange,
        instruction(call, at, `setp.eq${suffixOf(type)}`, [result, expected, before]),
      )
      return afterFence(call, at, order, target, made)
    },
  )
}

/** Returns the order that nvcc uses for two orders: the one for different values applies in any case. */
function withFailure(success: CudaOrder, failure: CudaOrder | undefined): CudaOrder {
  if (failure === undefined || failure.order === 'relaxed' || success.order === 'seq_cst') return success
  if (failure.order === 'seq_cst') return failure
  return { ...success, order: success.order === 'release' || success.order === 'acq_rel' ? 'acq_rel' : 'acquire' }
}
