/** Reads witnesses back from JSON. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { Witness } from '../../report/witness.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import { then } from '../../source/result.js'
import { readWitnesses, replay, resolveWitness } from '../../witness/replay.js'

/** Returns what `replay` objects to in a document, or the errors of reading it. */
export function replayed(witness: unknown, model: Model): readonly string[] {
  const text = typeof witness === 'string' ? witness : JSON.stringify(witness)
  const read = then(readWitnesses({ name: 'w.json', text }), ([first]) => resolveWitness(only(first), 'w.json'))
  if (!read.ok) return read.diagnostics.map(formatDiagnostic)
  const result = replay(read.value, model)
  return result.kind === 'judged' ? result.objections : [result.reason]
}

function only(witness: Witness | undefined): Witness {
  if (witness === undefined) throw new Error('a witness is needed')
  return witness
}
