/** The definition of each kind of instruction. A kind without one does not compile. */

import { call } from '../host/print.js'
import type { Instruction } from '../instruction.js'
import type { InstructionKind, InstructionOf } from '../kinds.js'
import { atomic, load, store } from './access-definitions.js'
import { asyncCopy } from './async-copies.js'
import { asyncFence } from './async-fences.js'
import { asyncArrive, asyncGroup } from './async-groups.js'
import { asyncStore } from './async-stores.js'
import { clusterBarrier } from './cluster-barriers.js'
import { queryCancel, tryCancel } from './cluster-launch-control.js'
import { arithmetic, setPredicate, unknown } from './computation-definitions.js'
import { barrier, branch, label, refused, trap } from './control.js'
import type { Definition } from './definition.js'
import { fence, proxyFence } from './fences.js'
import { gridDependency } from './grid-dependencies.js'
import { mbarrier } from './mbarriers.js'
import { namedBarrier } from './named-barriers.js'
import { rangeAccess } from './range-accesses.js'
import { registerCount } from './register-counts.js'
import { tcgen05 } from './tcgen05.js'
import { tensorMapChange } from './tensor-maps.js'
import { activeMask, warp } from './warps.js'
import { wgmma, wgmmaFence } from './wgmma.js'

export const definitions: { readonly [K in InstructionKind]: Definition<InstructionOf<K>, Instruction> } = {
  load,
  store,
  atomic,
  'range-access': rangeAccess,
  fence,
  'proxy-fence': proxyFence,
  barrier,
  'named-barrier': namedBarrier,
  'cluster-barrier': clusterBarrier,
  warp,
  'active-mask': activeMask,
  'grid-dependency': gridDependency,
  'register-count': registerCount,
  mbarrier,
  'async-copy': asyncCopy,
  'async-store': asyncStore,
  'async-arrive': asyncArrive,
  'async-group': asyncGroup,
  'async-fence': asyncFence,
  'try-cancel': tryCancel,
  'query-cancel': queryCancel,
  wgmma,
  'wgmma-fence': wgmmaFence,
  tcgen05,
  tensormap: tensorMapChange,
  arithmetic,
  'set-predicate': setPredicate,
  unknown,
  label,
  branch,
  trap,
  refused,
  call,
}
