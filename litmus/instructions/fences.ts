/** Memory fences and proxy fences (ISA, `membar` and `fence`). */

import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import type { Scope } from '../operand.js'
import { type FencedProxy, fencedProxies } from '../proxy.js'
import { isBothWays } from './async-fences.js'
import { type Definition, fenceFacts, unchanged } from './definition.js'
import * as operand from './operands.js'
import { type Qualifiers, rejectQualifiers } from './qualifiers.js'
import type { Statement } from './statement.js'
import { fenceStrength } from './strength.js'

type FenceOrder = 'sc' | 'acq_rel' | 'acquire' | 'release'

/** A memory fence, `fence` or `membar` (ISA, `membar` and `fence`). */
export interface Fence {
  readonly kind: 'fence'
  readonly order: FenceOrder
  readonly scope: Scope
  readonly span: Span
}

/** A proxy fence, such as `fence.proxy.alias` (ISA, `membar` and `fence`). */
export interface ProxyFence {
  readonly kind: 'proxy-fence'
  readonly proxy: FencedProxy
  readonly span: Span
}

const fenceOrders: readonly FenceOrder[] = ['sc', 'acq_rel', 'acquire', 'release']

/** Reads `fence.sc.gpu`, `fence.gpu`, `fence.proxy.alias`, `fence.alias` and similar fences. */
export function readFence(statement: Statement, qualifiers: Qualifiers): Result<Fence | ProxyFence> {
  if (qualifiers.proxy.length > 0) return readProxyFence(statement, qualifiers)
  const { span } = statement
  return then(
    collect({
      qualifiers: rejectQualifiers(qualifiers, 'fence', { order: Number.POSITIVE_INFINITY, scope: 1 }),
      bare: operand.none(statement),
      strength: fenceStrength(statement, qualifiers, fenceOrders),
    }),
    ({ strength }) => ok({ kind: 'fence', ...strength, span }),
  )
}

function readProxyFence(statement: Statement, qualifiers: Qualifiers): Result<ProxyFence> {
  const { mnemonic, mnemonicSpan, span } = statement
  const named = qualifiers.proxy.flatMap(({ value }) => (value === 'proxy' ? [] : [value]))
  const [proxy, second] = named
  const spelt = qualifiers.proxy[0]?.value === 'proxy' || (proxy === 'alias' && qualifiers.proxy.length === 1)
  if (proxy === undefined || second !== undefined || !spelt) {
    return fail(
      diagnostic(
        `\`${mnemonic}\` is not a fence; a proxy fence is \`fence.proxy.\` with one of ${fencedProxies.join(', ')}`,
        mnemonicSpan,
      ),
    )
  }
  return then(
    collect({ qualifiers: rejectQualifiers(qualifiers, 'fence.proxy', { proxy: 2 }), bare: operand.none(statement) }),
    () => ok({ kind: 'proxy-fence', proxy, span }),
  )
}

const membarScopes: ReadonlyMap<string, Scope> = new Map([
  ['membar.cta', 'cta'],
  ['membar.gl', 'gpu'],
  ['membar.sys', 'sys'],
])

/** Reads `membar.{cta,gl,sys}`, the older spelling of `fence.sc`. */
export function readMembar(statement: Statement): Result<Fence> {
  const scope = membarScopes.get(statement.mnemonic)
  if (scope === undefined) {
    return fail(
      diagnostic(
        'a membar is `membar.cta`, `membar.gl` (for `.gpu`) or `membar.sys`; a proxy fence `membar.proxy.alias` or `membar.proxy.async`',
        statement.mnemonicSpan,
      ),
    )
  }
  return then(operand.none(statement), () => ok({ kind: 'fence', order: 'sc', scope, span: statement.span }))
}

/**
 * Returns the fence that `membar.proxy.alias` or `membar.proxy.async` is an older spelling of; undefined for others.
 */
export function asFence(statement: Statement): Statement | undefined {
  const mnemonic = statement.mnemonic.replace('membar.proxy.', 'fence.proxy.')
  const isFence = mnemonic === 'fence.proxy.alias' || isBothWays(mnemonic)
  return isFence && mnemonic !== statement.mnemonic ? { ...statement, mnemonic } : undefined
}

export const fence: Definition<Fence> = {
  facts: fenceFacts,
  withParts: unchanged,
  print: ({ order, scope }) => `fence.${order}.${scope}`,
}

export const proxyFence: Definition<ProxyFence> = {
  facts: { ...fenceFacts, family: 'proxy fence' },
  withParts: unchanged,
  print: ({ proxy }) => `fence.proxy.${proxy}`,
}
