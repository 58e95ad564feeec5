/** Sequential consistency, as a model: what some interleaving of the threads reaches. */

import {
  acyclic,
  axiom,
  contained,
  difference,
  empty,
  intersection,
  inverse,
  product,
  seq,
  union,
} from '../axioms/algebra/terms.js'
import { co, fr, id, loc, po, rf, rmw, W } from '../axioms/algebra/vocabulary.js'
import { must } from '../source/must.js'
import { compiled } from './compiled.js'

export const interleaving = must(
  compiled({
    name: 'interleaving',
    summary: 'sequential consistency',
    excludes: [],
    axioms: [
      axiom(
        'interleaving',
        '',
        contained(difference(intersection(product(W, W), loc), id), union(co, inverse(co))),
        acyclic(union(po, rf, co, fr)),
        empty(intersection(rmw, seq(fr, co))),
      ),
    ],
  }),
  'a model without recursion',
)
