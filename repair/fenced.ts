/**
 * The older way to acquire and release: a relaxed access with a fence beside it. The fence orders what is before and
 * after it, but not the access itself (ISA 8.8), so that it may not be enough.
 */

import type { Instruction } from '../litmus/instruction.js'
import type { Fence } from '../litmus/instructions/fences.js'
import type { Program } from '../litmus/program.js'
import { applied } from './apply.js'
import type { Changed, Wanted } from './judge.js'
import type { Change, Repair } from './repair.js'
import { editsOf } from './slot.js'

/** The most changes of one repair for which fences are judged, in every combination. */
const mostChanges = 2

/**
 * Marks each change of a repair for which a fence beside a relaxed access was judged to be enough, too, whether or not
 * the others are made in that way. An unmarked one may fail so.
 */
export function withFences(
  program: Program,
  changes: readonly Change[],
  judge: (changed: Changed) => Wanted,
): readonly Change[] {
  const fenced = changes.map((change): Change | undefined => {
    const edits = change.edits.map(fencedEdits)
    return edits.some((one) => one !== undefined)
      ? { ...change, edits: edits.flatMap((one, i) => one ?? change.edits.slice(i, i + 1)) }
      : undefined
  })
  const isEnough = (replaced: readonly number[]): boolean => {
    const edits = editsOf(changes.map((one, i) => (replaced.includes(i) ? (fenced[i] ?? one) : one)))
    return judge({ program: applied(program, edits), edits, unsafe: true }).kind === 'good'
  }
  const some = [...fenced.entries()].flatMap(([i, one]) => (one === undefined ? [] : [i]))
  if (some.length === 0 || some.length > mostChanges) return changes
  const enough = some.filter((i) => isEnough([i]))
  if (enough.length > 1 && !isEnough(enough)) return changes
  return changes.map((one, i) => (enough.includes(i) ? { ...one, mayBeFenced: true } : one))
}

/** Returns the edits that make an access relaxed, and insert a fence on the side on which it would have ordered. */
function fencedEdits({ thread, at, change }: Repair): readonly Repair[] | undefined {
  if (change.kind !== 'replace') return undefined
  const form = relaxedForm(change.instruction)
  if (form === undefined) return undefined
  const { relaxed, scope, sides } = form
  const fence: Fence = { kind: 'fence', order: 'sc', scope, span: change.instruction.span }
  return [
    { thread, at, change: { ...change, instruction: relaxed } },
    ...sides.map((side): Repair => ({ thread, at: at + side, change: { kind: 'insert', instruction: fence } })),
  ]
}

/** Returns an access as CUDA C++ writes it without an order, and the places of fences: before it 0, after it 1. */
function relaxedForm(one: Instruction) {
  if ((one.kind !== 'load' && one.kind !== 'store' && one.kind !== 'atomic') || one.scope === undefined)
    return undefined
  const { scope } = one
  const sides = placesOf[one.order]
  if (sides === undefined) return undefined
  const relaxed: Instruction =
    one.kind === 'atomic' ? { ...one, order: 'relaxed' } : { ...one, order: 'volatile', scope: undefined }
  return { relaxed, scope, sides }
}

const placesOf: { readonly [order: string]: readonly (0 | 1)[] | undefined } = {
  acquire: [1],
  release: [0],
  acq_rel: [0, 1],
}
