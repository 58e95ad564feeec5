/** A program as it is and with each piece taken out, as a GPU can run them. */

import { type Planned, planOf } from '../hardware/plan.js'
import { isCompiled, type Program, testName } from '../litmus/program.js'
import { applied } from '../repair/apply.js'
import { patched } from '../repair/patch.js'
import { readAgain } from '../repair/texts.js'
import { diagnostic } from '../source/diagnostic.js'
import type { Alternative, Numbered } from './pieces.js'

export interface Variant {
  /** Undefined for the program as it is. */
  readonly piece: Numbered | undefined
  readonly planned: Planned
}

/**
 * Returns how the program runs on a GPU as it is, and with each piece left out, or as weak as it can be where it cannot
 * be left out. A log names these tests `name` and `name, piece 3`.
 */
export const variantsOf = (program: Program, pieces: readonly Numbered[]): readonly Variant[] => [
  { piece: undefined, planned: planOf(program) },
  ...pieces.map((piece): Variant => ({ piece, planned: planWithout(program, piece) })),
]

function planWithout(program: Program, { number, alternatives: [weakest] }: Numbered): Planned {
  const test = `${testName(program)}, piece ${number}`
  const changed = weakest === undefined ? undefined : changedBy(program, weakest)
  if (changed === undefined)
    return {
      kind: 'not runnable',
      test,
      reasons: [diagnostic('several places of the program come from this place of its text', test)],
    }
  return { ...planOf(changed), test }
}

/** Returns the changed program; compiled code, of which the GPU gets the text, from its changed text. Undefined if no text has the change. */
function changedBy(program: Program, { edits }: Alternative): Program | undefined {
  if (!program.threads.some(isCompiled)) return applied(program, edits)
  const written = patched(program, edits)
  if (written === undefined) return undefined
  const { test, modules } = written
  return readAgain(
    program,
    new Map([...(test === undefined ? [] : [test]), ...modules].map(({ source, text }) => [source, text])),
  )
}
