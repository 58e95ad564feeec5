/** An execution as the page shows it. */

import type { Program } from '../../litmus/program.js'
import { witness as schema, type Witness } from '../../report/witness.js'
import { witnessSvg } from '../../witness/picture/svg.js'
import { witnessText } from '../../witness/text.js'
import { type Drawn, viewOf } from '../../witness/view.js'
import type { ExecutionPicture, Queries } from '../protocol.js'
import { stepsOf } from './steps.js'

/** How the argument of an execution is drawn. */
export type Drawing = Pick<Drawn, 'room' | 'race'>

export const shownOf = (test: Program, witness: Witness, drawing: Drawing): ExecutionPicture => ({
  svg: witnessSvg([witness], drawing),
  ...(viewOf(witness, drawing).left === undefined ? {} : { whole: witnessSvg([witness], { isWhole: true }) }),
  text: witnessText(witness),
  document: JSON.stringify(witness, undefined, 2),
  steps: stepsOf(test, witness),
})

/** Returns the picture of an execution that was shown before, in which these events are shown, too. */
export const drawnAgain = ({ document, opened, race }: Queries['drawn']['asks'], drawing: Drawing): string =>
  witnessSvg([schema.parse(JSON.parse(document))], { ...drawing, opened, race })
