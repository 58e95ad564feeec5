/** The guarantees that answers depend on and that hardware is known to break, for documents and texts. */

import type { Deviating } from '../deviations/deviation.js'
import type { DeviationReport } from '../report/parts.js'
import { printable } from '../source/diagnostic.js'
import { placedAt, placesText } from './source.js'

/** Returns the deviations on which an answer depends. */
export const deviationReportOf = (found: readonly Deviating[] = []): DeviationReport =>
  found.length === 0
    ? {}
    : {
        deviations: found.map(({ deviation: { name, compiler, architecture, what, page }, places }) => ({
          name,
          compiler,
          architecture,
          what,
          places: places.map(placedAt),
          page,
        })),
      }

/** Returns a line for each broken guarantee, its place, and where it was found. */
export const deviationTexts = ({ deviations = [] }: DeviationReport): readonly string[] =>
  deviations.map(({ compiler, architecture, what, places, page }) =>
    printable(`${compiler} on ${architecture}: ${what}: ${placesText(places)}; see ${page}`),
  )
