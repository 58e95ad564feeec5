/** Strengthens accesses, fences, arrivals and waits. */

import type { Instruction } from '../litmus/instruction.js'
import { isCompiled, type Program } from '../litmus/program.js'
import { textsOf } from './lines.js'
import type { Price } from './prices.js'
import type { Change } from './repair.js'
import { hostScopes, scopesNeeded } from './scopes.js'
import { alternatives, asItIs, type Slot } from './slot.js'
import { difference, type Form, formOf, formsOf, isBelow } from './strength.js'

/**
 * Returns stronger forms of accesses, fences, arrivals and waits, including those of the host, which is outside every
 * scope but that of the system.
 */
export function strengthenings(program: Program): readonly Slot[] {
  const needed = scopesNeeded(program)
  return textsOf(program).flatMap(([thread, text]) => {
    const { kind, instructions } = text
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
            other === now
              ? asItIs
              : { change: replacing(thread, at, now, other, isOfBuiltin(one, isCompiled(text))), safe: true },
          ),
        },
      ]
    })
  })
}

const kindOf = { path: 'paths', order: 'orders', scope: 'scopes' } as const

/**
 * Returns whether CUDA C++ has no stronger form of the access: it is volatile, or was compiled from a builtin, which
 * writes no order. The access must become one of `cuda::atomic_ref`.
 */
function isOfBuiltin(one: Instruction, isOfSource: boolean): boolean {
  if (one.kind === 'load' || one.kind === 'store') return one.order === 'volatile'
  const { source, start, end } = one.span
  return (
    one.kind === 'atomic' && isOfSource && !/\.(relaxed|acquire|release|acq_rel)\b/.test(source.text.slice(start, end))
  )
}

/** Replaces one form of an instruction by another, of which it costs what it adds. */
function replacing(thread: number, at: number, from: Form, to: Form, isRewritten: boolean): Change {
  const differs = difference(from, to)
  const what = differs[0] ?? 'scope'
  const prices: readonly Price[] = [
    ...(differs.includes('path') ? (['ld.global'] as const) : []),
    ...(to.price === undefined ? [] : [to.price]),
    ...(from.order === 'weak' && to.order !== 'weak' ? (['strong'] as const) : []),
    ...(isRewritten ? (['atomic_ref'] as const) : []),
  ]
  return {
    kinds: differs.map((one) => kindOf[one]),
    edits: [{ thread, at, change: { kind: 'replace', instruction: to.instruction, what } }],
    prices,
    ...(from.price === undefined ? {} : { instead: [from.price] }),
  }
}
