/**
 * What makes a choice of `rf`, `co` and `sync_fence` a candidate execution, before any model judges it. Values and final
 * states are the encoder's part.
 */

import {
  type Axiom,
  and,
  axiom,
  contained,
  difference,
  except,
  intersection,
  inverse,
  irreflexive,
  on,
  product,
  type Rel,
  seq,
  union,
} from './terms.js'
import { co, F, IW, id, loc, R, rf, SC, sr, sync_fence, W } from './vocabulary.js'

const transitive = (of: Rel) => contained(seq(of, of), of)

const fenceSc = and(F, SC)

/** Each read has exactly one write. */
export const readsFrom: Axiom = axiom(
  'reads-from',
  '8.9.7',
  contained(rf, intersection(product(W, R), loc)),
  // Each read has a write, and no read has two.
  contained(on(R), seq(inverse(rf), rf)),
  contained(seq(rf, inverse(rf)), id),
)

export const candidate: readonly Axiom[] = [
  readsFrom,
  axiom(
    'coherence order',
    '8.9.6',
    contained(co, intersection(product(W, W), loc)),
    irreflexive(co),
    transitive(co),
    contained(intersection(product(IW, except(W, IW)), loc), co),
  ),
  axiom(
    'Fence-SC order',
    '8.9.3',
    contained(sync_fence, product(fenceSc, fenceSc)),
    irreflexive(sync_fence),
    transitive(sync_fence),
    // Two `fence.sc` of one proxy, as all memory fences are, are morally strong where each includes the other.
    contained(difference(intersection(product(fenceSc, fenceSc), sr), id), union(sync_fence, inverse(sync_fence))),
  ),
]
