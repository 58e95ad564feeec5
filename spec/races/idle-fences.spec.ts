import { defaultModel } from '../../axioms/models.js'
import { reasonFor } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import { idleText } from '../../races/idle-texts.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const copyOut =
  'cp.async.bulk.global.shared::cta.bulk_group [out], [buf], 16; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; ld r0, [out];'

/** Violated tests with fences that do not count, and the reason for each fence, without line numbers. */
const cases: readonly (readonly [name: string, text: string, reasons: readonly string[]])[] = [
  [
    'before write',
    `.global x; .global y;
d0.b0.t0 { fence.acq_rel.gpu; st [x], 1; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.acq_rel.gpu`: it comes before d0.b0.t0 `st [x], 1`, so it does not apply to it'],
  ],
  [
    'after signal',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; st.relaxed.gpu [y], 1; fence.acq_rel.gpu; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.acq_rel.gpu`: it comes after d0.b0.t0 `st.relaxed.gpu [y], 1`, which the other thread observes'],
  ],
  [
    'narrow',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.cta; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.acq_rel.cta`: its scope, .cta, leaves out d0.b1.t0'],
  ],
  [
    'weak flag',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.gpu; st [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.acq_rel.gpu`: d0.b0.t0 `st [y], 1`, is weak, so no strong access carries its release'],
  ],
  [
    'weak read',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.gpu; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld r0, [y]; fence.acq_rel.gpu; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b0.t0 `fence.acq_rel.gpu`: d0.b1.t0 `ld r0, [y]`, is weak, so no strong access carries its release',
      'd0.b1.t0 `fence.acq_rel.gpu`: d0.b1.t0 `ld r0, [y]`, is weak, so no strong access lets it acquire',
    ],
  ],
  [
    'no acquire',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.gpu; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b0.t0 `fence.acq_rel.gpu`: it releases, but d0.b1.t0 acquires nothing between d0.b1.t0 `ld.relaxed.gpu r0, [y]`, and d0.b1.t0 `ld r1, [x]`',
    ],
  ],
  [
    'no release',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; fence.acq_rel.gpu; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b1.t0 `fence.acq_rel.gpu`: it acquires, but d0.b0.t0 releases nothing between d0.b0.t0 `st [x], 1`, and d0.b0.t0 `st.relaxed.gpu [y], 1`',
    ],
  ],
  [
    'reader before',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { fence.acq_rel.gpu; ld.relaxed.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b1.t0 `fence.acq_rel.gpu`: it comes before d0.b1.t0 `ld.relaxed.gpu r0, [y]`, by which its thread learns of the other access',
    ],
  ],
  [
    'reader after',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; ld r1, [x]; fence.acq_rel.gpu; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b1.t0 `fence.acq_rel.gpu`: it comes after d0.b1.t0 `ld r1, [x]`, which does not wait for it'],
  ],
  [
    'flag scope',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.gpu; st.relaxed.cta [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.acq_rel.gpu`: the scope of d0.b0.t0 `st.relaxed.cta [y], 1`, .cta, leaves out d0.b1.t0'],
  ],
  [
    'reader scope',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.gpu; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.acquire.cta r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.acq_rel.gpu`: the scope of d0.b1.t0 `ld.acquire.cta r0, [y]`, .cta, leaves out d0.b0.t0'],
  ],
  [
    'acquire fence',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acquire.gpu; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.acquire.gpu`: it acquires and does not release'],
  ],
  [
    'release fence reader',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; fence.release.gpu; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b1.t0 `fence.release.gpu`: it releases and does not acquire'],
  ],
  [
    'sb acqrel',
    `.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; fence.acq_rel.gpu; ld.relaxed.gpu r0, [y]; }
d0.b1.t0 { st.relaxed.gpu [y], 1; fence.acq_rel.gpu; ld.relaxed.gpu r1, [x]; }
assert (not (r0 == 0 && r1 == 0)) as one;`,
    [
      'd0.b0.t0 `fence.acq_rel.gpu`: no thread learns of anything through it; it would count if both it and d0.b1.t0 `fence.acq_rel.gpu`, were sequentially consistent',
      'd0.b1.t0 `fence.acq_rel.gpu`: no thread learns of anything through it; it would count if both it and d0.b0.t0 `fence.acq_rel.gpu`, were sequentially consistent',
    ],
  ],
  [
    'sb acqrel of a narrow scope',
    `.global x; .global y;
d0.b0.t0 { st.relaxed.sys [x], 1; fence.acq_rel.gpu; ld.relaxed.sys r0, [y]; }
d1.b0.t0 { st.relaxed.sys [y], 1; fence.acq_rel.gpu; ld.relaxed.sys r1, [x]; }
assert (not (r0 == 0 && r1 == 0)) as one;`,
    [
      'd0.b0.t0 `fence.acq_rel.gpu`: its scope, .gpu, leaves out d1.b0.t0',
      'd1.b0.t0 `fence.acq_rel.gpu`: its scope, .gpu, leaves out d0.b0.t0',
    ],
  ],
  [
    'sb one sc',
    `.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; fence.sc.gpu; ld.relaxed.gpu r0, [y]; }
d0.b1.t0 { st.relaxed.gpu [y], 1; fence.acq_rel.gpu; ld.relaxed.gpu r1, [x]; }
assert (not (r0 == 0 && r1 == 0)) as one;`,
    [
      'd0.b0.t0 `fence.sc.gpu`: no thread learns of anything through it; it would count if both it and d0.b1.t0 `fence.acq_rel.gpu`, were sequentially consistent',
      'd0.b1.t0 `fence.acq_rel.gpu`: no thread learns of anything through it; it would count if both it and d0.b0.t0 `fence.sc.gpu`, were sequentially consistent',
    ],
  ],
  [
    'sb sc cta',
    `.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; fence.sc.cta; ld.relaxed.gpu r0, [y]; }
d0.b1.t0 { st.relaxed.gpu [y], 1; fence.sc.gpu; ld.relaxed.gpu r1, [x]; }
assert (not (r0 == 0 && r1 == 0)) as one;`,
    [
      'd0.b0.t0 `fence.sc.cta`: its scope, .cta, leaves out d0.b1.t0',
      'd0.b1.t0 `fence.sc.gpu`: the scope of d0.b0.t0 `fence.sc.cta`, .cta, leaves out d0.b1.t0',
    ],
  ],
  [
    'strong data before',
    `.global x; .global y;
d0.b0.t0 { fence.acq_rel.gpu; st.relaxed.gpu [x], 1; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.relaxed.gpu r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.acq_rel.gpu`: it comes before d0.b0.t0 `st.relaxed.gpu [x], 1`, so it does not apply to it'],
  ],
  [
    'two gpus',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.gpu; st.relaxed.sys [y], 1; }
d1.b0.t0 { ld.acquire.sys r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.acq_rel.gpu`: its scope, .gpu, leaves out d1.b0.t0'],
  ],
  [
    'two gpus reader',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; st.release.sys [y], 1; }
d1.b0.t0 { ld.relaxed.sys r0, [y]; fence.acq_rel.gpu; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d1.b0.t0 `fence.acq_rel.gpu`: its scope, .gpu, leaves out d0.b0.t0'],
  ],
  [
    'isa2 narrow',
    `.global x; .global y; .global z;
d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r2, [y]; fence.acq_rel.cta; st.relaxed.gpu [z], 1; }
d0.b2.t0 { ld.acquire.gpu r0, [z]; ld r1, [x]; }
assert (not (r2 == 1 && r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b1.t0 `fence.acq_rel.cta`: its scope, .cta, leaves out d0.b2.t0'],
  ],
  [
    'isa2 none',
    `.global x; .global y; .global z;
d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r2, [y]; st.relaxed.gpu [z], 1; }
d0.b2.t0 { ld.relaxed.gpu r0, [z]; fence.acq_rel.gpu; ld r1, [x]; }
assert (not (r2 == 1 && r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b2.t0 `fence.acq_rel.gpu`: it acquires, but d0.b1.t0 releases nothing between d0.b0.t0 `st [x], 1`, and d0.b1.t0 `st.relaxed.gpu [z], 1`',
    ],
  ],
  [
    'both sides narrow',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.cta; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; fence.acq_rel.cta; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b0.t0 `fence.acq_rel.cta`: its scope, .cta, leaves out d0.b1.t0',
      'd0.b1.t0 `fence.acq_rel.cta`: its scope, .cta, leaves out d0.b0.t0',
    ],
  ],
  [
    'volatile flag before',
    `.global x; .global y;
d0.b0.t0 { fence.acq_rel.gpu; st [x], 1; st.volatile [y], 1; }
d0.b1.t0 { ld.volatile r0, [y]; fence.acq_rel.gpu; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b0.t0 `fence.acq_rel.gpu`: it comes before d0.b0.t0 `st [x], 1`, so it does not apply to it',
      'd0.b1.t0 `fence.acq_rel.gpu`: it acquires, but d0.b0.t0 releases nothing between d0.b0.t0 `st [x], 1`, and d0.b0.t0 `st.volatile [y], 1`',
    ],
  ],
  [
    'atomic flag',
    `.global x; .global y;
d0.b0.t0 { fence.acq_rel.gpu; st [x], 1; red.relaxed.gpu.add [y], 1; }
d0.b1.t0 { atom.acquire.gpu.add r0, [y], 0; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.acq_rel.gpu`: it comes before d0.b0.t0 `st [x], 1`, so it does not apply to it'],
  ],
  [
    'atomic after',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; atom.relaxed.gpu.add r2, [y], 1; fence.acq_rel.gpu; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b0.t0 `fence.acq_rel.gpu`: it comes after d0.b0.t0 `atom.relaxed.gpu.add r2, [y], 1`, which the other thread observes',
    ],
  ],
  [
    'reader fence before loop',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { fence.acq_rel.gpu; W: ld.relaxed.gpu r0, [y]; beq r0, 0, W; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b1.t0 `fence.acq_rel.gpu`: it comes before d0.b1.t0 `ld.relaxed.gpu r0, [y]`, by which its thread learns of the other access',
    ],
  ],
  [
    'conditional fence',
    `.global x; .global y; .global z = 1;
d0.b0.t0 { ld.relaxed.gpu r3, [z]; beq r3, 0, S; fence.acq_rel.gpu; S: st [x], 1; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.acq_rel.gpu`: it comes before d0.b0.t0 `st [x], 1`, so it does not apply to it'],
  ],
  [
    'lb scope',
    `.global x; .global y;
d0.b0.t0 { ld.relaxed.gpu r0, [y]; fence.acq_rel.cta; st.relaxed.gpu [x], 1; }
d0.b1.t0 { ld.relaxed.gpu r1, [x]; fence.acq_rel.gpu; st.relaxed.gpu [y], 1; }
assert (not (r0 == 1 && r1 == 1)) as no_loop;`,
    ['d0.b0.t0 `fence.acq_rel.cta`: its scope, .cta, leaves out d0.b1.t0'],
  ],
  [
    'rwc',
    `.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [x]; fence.acq_rel.gpu; ld.relaxed.gpu r1, [y]; }
d0.b2.t0 { st.relaxed.gpu [y], 1; fence.acq_rel.gpu; ld.relaxed.gpu r2, [x]; }
assert (not (r0 == 1 && r1 == 0 && r2 == 0)) as rwc;`,
    [
      'd0.b1.t0 `fence.acq_rel.gpu`: no thread learns of anything through it; it would count if both it and d0.b2.t0 `fence.acq_rel.gpu`, were sequentially consistent',
      'd0.b2.t0 `fence.acq_rel.gpu`: no thread learns of anything through it; it would count if both it and d0.b1.t0 `fence.acq_rel.gpu`, were sequentially consistent',
    ],
  ],
  [
    'iriw',
    `.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [x]; fence.acq_rel.gpu; ld.relaxed.gpu r1, [y]; }
d0.b2.t0 { st.relaxed.gpu [y], 1; }
d0.b3.t0 { ld.relaxed.gpu r2, [y]; fence.acq_rel.gpu; ld.relaxed.gpu r3, [x]; }
assert (not (r0 == 1 && r1 == 0 && r2 == 1 && r3 == 0)) as iriw;`,
    [
      'd0.b1.t0 `fence.acq_rel.gpu`: no thread learns of anything through it; it would count if both it and d0.b3.t0 `fence.acq_rel.gpu`, were sequentially consistent',
      'd0.b3.t0 `fence.acq_rel.gpu`: no thread learns of anything through it; it would count if both it and d0.b1.t0 `fence.acq_rel.gpu`, were sequentially consistent',
    ],
  ],
  [
    'coww',
    `.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; fence.acq_rel.cta; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; fence.acq_rel.gpu; st.relaxed.gpu [x], 2; }
assert (not (r0 == 1 && [x] == 1)) as last;`,
    ['d0.b0.t0 `fence.acq_rel.cta`: its scope, .cta, leaves out d0.b1.t0'],
  ],
  [
    'data weak narrow cluster',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.cluster; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.acq_rel.cluster`: its scope, .cluster, leaves out d0.b1.t0'],
  ],
  [
    'proxy wrong thread',
    `.global x; .global y; .texref n virtually aliases x;
d0.b0.t0 { st [x], 1; fence.proxy.alias; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; tld r1, [n]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.proxy.alias`: it is for another proxy than that of d0.b1.t0 `tld r1, [n]`'],
  ],
  [
    'proxy fence of the writer, which the proxy does not heed',
    `.global x; .global y; .texref n virtually aliases x;
d0.b0.t0 { st [x], 1; fence.proxy.texture; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; tld r1, [n]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.proxy.texture`: it is not in the thread of d0.b1.t0 `tld r1, [n]`'],
  ],
  [
    'proxy other thread',
    `.global x; .global y; .global n physically aliases x;
d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [n]; }
d0.b2.t0 { fence.proxy.alias; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b2.t0 `fence.proxy.alias`: it is neither in the thread of d0.b1.t0 `ld r1, [n]`, nor in that of d0.b0.t0 `st [x], 1`',
    ],
  ],
  [
    'mid thread fence early',
    `.global x; .global y; .global z;
d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { fence.acq_rel.gpu; ld.acquire.gpu r2, [y]; st.relaxed.gpu [z], 1; }
d0.b2.t0 { ld.acquire.gpu r0, [z]; ld r1, [x]; }
assert (not (r2 == 1 && r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b1.t0 `fence.acq_rel.gpu`: it comes before d0.b1.t0 `ld.acquire.gpu r2, [y]`, so it releases only what its own thread knew by then, and not d0.b0.t0 `st [x], 1`',
    ],
  ],
  [
    'barrier after',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.gpu; bar.sync 0; }
d0.b0.t1 { bar.sync 0; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b0.t0 `fence.acq_rel.gpu`: it releases by writes of its own thread, and the write that is observed is d0.b0.t1 `st.relaxed.gpu [y], 1`',
    ],
  ],
  [
    'reader after barrier',
    `.global x; .global y;
d0.b0.t0 { ld.relaxed.gpu r0, [y]; bar.sync 0; fence.acq_rel.gpu; }
d0.b0.t1 { bar.sync 0; ld r1, [x]; }
d0.b1.t0 { st [x], 1; st.release.gpu [y], 1; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b0.t0 `fence.acq_rel.gpu`: it comes after d0.b0.t0 `bar.sync 0`, so it acquires only for its own thread, and not for d0.b0.t1 `ld r1, [x]`',
    ],
  ],
  [
    'wrc narrow',
    `.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; }
d0.b1.t0 { ld.relaxed.gpu r2, [x]; fence.acq_rel.cta; st.relaxed.gpu [y], 1; }
d0.b2.t0 { ld.acquire.gpu r0, [y]; ld.relaxed.gpu r1, [x]; }
assert (not (r2 == 1 && r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b1.t0 `fence.acq_rel.cta`: its scope, .cta, leaves out d0.b2.t0'],
  ],
  [
    'wrc fence before',
    `.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; }
d0.b1.t0 { fence.acq_rel.gpu; ld.relaxed.gpu r2, [x]; st.relaxed.gpu [y], 1; }
d0.b2.t0 { ld.acquire.gpu r0, [y]; ld.relaxed.gpu r1, [x]; }
assert (not (r2 == 1 && r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b1.t0 `fence.acq_rel.gpu`: it comes before d0.b1.t0 `ld.relaxed.gpu r2, [x]`, so it releases only what its own thread knew by then, and not d0.b0.t0 `st.relaxed.gpu [x], 1`',
    ],
  ],
  [
    'not observed',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.gpu; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r2, [y]; fence.acq_rel.gpu; ld r1, [x]; }
assert (r1 == 1) as fresh;`,
    [
      'd0.b0.t0 `fence.acq_rel.gpu`: d0.b1.t0 `ld.relaxed.gpu r2, [y]`, should observe d0.b0.t0 `st.relaxed.gpu [y], 1`, but reads the initial value',
      'd0.b1.t0 `fence.acq_rel.gpu`: d0.b1.t0 `ld.relaxed.gpu r2, [y]`, should observe d0.b0.t0 `st.relaxed.gpu [y], 1`, but reads the initial value',
    ],
  ],
  [
    'overwritten flag',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.gpu; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
d0.b2.t0 { st.relaxed.gpu [y], 2; }
assert (not (r0 == 2 && r1 == 0)) as fresh;`,
    [
      'd0.b0.t0 `fence.acq_rel.gpu`: d0.b1.t0 `ld.acquire.gpu r0, [y]`, should observe d0.b0.t0 `st.relaxed.gpu [y], 1`, but reads from d0.b2.t0 `st.relaxed.gpu [y], 2`',
    ],
  ],
  [
    'mmio',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.cta; st.mmio.relaxed.sys [y], 1; }
d0.b1.t0 { ld.mmio.relaxed.sys r0, [y]; fence.acq_rel.gpu; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b0.t0 `fence.acq_rel.cta`: its scope, .cta, leaves out d0.b1.t0'],
  ],
  [
    'texture before',
    `.global x; .global y; .texref n virtually aliases x;
d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { fence.proxy.texture; ld.acquire.gpu r0, [y]; tld r1, [n]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b1.t0 `fence.proxy.texture`: it comes before d0.b1.t0 `ld.acquire.gpu r0, [y]`, by which its thread learns of the other access',
    ],
  ],
  [
    'alias after',
    `.global x; .global y; .global n physically aliases x;
d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [n]; fence.proxy.alias; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    ['d0.b1.t0 `fence.proxy.alias`: it comes after d0.b1.t0 `ld r1, [n]`, which does not wait for it'],
  ],
  [
    'end of a kernel',
    `.global x; .global y;
kernel writer { d0.b0.t0 { st [x], 1; st.relaxed.gpu [y], 1; } }
kernel reader { d0.b0.t0 { ld.relaxed.gpu r0, [y]; fence.acq_rel.gpu; ld r1, [x]; } }
host { writer<<<1, 1, 0, s>>>(); reader<<<1, 1, 0, t>>>(); }
assert (not (reader.d0.b0.t0:r0 == 1 && reader.d0.b0.t0:r1 == 0)) as fresh;`,
    [
      'reader.d0.b0.t0 `fence.acq_rel.gpu`: it acquires, but writer.d0.b0.t0 releases nothing between writer.d0.b0.t0 `st [x], 1`, and writer.d0.b0.t0 `st.relaxed.gpu [y], 1`; the end of its kernel does not release it either',
    ],
  ],
  [
    'async before write',
    `.shared .u32 buf[4]; .global .u32 out[4];
d0.b0.t0 { fence.proxy.async.shared::cta; st.shared [buf], 1; bar.sync 0; }
d0.b0.t1 { bar.sync 0; ${copyOut} }
assert (d0.b0.t1:r0 == 1) as copied;`,
    [
      'd0.b0.t0 `fence.proxy.async.shared::cta`: it comes before d0.b0.t0 `st.shared [buf], 1`, so it does not apply to it',
    ],
  ],
  [
    'async after barrier of the writer',
    `.shared .u32 buf[4]; .global .u32 out[4];
d0.b0.t0 { st.shared [buf], 1; bar.sync 0; fence.proxy.async.shared::cta; }
d0.b0.t1 { bar.sync 0; ${copyOut} }
assert (d0.b0.t1:r0 == 1) as copied;`,
    ['d0.b0.t0 `fence.proxy.async.shared::cta`: it comes after d0.b0.t0 `bar.sync 0`, which the other thread observes'],
  ],
  [
    'async in a thread that did not write',
    `.shared .u32 buf[4]; .global .u32 out[4];
d0.b0.t0 { st.shared [buf], 1; bar.sync 0; }
d0.b0.t1 { bar.sync 0; ${copyOut} }
d0.b0.t2 { fence.proxy.async.shared::cta; bar.sync 0; }
assert (d0.b0.t1:r0 == 1) as copied;`,
    [
      'd0.b0.t2 `fence.proxy.async.shared::cta`: it is neither in the thread of d0.b0.t1 `cp.async.bulk.global.shared::cta.bulk_group [out], [buf], 16`, nor in that of d0.b0.t0 `st.shared [buf], 1`',
    ],
  ],
  [
    'async before the barrier of the copy',
    `.shared .u32 buf[4]; .global .u32 out[4];
d0.b0.t0 { st.shared [buf], 1; bar.sync 0; }
d0.b0.t1 { fence.proxy.async.shared::cta; bar.sync 0; ${copyOut} }
assert (d0.b0.t1:r0 == 1) as copied;`,
    [
      'd0.b0.t1 `fence.proxy.async.shared::cta`: it comes before d0.b0.t1 `bar.sync 0`, by which its thread learns of the other access',
    ],
  ],
  [
    'async after the copy',
    `.shared .u32 buf[4]; .global .u32 out[4];
d0.b0.t0 { st.shared [buf], 1; bar.sync 0; }
d0.b0.t1 { bar.sync 0; cp.async.bulk.global.shared::cta.bulk_group [out], [buf], 16; fence.proxy.async.shared::cta; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; ld r0, [out]; }
assert (d0.b0.t1:r0 == 1) as copied;`,
    [
      'd0.b0.t1 `fence.proxy.async.shared::cta`: it comes after d0.b0.t1 `cp.async.bulk.global.shared::cta.bulk_group [out], [buf], 16`, which does not wait for it',
    ],
  ],
  [
    'every thread fences, one signals',
    `.global x; .global z; .global y;
d0.b0.t0 { st [x], 1; fence.acq_rel.gpu; bar.sync 0; st.relaxed.gpu [y], 1; }
d0.b0.t1 { st [z], 1; fence.acq_rel.gpu; bar.sync 0; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [z]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b0.t0 `fence.acq_rel.gpu`: it comes before d0.b0.t0 `bar.sync 0`, so it releases only what its own thread knew by then, and not d0.b0.t1 `st [z], 1`',
      'd0.b0.t1 `fence.acq_rel.gpu`: it releases by writes of its own thread, and the write that is observed is d0.b0.t0 `st.relaxed.gpu [y], 1`',
    ],
  ],
  [
    'fence by one thread of the readers',
    `.global x; .global y;
d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; bar.sync 0; }
d0.b1.t1 { bar.sync 0; fence.acq_rel.gpu; ld r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`,
    [
      'd0.b1.t1 `fence.acq_rel.gpu`: it acquires by reads of its own thread, and the read that observes the other is d0.b1.t0 `ld.relaxed.gpu r0, [y]`',
    ],
  ],
]

async function reasonOf(text: string) {
  const program = testIn(text)
  const question = must(program.questions[0], 'a claim')
  const explanation = reasonFor(program, question, await solver(), { model: defaultModel })
  if (explanation.kind !== 'allowed') throw new Error(explanation.kind)
  return { ...explanation, text: explanationText(program, question, defaultModel.name, explanation) }
}

const short = (text: string): string =>
  text.replaceAll(/line \d+ of (\S+), /g, '$1 ').replace(/^the fence at (\S+ `[^`]*`), does not count: /, '$1: ')

/** The kinds of reasons that the cases have. */
const kinds = new Set<string>()

test.each(cases)('%s', async (_, text, reasons) => {
  const { graph, idle } = await reasonOf(text)
  for (const { why } of idle)
    kinds.add([why.kind, 'of' in why ? why.of : 'lacks' in why ? why.lacks : ''].join(' ').trim())
  expect(idle.map((one) => short(idleText(graph, one)))).toEqual(reasons)
})

test('every kind of reason is among them', () => {
  expect([...kinds].toSorted()).toEqual([
    'no partner acquire',
    'no partner release',
    'not observed',
    'not sequentially consistent',
    'one way acquire',
    'one way release',
    'other proxy',
    'other thread',
    'other thread signals acquire',
    'other thread signals release',
    'scope',
    'weak acquire',
    'weak release',
    'wrong side acquire',
    'wrong side of a step acquire',
    'wrong side of a step release',
    'wrong side of the signal acquire',
    'wrong side of the signal release',
    'wrong side release',
  ])
})

test('a fence that counts has no sentence, and neither has one that no racing access needs', async () => {
  const { idle } = await reasonOf(`.global x; .global y; .global z;
d0.b0.t0 { st [x], 1; fence.acq_rel.gpu; st.relaxed.gpu [y], 1; st [z], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; fence.acq_rel.gpu; ld r1, [x]; }
d0.b2.t0 { ld r2, [z]; fence.acq_rel.gpu; }
assert (not (r0 == 1 && r1 == 1)) as never;`)
  expect(idle).toEqual([])
})

test('the sentences come after the races, before the changes', async () => {
  const { text } = await reasonOf(must(cases[0], 'a case')[1])
  expect(text).toMatch(
    /not ordered by causality\n\nThe fence at line 2 of d0\.b0\.t0, `fence\.acq_rel\.gpu`, does not count: /,
  )
})

test('the completion of a copy carries nothing that its thread did before', async () => {
  const { text } = await reasonOf(`.global x; .global .u32 in[4] = {7, 7, 7, 7};
.shared buf[4]; .shared .b64 bar;
d0.b0.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  bar.sync 0;
  st [x], 1;
  cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [buf], [in], 16, [bar];
}
d0.b0.t1 {
  bar.sync 0;
  mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;
W:
  mbarrier.try_wait.parity.shared.b64 p, [bar], 0;
  @!p goto W;
  ld r1, [x];
}
assert (r1 == 1) as fresh;`)
  expect(text).toMatch(
    /the wait at line 13 of .* observes the completion of the copy at line 7 of .*, which carries what /,
  )
})
