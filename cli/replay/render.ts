/** The result of a replay, as text. */

import type { Model } from '../../axioms/algebra/terms.js'
import { titleText } from '../../witness/labels.js'
import type { Replayable, Replayed } from '../../witness/replay.js'
import { marks } from '../console/marks.js'
import type { Output } from '../console/output.js'

/** Returns a line for the witness; if it is broken, followed by the objections of the axioms. */
export function renderReplayed(
  { witness }: Replayable,
  model: Model,
  result: Replayed,
  colours: Output['colours'],
): string {
  const { good, bad, open } = marks(colours)
  const title = titleText({ ...witness, model: model.name })
  if (result.kind === 'not judged') return `${open}  ${title}  ${result.reason}`
  if (result.objections.length === 0) return `${good}  ${title}  consistent`
  return [`${bad}  ${title}  broken`, ...result.objections.map((line) => `    ${line}`)].join('\n')
}
