/** An execution as the page shows it. */

import type { Program } from '../../litmus/program.js'
import { witness as schema, type Witness } from '../../report/witness.js'
import { witnessSvg } from '../../witness/picture/svg.js'
import { witnessText } from '../../witness/text.js'
import { argumentView } from '../../witness/view.js'
import type { ExecutionPicture } from '../protocol.js'
import { stepsOf } from './steps.js'

export const shownOf = (test: Program, witness: Witness): ExecutionPicture => ({
  svg: witnessSvg([witness]),
  ...(argumentView(witness).left === undefined ? {} : { whole: witnessSvg([witness], { isWhole: true }) }),
  text: witnessText(witness),
  document: JSON.stringify(witness, undefined, 2),
  steps: stepsOf(test, witness),
})

/** Returns the picture of an execution that was shown before, in which these events are shown, too. */
export const drawnAgain = ({
  document,
  opened,
}: {
  readonly document: string
  readonly opened: readonly number[]
}): string => witnessSvg([schema.parse(JSON.parse(document))], { opened })
