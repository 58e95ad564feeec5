/** A test for the page's worker: message passing without a release. */

import { defaultModel } from '../../axioms/models.js'
import type { Subject } from '../../web/protocol.js'

/** Message passing without a release, and a claim that this violates, in four lines. */
export const text = `.global x; .global f;
d0.b0.t0 { st.weak [x], 1; st.relaxed.gpu [f], 1; }
d0.b1.t0 { ld.acquire.gpu r, [f]; ld.weak s, [x]; }
assert (r == 0 || s == 1) as fresh;`

/** It as the page asks about it. */
export const passing: Subject = {
  name: 'MP.test',
  text,
  launch: '',
  claim: '',
  modules: {},
  model: { kind: 'built-in', name: defaultModel.name },
}
