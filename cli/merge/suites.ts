/** The parts of a suite. */

import type { SuiteDocument } from '../../report/suite.js'
import { largest } from '../../source/largest.js'
import { must } from '../../source/must.js'
import { failAll, ok, type Result } from '../../source/result.js'
import { isOther, namedTests } from '../synthesis/suite.js'
import { type Part, wrongParts } from './parts.js'

/** Returns the suite of all parts. Fails unless they are all the parts of one run, each complete and once. */
export function mergedSuite(parts: readonly Part<SuiteDocument>[]): Result<SuiteDocument> {
  const wrong = wrongParts(parts, isOther, ({ complete }) => (complete ? undefined : 'its search is not complete'))
  if (wrong.length > 0) return failAll(wrong)
  const tests = parts.flatMap(({ document }) => document.tests).toSorted((a, b) => a.sketch - b.sketch)
  return ok({
    ...must(parts[0], 'a part').document,
    shard: { number: 1, of: 1 },
    searched: largest(parts.map(({ document }) => document.searched)),
    tests: namedTests(tests),
  })
}
