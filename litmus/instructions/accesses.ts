/** Loads, stores, atomics and reductions, with the orders, scopes and types that they can have (ISA, `ld`, `st`, `atom`, `red`). */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import {
  type Address,
  type Atomic,
  type AtomicOperation,
  type AtomicOrder,
  type DataType,
  defaultType,
  type Load,
  type LoadOrder,
  type Store,
  type StoreOrder,
} from '../instruction.js'
import type { Proxy, WrittenProxy } from '../proxy.js'
import { opcodeOf } from './opcodes.js'
import * as operand from './operands.js'
import { type Limits, type Qualifiers, rejectQualifiers } from './qualifiers.js'
import type { Statement } from './statement.js'
import { accessStrength, atomicStrength } from './strength.js'

const loadOrders: readonly LoadOrder[] = ['weak', 'relaxed', 'acquire', 'volatile', 'mmio']
const storeOrders: readonly StoreOrder[] = ['weak', 'relaxed', 'release', 'volatile', 'mmio']
const atomicOrders: readonly AtomicOrder[] = ['relaxed', 'acquire', 'release', 'acq_rel']

/** `ld`, `tld`, `tex`, `suld`, `ldc`: `ld r, [x]`, with `== n` if only executions in which it returns n count. */
export function readLoad(statement: Statement, qualifiers: Qualifiers, opcodeProxy: Proxy): Result<Load> {
  const { operands, span } = statement
  const name = opcodeOf(statement.mnemonic)
  const proxy = loadProxy(opcodeProxy, qualifiers)
  const type = dataType(qualifiers)
  const exchanged = operand.exchanged(statement, 1)
  if (exchanged !== undefined) return fail(exchanged)
  return then(
    collect({
      qualifiers: rejectQualifiers(qualifiers, name, {
        ...accessLimits(opcodeProxy),
        type: proxy === 'texture' ? 2 : 1,
        path: opcodeProxy === 'generic' ? 1 : 0,
      }),
      path: opcodeProxy === 'generic' ? readOnlyPath(qualifiers) : ok(undefined),
      count: operand.count(statement, 2, 2, form(statement, `${name} r, [x]`)),
      strength: accessStrength(statement, qualifiers, loadOrders),
      destination: operand.destination(operands[0]),
      address: operand.address(statement, operands[1], space(qualifiers)),
      expected: operand.expected(statement, type),
    }),
    ({ strength, destination, address, expected }) =>
      ok({ kind: 'load', ...strength, proxy, address, type, destination, ...expected, span }),
  )
}

/** `ld.const` reads through the constant bank, `ld.global.nc` by the read-only path. */
function loadProxy(opcode: Proxy, { space, path }: Qualifiers): Proxy {
  if (opcode !== 'generic') return opcode
  if (path.length > 0) return 'non-coherent'
  return space[0]?.value === 'const' ? 'constant' : 'generic'
}

/** The read-only path reaches global memory, and its loads are weak (ISA, `ld.global.nc`). */
function readOnlyPath({ path, space, order, scope }: Qualifiers): Result<undefined> {
  const [nc] = path
  if (nc === undefined) return ok(undefined)
  if (space[0]?.value !== 'global')
    return fail(diagnostic('`.nc` is the read-only path of global memory: write `ld.global.nc`', nc.span))
  const strong = order.find(({ value }) => value !== 'weak') ?? scope[0]
  return unless(
    strong === undefined
      ? []
      : [diagnostic(`a load by the read-only path is weak; \`.${strong.text}\` has no meaning here`, strong.span)],
  )
}

/** `st`, `sust`: `st [x], value`. */
export function readStore(statement: Statement, qualifiers: Qualifiers, proxy: WrittenProxy): Result<Store> {
  const { operands, span } = statement
  const name = opcodeOf(statement.mnemonic)
  const exchanged = operand.exchanged(statement, 0)
  if (exchanged !== undefined) return fail(exchanged)
  return then(
    collect({
      qualifiers: rejectQualifiers(qualifiers, name, accessLimits(proxy)),
      constant: writable(statement, qualifiers),
      count: operand.count(statement, 2, 2, form(statement, `${name} [x], value`)),
      strength: accessStrength(statement, qualifiers, storeOrders),
      address: operand.address(statement, operands[0], space(qualifiers)),
      value: operand.valueOf(operands[1], dataType(qualifiers)),
      expected: operand.returnsNothing(statement),
    }),
    ({ strength, address, value }) =>
      ok({ kind: 'store', ...strength, proxy, address, type: dataType(qualifiers), value, span }),
  )
}

/** `atom`, `suatom`: `atom.add r, [x], value`. `red`, `sured`: the same without the register. */
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
  const type = dataType(qualifiers)
  const [least, most, behind] = operandForm(operation)
  const returned = family === 'atom' ? 1 : 0
  const operands = statement.operands.slice(returned)
  return then(
    collect({
      qualifiers: rejectQualifiers(qualifiers, name, { ...accessLimits(proxy), operation: 1 }),
      constant: writable(statement, qualifiers),
      operation: checkOperation(qualifiers, operation),
      count: operand.count(
        statement,
        returned + 1 + least,
        returned + 1 + most,
        form(statement, `${name}.${operation}${family === 'atom' ? ' r,' : ''} [x]${behind}`),
      ),
      strength: atomicStrength(statement, qualifiers, atomicOrders),
      destination: family === 'atom' ? operand.destination(statement.operands[0]) : ok(undefined),
      address: operand.address(statement, operands[0], space(qualifiers)),
      operands: operand.valuesOf(operands.slice(1), type),
      expected:
        family === 'atom' ? operand.expected(statement, type) : then(operand.returnsNothing(statement), () => ok({})),
    }),
    ({ strength, destination, address, operands, expected }) =>
      ok({ kind: 'atomic', ...strength, proxy, address, type, operation, destination, operands, ...expected, span }),
  )
}

/** A form as the format writes it. */
const form = ({ format }: Statement, bracketed: string): string =>
  format === 'herd' ? bracketed.replace(/[[\]]/g, '') : bracketed

const accessLimits = (proxy: Proxy): Limits => ({
  order: Number.POSITIVE_INFINITY,
  scope: 1,
  type: 1,
  ...(proxy === 'generic' ? { space: 1 } : { form: Number.POSITIVE_INFINITY }),
})

const dataType = ({ type }: Qualifiers): DataType => {
  const { width, signed } = type[0]?.value ?? defaultType
  return { width, signed }
}

const space = ({ space }: Qualifiers): Address['space'] => {
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

/** The least and the most operands after the address, and how they are written. */
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

/** Operations that PTX has for some types only (ISA, `atom`). */
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
