/** Writes the parts that instructions share: operands, places, types and refusals. */

import { match } from 'ts-pattern'
import type { Access, DataType, Integer, Operand } from '../../litmus/operand.js'
import type { DeviceThread, Program } from '../../litmus/program.js'
import { isPredicate, registerType } from '../../litmus/registers.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { accessForm, type Form, valueForm } from './mentions.js'

/** The names that the harness puts in front of a thread's text, as registers. */
export const harnessRegisters = { budget: 'budget', gaveUp: 'gave_up', missed: 'missed', end: 'END_OF_TEST' } as const

export interface Writing {
  readonly thread: DeviceThread
  readonly program: Program
  readonly register: (name: string) => string
  readonly label: (name: string) => string
  /** Returns the register that holds an address of that memory. */
  readonly at: (variable: string, form: Form) => string
}

/** Registers have at least 16 bits (ISA, Operand Size Exceeding Instruction-Type Size). */
export const containerBits = ({ width }: DataType): number => Math.max(width, 16)

export const map = <T, U>(result: Result<T>, change: (value: T) => U): Result<U> =>
  then(result, (value) => ok(change(value)))

export const refuse = (why: string, place: Span): Result<never> => fail(diagnostic(why, place))

/** Writes a type as PTX does for values whose sign matters. */
export const typed = ({ width, signed }: DataType): string => (width === 128 ? 'b128' : `${signed ? 's' : 'u'}${width}`)

export const words = (...some: readonly (string | undefined)[]): string =>
  some.filter((word) => word !== undefined && word !== '').join('.')

const integer = (value: bigint): string => (value >= 2n ** 63n ? `${value}U` : `${value}`)

/** Returns an operand, with the lines that compute it. */
export function operand(one: Operand, { register, at, thread, program }: Writing): Result<string> {
  return match(one)
    .returnType<Result<string>>()
    .with({ kind: 'integer' }, ({ value }) => ok(integer(value)))
    .with({ kind: 'register' }, ({ name }) => ok(register(name)))
    .with({ kind: 'address' }, ({ name, offset, span }) => {
      const { form } = valueForm(name, thread, program)
      if (form === 'texture') return refuse('a texture has no address', span)
      return offset === 0n ? ok(at(name, form)) : refuse('PTX takes no offset after a register here', span)
    })
    .exhaustive()
}

/** Writes the place of an access in brackets. */
export function place(access: Access, { register, at }: Writing): string {
  const { address } = access
  const behind = address.offset === 0n ? '' : `+${address.offset}`.replace('+-', '-')
  return address.kind === 'pointer'
    ? `[${register(address.register)}${behind}]`
    : `[${at(address.name, accessForm(access))}${behind}]`
}

/** Returns the lines that record whether a load returned a value other than the expected one. */
export const expectedLines = (
  expected: Integer | undefined,
  destination: string | undefined,
  type: DataType,
  writing: Writing,
): readonly string[] =>
  expected === undefined || destination === undefined
    ? []
    : [
        '{',
        '.reg .pred other;',
        `setp.ne.${typed({ ...type, width: containerWidth(type) })} other, ${writing.register(destination)}, ${integer(expected.value)};`,
        `@other mov.u32 ${harnessRegisters.missed}, 1;`,
        '}',
      ]

const containerWidth = ({ width }: DataType): DataType['width'] => (width === 8 ? 16 : width)

export function tooNarrow(name: string, type: DataType, { thread }: Writing, place: Span): Diagnostic | undefined {
  const { width } = registerType(thread, name)
  if (isPredicate(thread.instructions, name)) return diagnostic(`\`${name}\` holds predicates, too`, place)
  return containerBits({ width, signed: false }) < type.width
    ? diagnostic(`\`${name}\` is too narrow`, place)
    : undefined
}

/** Checks that a register has as many bits as an instruction takes. */
export function sized(one: Operand, { width }: DataType, { thread }: Writing): Result<string> {
  if (one.kind !== 'register') return ok('')
  if (isPredicate(thread.instructions, one.name)) return refuse(`\`${one.name}\` is a predicate`, one.span)
  const has = containerBits(registerType(thread, one.name))
  return has === width ? ok('') : refuse(`\`${one.name}\` has ${has} bits here, not ${width}`, one.span)
}
