/** Names races, and says in words why their accesses are not ordered. */

import { accessAt, type EventGraph } from '../encoder/events/graph/event.js'
import { accessedName, isOfMap } from '../witness/event.js'
import { earlyWords, issuedBy } from '../witness/labels.js'
import { instructionAt, lineAt, shortfallText } from '../witness/shortfall.js'
import type { Cause } from './causes.js'
import type { Race } from './races.js'
import { tensorCauseText } from './tensor-texts.js'

/** Returns the name of a race and its section: `data race`, `8.7.1`. */
export function raceName({
  intraThread,
  lacks,
  isInTensorMemory,
}: Pick<Race, 'intraThread' | 'lacks' | 'isInTensorMemory'>): {
  readonly name: string
  readonly section: string
} {
  if (isInTensorMemory) return { name: 'race in Tensor Memory', section: '9.7.18.6' }
  if (lacks.some(({ kind }) => kind === 'size')) return { name: 'mixed-size data race', section: '8.7.2' }
  const name = !intraThread
    ? 'data race'
    : lacks.some(({ kind }) => kind === 'proxy' || kind === 'address')
      ? 'mixed-proxy race within one thread'
      : 'race with an asynchronous operation of the thread'
  return { name, section: '8.7.1' }
}

/** Says that a race is one only since an atomic is two events here. */
export const halfText =
  'by the letter of the ISA, an atomic is one operation (8.10.6), and its write is ordered before the other access; in the published models, its read is not'

/**
 * `no \`fence.proxy.async\` between line 3 of P0, \`st.shared.u32 [buf], 1\`, and line 4 of P0, \`cp.async.bulk… \``
 */
export function causeText(graph: EventGraph, cause: Cause): string {
  switch (cause.kind) {
    case 'no fence': {
      const { first, last, useless } = cause
      const between = `between ${instructionAt(graph, first)}, and ${instructionAt(graph, last)}`
      if (useless.length === 0) return `no \`fence.proxy.async\` ${between}`
      const those = useless.map((id) => instructionAt(graph, id)).join(', ')
      return `no \`fence.proxy.async\` that is for this memory and in one of the two CTAs ${between}, but ${those}`
    }
    case 'tensor':
      return tensorCauseText(graph, cause)
    case 'early': {
      const { operation, access } = cause
      const used = accessAt(graph, operation)
      const { end, does, done } = earlyWords({
        access: accessAt(graph, access).kind,
        operation: used.kind,
        isMap: isOfMap(used),
      })
      const by = instructionAt(graph, operation)
      if (accessAt(graph, operation).sets.includes('WGMMA'))
        return `a matrix ${does} while the operation of the warpgroup may still read it: ${instructionAt(graph, access)}, comes before \`wgmma.wait_group\` covers ${by}`
      const what = issuedBy(by)
      return `the ${what}'s ${end} ${does} before the ${what} has ${done} it: ${instructionAt(graph, access)}, does not wait for ${by}`
    }
    case 'handed over': {
      const { operation, access, by, pending } = cause
      const does = by !== access ? 'handed back' : accessAt(graph, access).kind === 'write' ? 'written' : 'read'
      const wait = `\`wgmma.wait_group ${pending ?? 0}\``
      const needed = pending === undefined ? `\`wgmma.commit_group\` and ${wait} must come` : `${wait} must come`
      return `${matrixName(graph, operation)} is ${does} at ${instructionAt(graph, by)}, while the \`wgmma.mma_async\` of ${lineAt(graph, operation)} may still read it: ${needed} before ${lineAt(graph, by)}`
    }
    case 'others arrive': {
      const { operation, wait, arrivals } = cause
      const by = arrivals.map((id) => instructionAt(graph, id)).join(', and ')
      const matrix = matrixName(graph, operation)
      return `${instructionAt(graph, wait)}, waits for ${by}, and for no arrival of the warpgroup that may still read ${matrix} by the \`wgmma.mma_async\` of ${lineAt(graph, operation)}`
    }
    case 'no order': {
      const { access, operation, fence } = cause
      const later = `${instructionAt(graph, operation)}, is issued after ${instructionAt(graph, access)}`
      return fence === undefined
        ? `${later}, but no \`wgmma.fence\` comes between what orders the two threads and the operation`
        : `${later}, but ${instructionAt(graph, fence)}, does not order them in this model; \`fence.proxy.async\` does`
    }
    default:
      return shortfallText(graph, cause)
  }
}

/** Returns the name of the memory of an access. */
const matrixName = (graph: EventGraph, id: number): string => accessedName(accessAt(graph, id), graph)
