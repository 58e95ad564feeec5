/**
 * Loads, stores, atomics and reductions, with the orders, scopes and types that they can have (ISA, `ld`, `st`, `atom`,
 * `red`).
 */

import { counted } from '../../source/counted.js'
import { diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import { type Access, type Address, addressType, type DataType, defaultType, sink } from '../operand.js'
import type { Proxy, WrittenProxy } from '../proxy.js'
import type { Atomic, AtomicOperation, AtomicOrder, Load, LoadOrder, Store, StoreOrder } from './access-definitions.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import { type Limits, type Qualifier, type Qualifiers, rejectQualifiers } from './qualifiers.js'
import type { Statement, StatementOperand, VectorSyntax } from './statement.js'
import { accessStrength, atomicStrength } from './strength.js'

const loadOrders: readonly LoadOrder[] = ['weak', 'relaxed', 'acquire', 'volatile', 'mmio']
const storeOrders: readonly StoreOrder[] = ['weak', 'relaxed', 'release', 'volatile', 'mmio']
export const atomicOrders: readonly AtomicOrder[] = ['relaxed', 'acquire', 'release', 'acq_rel']

/**
 * Reads `ld`, `tld`, `tex`, `suld`, `ldc`: `ld r, [x]`, with `== n` if only executions in which it returns n count. A
 * vector access is a load for each element.
 */
export function readLoad(statement: Statement, qualifiers: Qualifiers, opcodeProxy: Proxy): Result<readonly Load[]> {
  const { operands, span } = statement
  const name = opcodeOf(statement.mnemonic)
  const proxy = loadProxy(opcodeProxy, qualifiers)
  const typed = typing(qualifiers, [])
  const exchanged = operand.exchanged(statement, 1)
  if (exchanged !== undefined) return fail(exchanged)
  const [vector] = qualifiers.vector
  return then(
    collect({
      qualifiers: rejectQualifiers(qualifiers, name, {
        ...accessLimits(opcodeProxy),
        type: proxy === 'texture' ? 2 : 1,
        path: opcodeProxy === 'generic' ? 1 : 0,
      }),
      path: opcodeProxy === 'generic' ? readOnlyPath(qualifiers) : ok(undefined),
      scalar: checkType(qualifiers, name),
      count: operand.count(statement, 2, 2, form(statement, `${name} r, [x]`)),
      strength: accessStrength(statement, qualifiers, loadOrders),
      destinations:
        vector === undefined
          ? then(operand.destination(operands[0]), (one) => ok([one]))
          : readVector(statement, qualifiers, vector, operands[0], destinations),
      address: operand.address(statement, operands[1], spaceNamed(qualifiers)),
      expected: operand.expected(statement, checked(typed)),
    }),
    ({ strength, destinations, address, expected }) => {
      const loads = destinations.map((destination, i): Load => {
        const access = { address: elementAddress(address, typed.type, i), ...typed, ...elementOf(i, destinations) }
        return { kind: 'load', ...strength, proxy, ...access, destination, ...expected, span }
      })
      return ok(addressLast(loads))
    },
  )
}

/** Orders the loads of one vector. They read their address once, so the one that overwrites its register comes last. */
function addressLast(loads: readonly Load[]): readonly Load[] {
  const overwrites = ({ address, destination }: Load): boolean =>
    address.kind === 'name' && address.owner === undefined && address.name === destination
  return loads.length === 1 ? loads : [...loads.filter((one) => !overwrites(one)), ...loads.filter(overwrites)]
}

/**
 * Returns the proxy of a load: `ld.const` reads through the constant bank, `ld.global.nc` through the read-only path.
 */
function loadProxy(opcode: Proxy, { space, path }: Qualifiers): Proxy {
  if (opcode !== 'generic') return opcode
  if (path.length > 0) return 'non-coherent'
  return space[0]?.value === 'const' ? 'constant' : 'generic'
}

/** Checks a load by the read-only path, which reaches global memory and is weak (ISA, `ld.global.nc`). */
function readOnlyPath({ path, space, order, scope }: Qualifiers): Result<undefined> {
  const [nc] = path
  if (nc === undefined) return ok(undefined)
  if (space[0]?.value !== 'global')
    return fail(diagnostic('`.nc` is the read-only path of global memory: write `ld.global.nc`', nc.span))
  const strong = order.find(({ value }) => value !== 'weak') ?? scope[0]
  return unless(
    strong === undefined
      ? []
      : [diagnostic(`a load through the read-only path is weak; \`.${strong.text}\` has no meaning here`, strong.span)],
  )
}

/** Reads `st`, `sust`: `st [x], value`. A vector access is a store for each element. */
export function readStore(statement: Statement, qualifiers: Qualifiers, proxy: WrittenProxy): Result<readonly Store[]> {
  const { operands, span } = statement
  const name = opcodeOf(statement.mnemonic)
  const exchanged = operand.exchanged(statement, 0)
  if (exchanged !== undefined) return fail(exchanged)
  const [vector] = qualifiers.vector
  const typed = typing(qualifiers, operands.slice(1))
  return then(
    collect({
      qualifiers: rejectQualifiers(qualifiers, name, accessLimits(proxy)),
      scalar: checkType(qualifiers, name),
      constant: writable(statement, qualifiers),
      count: operand.count(statement, 2, 2, form(statement, `${name} [x], value`)),
      strength: accessStrength(statement, qualifiers, storeOrders),
      address: operand.address(statement, operands[0], spaceNamed(qualifiers)),
      values:
        vector === undefined
          ? then(operand.valueOf(statement, operands[1], checked(typed)), (one) => ok([one]))
          : readVector(statement, qualifiers, vector, operands[1], (elements) =>
              operand.valuesOf(statement, elements, typed.type),
            ),
      expected: operand.returnsNothing(statement),
    }),
    ({ strength, address, values }) =>
      ok(
        values.map((value, i): Store => {
          const access = { address: elementAddress(address, typed.type, i), ...typed, ...elementOf(i, values) }
          return { kind: 'store', ...strength, proxy, ...access, value, span }
        }),
      ),
  )
}

/** Returns the address of element i of a vector, which is i widths after the first. */
export const elementAddress = (address: Address, { width }: DataType, i: number): Address =>
  i === 0 ? address : { ...address, offset: address.offset + BigInt((i * width) / 8) }

export const elementOf = (element: number, { length }: readonly unknown[]): Pick<Access, 'element' | 'elements'> =>
  length === 1 ? {} : { element, elements: length }

/** Returns the registers of a vector that is loaded. `_` discards an element. */
function destinations(elements: VectorSyntax['elements']): Result<readonly string[]> {
  const words = elements.filter((one) => one.kind === 'word')
  const again = words.filter(({ text }, i) => text !== sink && words.findIndex((other) => other.text === text) < i)
  return then(
    collect({
      read: all(elements.map(operand.destination)),
      twice: unless(
        again.map(({ text, span }) =>
          diagnostic(`\`${text}\` appears twice in this vector; each element needs its own register`, span),
        ),
      ),
    }),
    ({ read }) => ok(read),
  )
}

/**
 * Reads the elements of a vector (ISA, Vectors). Fails if the number of elements differs from the one that the
 * instruction names, if there is no type, on more than 256 bits, on proxies other than the generic one, on `.mmio`, and
 * if one value is demanded of all.
 */
function readVector<T>(
  statement: Statement,
  { type: [type], order }: Qualifiers,
  { value: size, text, span }: Qualifier<2 | 4 | 8>,
  given: StatementOperand | undefined,
  read: (elements: VectorSyntax['elements']) => Result<readonly T[]>,
): Result<readonly T[]> {
  if (given === undefined) return fail()
  const registers = `\`{${Array.from({ length: size }, (_, i) => `r${i}`).join(', ')}}\``
  if (type === undefined)
    return fail(diagnostic(`a vector access names the type of an element, such as \`.${text}.u32\``, span))
  const { width } = type.value
  if (size * width > 256 || (size === 8 && width !== 32))
    return fail(
      diagnostic(
        size === 8
          ? `\`.v8\` is for elements of 32 bits, not \`.${type.text}\``
          : `${size} elements of ${width} bits are ${size * width}; a vector has 256 at most`,
        span,
      ),
    )
  const mmio = order.find(({ value }) => value === 'mmio')
  if (mmio !== undefined) return fail(diagnostic('`.mmio` accesses have no vectors', mmio.span))
  if (statement.expected !== null)
    return fail(
      diagnostic(`a vector has ${size} values; compare them in a condition, or in \`filter\``, statement.expected.span),
    )
  if (given.kind !== 'vector')
    return fail(diagnostic(`\`.${text}\` takes ${size} elements, as in ${registers}`, given.span))
  const { elements } = given
  return elements.length === size
    ? read(elements)
    : fail(
        diagnostic(
          `${counted(elements.length, 'element')}; \`.${text}\` takes ${size}, as in ${registers}`,
          given.span,
        ),
      )
}

/** Reads `atom`, `suatom`: `atom.add r, [x], value`. `red`, `sured`: the same without the register. */
export function readAtomic(
  statement: Statement,
  qualifiers: Qualifiers,
  proxy: WrittenProxy,
  family: 'atom' | 'red',
): Result<Atomic> {
  const { mnemonicSpan, span } = statement
  const name = opcodeOf(statement.mnemonic)
  const operation = qualifiers.operation[0]?.value
  if (operation === undefined) return fail(diagnostic(`\`${name}\` needs an operation, such as \`.add\``, mnemonicSpan))
  const [least, most, rest] = operandForm(operation)
  const returned = family === 'atom' ? 1 : 0
  const operands = statement.operands.slice(returned)
  const typed = typing(qualifiers, operands.slice(1))
  const [vector] = qualifiers.vector
  if (vector !== undefined)
    return fail(
      diagnostic(
        `atomics of vectors are not modelled: write one for each element, without \`.${vector.text}\``,
        vector.span,
      ),
    )
  return then(
    collect({
      qualifiers: rejectQualifiers(qualifiers, name, { ...accessLimits(proxy), operation: 1 }),
      scalar: checkType(qualifiers, name),
      constant: writable(statement, qualifiers),
      operation: checkOperation(qualifiers, operation),
      count: operand.count(
        statement,
        returned + 1 + least,
        returned + 1 + most,
        form(statement, `${name}.${operation}${family === 'atom' ? ' r,' : ''} [x]${rest}`),
      ),
      strength: atomicStrength(statement, qualifiers, atomicOrders),
      destination: family === 'atom' ? operand.destination(statement.operands[0]) : ok(undefined),
      address: operand.address(statement, operands[0], spaceNamed(qualifiers)),
      operands: operand.valuesOf(statement, operands.slice(1), checked(typed)),
      expected:
        family === 'atom'
          ? operand.expected(statement, checked(typed))
          : then(operand.returnsNothing(statement), () => ok({})),
    }),
    ({ strength, destination, address, operands, expected }) =>
      ok({
        kind: 'atomic',
        ...strength,
        proxy,
        address,
        ...typed,
        operation,
        destination,
        operands,
        ...expected,
        span,
      }),
  )
}

/** Writes a form as the format does. */
const form = ({ format }: Statement, bracketed: string): string =>
  format === 'herd' ? bracketed.replace(/[[\]]/g, '') : bracketed

export const accessLimits = (proxy: Proxy): Limits => ({
  order: Number.POSITIVE_INFINITY,
  scope: 1,
  type: 1,
  vector: proxy === 'surface' || proxy === 'texture' ? 0 : 1,
  ...(proxy === 'generic' ? { space: 1, hint: Number.POSITIVE_INFINITY } : { form: Number.POSITIVE_INFINITY }),
})

/**
 * Checks a type. Floating-point values of 32 and 64 bits are loaded and stored; shorter ones are bits (ISA, `ld`). An
 * access of `.b128` is a single one, unlike a vector of its size.
 */
const checkType = ({ type, vector, form, operation }: Qualifiers, name: string): Result<undefined> =>
  unless(
    type.flatMap(({ value: { letter, width }, text, span }) => {
      if (width === 128) {
        const [done] = operation
        if (vector.length > 0) return [diagnostic('`.b128` cannot be an element of a vector', span)]
        if (!['ld', 'st', 'atom'].includes(name) || form.length > 0)
          return [diagnostic(`\`${name}\` has no type \`.b128\``, span)]
        if (done !== undefined && done.value !== 'exch' && done.value !== 'cas')
          return [diagnostic('atomics of 128 bits are `.exch` and `.cas`', done.span)]
      }
      if (letter === 'p')
        return [diagnostic('memory holds no predicates; `selp.u32 r, 1, 0, p` makes a value of one', span)]
      return letter === 'f' && (width === 16 || text.endsWith('x2'))
        ? [diagnostic(`\`${name}\` has no type \`.${text}\`; write \`.b${width}\``, span)]
        : []
    }),
  )

type Typing = Pick<Access, 'type' | 'untyped'>

/**
 * Returns the written type. Without one, an address needs as many bits as it has; other accesses take the width of
 * their memory.
 */
const typing = ({ type: [written] }: Qualifiers, values: readonly StatementOperand[]): Typing => {
  if (written === undefined)
    return values.some(operand.isAddress) ? { type: addressType } : { type: defaultType, untyped: true }
  const { width, signed } = written.value
  return { type: { width, signed } }
}

/** Returns the widest type that an access without one may turn out to have. */
const checked = ({ type, untyped }: Typing): DataType => (untyped ? { ...type, width: 64 } : type)

/** Returns the state space that an access names. */
export const spaceNamed = ({ space }: Qualifiers): Address['space'] => {
  const named = space[0]?.value
  return named === 'const' ? undefined : named
}

function writable({ mnemonic }: Statement, { space }: Qualifiers): Result<undefined> {
  const constant = space.find(({ value }) => value === 'const')
  return unless(
    constant === undefined
      ? []
      : [
          diagnostic(
            `\`${mnemonic}\`: constant memory is read only; write it through a generic address`,
            constant.span,
          ),
        ],
  )
}

/** Returns the minimum and maximum number of operands after the address, and how they are written. */
function operandForm(operation: AtomicOperation): readonly [least: number, most: number, form: string] {
  switch (operation) {
    case 'inc':
    case 'dec':
      return [0, 1, ', bound']
    case 'cas':
      return [2, 2, ', expected, new']
    default:
      return [1, 1, ', value']
  }
}

/** Operations that PTX has only for some types (ISA, `atom`). */
function checkOperation({ type }: Qualifiers, operation: AtomicOperation): Result<undefined> {
  const ordered = ['min', 'max', 'div'].includes(operation)
  const counting = ['inc', 'dec'].includes(operation)
  const [written] = type
  if (written !== undefined && ordered && written.value.letter === 'b') {
    return fail(diagnostic(`\`.${operation}\` needs a signed or unsigned type, not \`.${written.text}\``, written.span))
  }
  if (written !== undefined && counting && written.value.letter === 's') {
    return fail(diagnostic(`\`.${operation}\` counts unsigned; \`.${written.text}\` is signed`, written.span))
  }
  return ok(undefined)
}
