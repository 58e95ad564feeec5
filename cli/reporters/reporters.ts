/** The reports for other tools. */

import type { Reported } from './case.js'
import { github } from './github.js'
import { junit } from './junit.js'
import type { ReporterName } from './names.js'
import { sarif } from './sarif.js'
import { tap } from './tap.js'

const reporters: { readonly [Name in ReporterName]: (report: Reported) => string } = {
  junit,
  sarif,
  github,
  tap,
}

/** Returns the report with that name, without a final newline; empty if there is nothing to report. */
export const reportAs = (name: ReporterName, report: Reported): string => reporters[name](report)
