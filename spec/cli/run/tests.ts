/** Tests that the specs of `run` run: one that GPUs can run, and one with a fence that no assembler accepts. */

export const mp = `.global x; .global y;
d0.b0.t0 { st.weak [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.weak r1, [x]; }
assert (not (r0 == 1 && r1 == 0)) as stale;
`
export const texture =
  '.global x; .texref t virtually aliases x; d0.b0.t0 { fence.proxy.texture; tld r0, [t]; } check (r0 == 0) as q;'
