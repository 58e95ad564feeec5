/** The memory layouts on which an answer rests, for documents and texts. */

import type { LayoutsTried } from '../encoder/decide/verdict.js'
import type { LayoutReport } from '../report/parts.js'
import { printable } from '../source/diagnostic.js'
import { placeText } from './source.js'

/** Returns the layouts that were tried, if the answer rests on them. */
export const layoutReportOf = (layouts: LayoutsTried | undefined): LayoutReport =>
  layouts === undefined ? {} : { layouts: { ...layouts } }

/** Says in a line that the answer depends on where memory lies; no line if it does not. */
export const layoutTexts = ({ layouts }: LayoutReport): readonly string[] =>
  layouts === undefined
    ? []
    : [
        printable(
          `what is computed at ${placeText(layouts)} depends on where memory lies; ${
            layouts.tried === 1 ? 'one layout was tried' : `the ${layouts.tried} layouts tried are a sample`
          }`,
        ),
      ]
