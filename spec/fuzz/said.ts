/** What two procedures must say alike of races. */

import type { RaceVerdict } from '../../races/find-races.js'

/** Returns the verdict without its execution, and without the addresses that are accessed in others. */
export const said = (verdict: RaceVerdict) => {
  if (verdict.kind === 'racy') return verdict.kind
  return 'undefined' in verdict ? { ...verdict, undefined: verdict.undefined?.map(({ place }) => place) } : verdict
}
