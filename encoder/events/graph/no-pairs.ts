/** The base relations to which instructions add pairs, empty at first. */

import type { EventGraph, GuardedPair } from './event.js'

type Recorded = 'rmw' | 'data' | 'ctrl' | 'addr' | 'issue' | 'async_order' | 'completed' | 'one_operation'

/** Creates new lists, which may grow. */
export const noPairs = (): { readonly [R in Recorded & keyof EventGraph]: GuardedPair[] } => ({
  rmw: [],
  data: [],
  ctrl: [],
  addr: [],
  issue: [],
  async_order: [],
  completed: [],
  one_operation: [],
})
