/** A tensor map that is replaced after a `cp.async.bulk.wait_group.read`. */

import type { Instruction } from '../litmus/instruction.js'
import type { Deviation } from './deviation.js'

/**
 * The wait is over when the source is read, and the copy may read its tensor map later. The ISA promises both
 * (`cp.async.bulk.wait_group`, `.read`). A wait without `.read` is enough.
 */
export const readWithoutMap: Deviation = {
  name: 'read-without-map',
  compiler: 'ptxas 13.0',
  architecture: 'sm_90',
  what: 'a cp.async.bulk.wait_group.read does not wait until tensor maps are read',
  page: 'docs/hardware/README.md#known-deviations',
  weaken: (instructions, _, { threads }) => {
    const replaces = threads.some((thread) => thread.instructions.some(({ kind }) => kind === 'tensormap'))
    const waits = new Set<Instruction>(
      replaces
        ? instructions.filter((one) => one.kind === 'async-group' && one.of === 'bulk' && one.read === true)
        : [],
    )
    return {
      instructions: instructions.map((one) =>
        one.kind === 'async-group' && waits.has(one) ? { ...one, withoutMaps: true } : one,
      ),
      places: [...waits].map(({ span }) => span),
    }
  },
}
