/** Strengthens accesses, fences, arrivals and waits. */

import type { Scope } from '../litmus/operand.js'
import type { Program } from '../litmus/program.js'
import { textsOf } from './lines.js'
import type { Price } from './prices.js'
import type { Change } from './repair.js'
import { scopesNeeded } from './scopes.js'
import { alternatives, asItIs, type Slot } from './slot.js'
import { difference, type Form, formOf, formsOf, isBelow } from './strength.js'

/**
 * Returns stronger forms of accesses, fences, arrivals and waits, including those of the host, which is outside every
 * scope but that of the system.
 */
export function strengthenings(program: Program): readonly Slot[] {
  const needed = scopesNeeded(program)
  return textsOf(program).flatMap(([thread, { kind, instructions }]) => {
    const among = kind === 'host' ? hostScopes : needed
    return instructions.flatMap((one, at): readonly Slot[] => {
      const own = 'scope' in one ? one.scope : undefined
      const forms = formsOf(one, own === undefined ? among : [...new Set([own, ...among])])
      const now = forms && formOf(forms, one)
      if (forms === undefined || now === undefined) return []
      const stronger = forms.filter((other) => other !== now && isBelow(now, other))
      if (stronger.length === 0) return []
      return [
        {
          rank: 0,
          like: `form ${thread} ${at}`,
          addsOrder: true,
          levels: alternatives([now, ...stronger], isBelow, (other) =>
            other === now ? asItIs : { change: replacing(thread, at, now, other), safe: true },
          ),
        },
      ]
    })
  })
}

const hostScopes: readonly Scope[] = ['sys']

const kindOf = { path: 'paths', order: 'orders', scope: 'scopes' } as const

/** Replaces one form of an instruction by another, of which it costs what it adds. */
function replacing(thread: number, at: number, from: Form, to: Form): Change {
  const differs = difference(from, to)
  const what = differs[0] ?? 'scope'
  const isVolatile = 'order' in from.instruction && from.instruction.order === 'volatile'
  const prices: readonly Price[] = [
    ...(differs.includes('path') ? (['ld.global'] as const) : []),
    ...(to.price === undefined ? [] : [to.price]),
    ...(isVolatile ? (['volatile'] as const) : []),
  ]
  return {
    kinds: differs.map((one) => kindOf[one]),
    edits: [{ thread, at, change: { kind: 'replace', instruction: to.instruction, what } }],
    prices,
    ...(from.price === undefined ? {} : { instead: [from.price] }),
  }
}
