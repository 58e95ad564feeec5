/** The test that the page starts with: one block passes data to another, without the fence that this needs. */

import type { State } from '../state.js'

const text = `.global data;
.global flag;

d0.b0.t0 {                     // GPU 0, block 0, thread 0
  st.weak     [data], 42;
  st.volatile [flag], 1;
}

d0.b1.t0 {
WAIT:
  ld.volatile r0, [flag];
  beq         r0, 0, WAIT;     // branch if equal
  fence.sc.gpu;                // __threadfence()
  ld.weak     r1, [data];
}

assert (r1 == 42) as fresh;
`

/** Returns the first state, under that model. */
export const firstState = (model: string): State => ({
  name: 'mp.test',
  text,
  launch: '',
  claim: '',
  modules: {},
  model,
  test: 0,
  question: 0,
  tab: 'execution',
})
