/** Orders executions by what their reads read. */

import { groupBy } from '../../source/group.js'
import type { Encoding } from '../formula/encode.js'
import type { Formula } from '../formula/formula.js'

/** Returns for each read, in order, the conditions under which it reads from each write. */
export const firstReads = ({ solution }: Pick<Encoding, 'solution'>): Iterable<readonly Formula[]> =>
  [...groupBy(solution.rf, ([, read]) => read).values()].map((writes) => writes.map(([, , when]) => when))
