/** The order of an instruction and the scope that goes with it (ISA 8.4, 8.5). */

import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import type { Scope } from '../operand.js'
import { opcodeOf } from './opcodes.js'
import type { Order, Qualifier, Qualifiers } from './qualifiers.js'
import type { Statement } from './statement.js'

interface Strength<O> {
  readonly order: O
  readonly scope: Scope | undefined
}

/**
 * Returns the strength of an access. Without an order it is weak; with a scope but no order, the older spelling, it is
 * relaxed.
 */
export function accessStrength<O extends Order>(
  statement: Statement,
  qualifiers: Qualifiers,
  orders: readonly O[],
): Result<Strength<O | 'weak' | 'relaxed'>> {
  const scope = qualifiers.scope[0]
  return then(writtenOrder(statement, qualifiers, orders), (order): Result<Strength<O | 'weak' | 'relaxed'>> => {
    if (order === undefined)
      return ok(scope === undefined ? { order: 'weak', scope } : { order: 'relaxed', scope: scope.value })
    if (order !== 'weak' && order !== 'volatile')
      return then(neededScope(statement, order, scope), (scope) => ok({ order, scope }))
    if (scope === undefined) return ok({ order, scope })
    const instead = order === 'weak' ? 'a weak access has no scope' : '`.volatile` is relaxed at system scope already'
    return fail(diagnostic(`${instead}; \`.${scope.text}\` has no meaning here`, scope.span))
  })
}

/** Returns the strength of an atomic. Without an order it is relaxed, and without a scope `.gpu` (ISA, `atom`). */
export function atomicStrength<O extends Order>(
  statement: Statement,
  qualifiers: Qualifiers,
  orders: readonly O[],
): Result<{ readonly order: O | 'relaxed'; readonly scope: Scope }> {
  return then(writtenOrder(statement, qualifiers, orders), (order) =>
    ok({ order: order ?? 'relaxed', scope: qualifiers.scope[0]?.value ?? 'gpu' }),
  )
}

/** Reads the strength of a fence. A bare `fence` with a scope is `acq_rel`. */
export function fenceStrength<O extends Order>(
  statement: Statement,
  qualifiers: Qualifiers,
  orders: readonly O[],
): Result<{ readonly order: O | 'acq_rel'; readonly scope: Scope }> {
  return then(writtenOrder(statement, qualifiers, orders), (written) => {
    const order = written ?? 'acq_rel'
    return then(neededScope(statement, order, qualifiers.scope[0]), (scope) => ok({ order, scope }))
  })
}

/** Returns the written order, if any. `mmio` may come with `relaxed`, as PTX writes it. */
function writtenOrder<O extends Order>(
  statement: Statement,
  { order }: Qualifiers,
  orders: readonly O[],
): Result<O | undefined> {
  const opcode = opcodeOf(statement.mnemonic)
  const mmio = order.find(({ value }) => value === 'mmio')
  const rest = mmio === undefined ? order : [mmio, ...order.filter((one) => one !== mmio && one.value !== 'relaxed')]
  const [first, second] = rest
  if (first === undefined) return ok(undefined)
  if (second !== undefined)
    return fail(diagnostic(`\`${opcode}\` takes one order; \`.${second.text}\` is one too many`, second.span))
  const choice = orders.find((one) => one === first.value)
  if (choice !== undefined) return ok(choice)
  const names = orders.map((name) => `.${name}`).join(', ')
  const only = first.value === 'sc' ? '`.sc` exists only on fences' : `\`${opcode}\` cannot be \`.${first.text}\``
  return fail(diagnostic(`${only}; the orders of \`${opcode}\` are ${names}`, first.span))
}

function neededScope(statement: Statement, order: Order, scope: Qualifier<Scope> | undefined): Result<Scope> {
  if (scope !== undefined) return ok(scope.value)
  const { mnemonic, mnemonicSpan } = statement
  const what = mnemonic.includes(`.${order}`) ? `\`.${order}\`` : `\`${mnemonic}\``
  return fail(diagnostic(`${what} needs a scope: \`.cta\`, \`.cluster\`, \`.gpu\` or \`.sys\``, mnemonicSpan))
}
