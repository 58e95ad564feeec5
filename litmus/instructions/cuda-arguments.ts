/** The arguments of calls of CUDA C++: memory, values, orders, scopes, types. */

import { counted } from '../../source/counted.js'
import { diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { fail, ok, type Result } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import type { DataType, Scope } from '../operand.js'
import { scopeInCuda } from './cuda.js'
import type { CudaArgument, CudaCall, Statement, StatementOperand, Word } from './statement.js'

/** The facts about its test that a call needs. */
export interface CallContext extends Pick<Statement, 'format' | 'isMemory'> {
  /** Returns the declared type of memory; undefined if it has none, and for other names. */
  readonly typeOf: (name: string) => DataType | undefined
}

/** Memory that a call accesses, as an operand of PTX, with its declared type. */
export interface Pointee {
  readonly address: Extract<StatementOperand, { kind: 'address' }>
  readonly type: DataType | undefined
}

/** Fails on a number of arguments that the form does not have. */
export function argumentCount(
  { name, arguments: given, span }: CudaCall,
  form: string,
  least: number,
  most = least,
): Result<undefined> {
  if (given.length >= least && given.length <= most) return ok(undefined)
  return fail(
    diagnostic(
      `\`${name.text}\` is given ${counted(given.length, 'argument')}; the form is \`${form}\``,
      given[most]?.span ?? span,
    ),
  )
}

/**
 * Reads the memory that a pointer addresses: `&x`, `&a[2]`, `[x]`, or the name of a register or of memory, as kernels
 * have them for parameters.
 */
export function pointee(given: CudaArgument | undefined, { typeOf }: CallContext): Result<Pointee> {
  if (given === undefined) return fail()
  switch (given.kind) {
    case 'address':
      return ok({ address: given, type: typeOf(given.name) })
    case 'word':
      return ok(named(given, typeOf))
    case 'place': {
      const { name, index, offset } = given
      if (!given.ampersand || offset !== 0n) {
        const element = index === null && offset !== 0n ? `${name}[${offset}]` : `${name}[${index ?? 0n}]`
        return fail(
          diagnostic(
            offset === 0n
              ? `expected a pointer: write \`&${element}\``
              : `a pointer of C++ counts elements, one of PTX bytes: write an element, such as \`&${element}\``,
            given.span,
          ),
        )
      }
      return ok({ address: { ...given, kind: 'address', coordinate: null }, type: typeOf(name) })
    }
    default:
      return fail(diagnostic('expected a pointer: `&x`, or a register that holds an address', given.span))
  }
}

/** Returns the memory that an argument names: `x`, `a[2]`, `*p`, `[x]`. */
export function object(given: CudaArgument, { format, isMemory, typeOf }: CallContext): Result<Pointee> {
  switch (given.kind) {
    case 'address':
      return ok({ address: given, type: typeOf(given.name) })
    case 'dereferenced':
      return ok({ ...named(given.name, typeOf) })
    case 'word':
      return isMemory(given.text) || format === 'herd'
        ? ok(named(given, typeOf))
        : fail(
            diagnostic(
              `\`${given.text}\` is not memory; write \`*${given.text}\` for what a register points to`,
              given.span,
            ),
          )
    case 'place':
      if (!given.ampersand && given.offset === 0n)
        return ok({ address: { ...given, kind: 'address', coordinate: null }, type: typeOf(given.name) })
      return fail(diagnostic('expected memory: its name, an element such as `a[2]`, or `*p`', given.span))
    default:
      return fail(diagnostic('expected memory: its name, an element such as `a[2]`, or `*p`', given.span))
  }
}

const named = ({ text, span }: Word, typeOf: CallContext['typeOf']): Pointee => ({
  address: { kind: 'address', owner: null, name: text, index: null, offset: 0n, coordinate: null, span },
  type: typeOf(text),
})

/** Returns an integer or a register, as an operand of PTX. */
export function valueOf(given: CudaArgument | undefined): Result<StatementOperand> {
  if (given === undefined) return fail()
  switch (given.kind) {
    case 'dereferenced':
      return fail(diagnostic('what memory holds is loaded into a register first', given.span))
    case 'qualified':
    case 'expression':
      return fail(
        diagnostic(`\`${given.text}\`: a value is an integer or a register here; compute it first`, given.span),
      )
    default:
      return ok(given)
  }
}

/** The order of an access or a fence, and where it is written, if it is. */
export interface CudaOrder {
  readonly order: string
  readonly span: Span | undefined
}

const orders = ['relaxed', 'consume', 'acquire', 'release', 'acq_rel', 'seq_cst']

/**
 * Reads `cuda::memory_order_acquire`, with or without its namespace; `seq_cst` if none is written. Fails on an order
 * that the function cannot have.
 */
export function orderOf(
  given: CudaArgument | undefined,
  name: string,
  allowed: readonly string[] = orders,
): Result<CudaOrder> {
  if (given === undefined) return ok({ order: 'seq_cst', span: undefined })
  const text = wordIn(given)
  const order = /^memory_order_(.*)$/.exec(text ?? '')?.[1]
  const listed = allowed.map((one) => `\`${one}\``).join(', ')
  if (order === undefined || !orders.includes(order))
    return fail(
      diagnostic(
        `expected an order, such as \`cuda::memory_order_acquire\`${
          text === undefined
            ? ''
            : didYouMean(
                text,
                orders.map((one) => `memory_order_${one}`),
              )
        }`,
        given.span,
      ),
    )
  return allowed.includes(order)
    ? ok({ order, span: given.span })
    : fail(diagnostic(`\`${name}\` cannot be \`${order}\`; its orders are ${listed}`, given.span))
}

/**
 * Reads `cuda::thread_scope_device`; the scope is the system if none is written. For a thread alone, nvcc takes the
 * block.
 */
export function scopeOf(given: CudaArgument | null | undefined): Result<Scope | 'thread'> {
  if (given === undefined || given === null) return ok('sys')
  const text = wordIn(given)
  const name = /^thread_scope_(.*)$/.exec(text ?? '')?.[1]
  if (name === 'thread') return ok(name)
  const scope = scopeInCuda.get(name ?? '')
  if (scope !== undefined) return ok(scope)
  const scopes = ['thread', ...scopeInCuda.keys()].map((one) => `thread_scope_${one}`)
  return fail(
    diagnostic(
      `expected a scope, such as \`cuda::thread_scope_device\`${text === undefined ? '' : didYouMean(text, scopes)}`,
      given.span,
    ),
  )
}

/** Returns the last part of a name, whose namespaces are those of the library. */
const wordIn = (given: CudaArgument): string | undefined =>
  given.kind === 'word' || given.kind === 'qualified' ? given.text.replace(/^(cuda::|std::)+/, '') : undefined

const types: ReadonlyMap<string, DataType> = new Map<string, DataType>([
  ...['int', 'int32_t'].map((name) => [name, { width: 32, signed: true }] as const),
  ...['unsigned', 'unsigned int', 'uint32_t'].map((name) => [name, { width: 32, signed: false }] as const),
  ...['long', 'long long', 'int64_t'].map((name) => [name, { width: 64, signed: true }] as const),
  ...['unsigned long', 'unsigned long long', 'uint64_t', 'size_t'].map(
    (name) => [name, { width: 64, signed: false }] as const,
  ),
])

/** Returns the type with that name. Fails if it is not a type of 32 or 64 bits, or not that of the memory. */
export function typeOf(given: Word, declared: DataType | undefined): Result<DataType> {
  const type = types.get(given.text.replace(/^(cuda::|std::)+/, '').replaceAll(/ +/g, ' '))
  if (type === undefined)
    return fail(
      diagnostic(
        `\`${given.text}\`: the types here are \`int\`, \`unsigned\`, \`long long\` and \`unsigned long long\`; nvcc makes loops of atomics of 8 and 16 bits`,
        given.span,
      ),
    )
  return declared === undefined || declared.width === type.width
    ? ok(type)
    : fail(
        diagnostic(
          `\`${given.text}\` has ${type.width} bits, and the memory is declared with ${declared.width}`,
          given.span,
        ),
      )
}

/** Returns a type as a qualifier, with its dot. */
export const suffixOf = ({ signed, width }: DataType): string => `.${signed ? 's' : 'u'}${width}`
