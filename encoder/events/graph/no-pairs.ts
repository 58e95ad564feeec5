/** The base relations of a graph that instructions add pairs to, empty. */

import type { EventGraph, GuardedPair } from './event.js'

type Recorded = 'rmw' | 'data' | 'ctrl' | 'addr' | 'issue' | 'async_order' | 'completed'

/** Makes new lists, which may grow. */
export const noPairs = (): { readonly [R in Recorded & keyof EventGraph]: GuardedPair[] } => ({
  rmw: [],
  data: [],
  ctrl: [],
  addr: [],
  issue: [],
  async_order: [],
  completed: [],
})
