/** A test of message passing with the fences that it needs. */
export const fenced = `.global data; .global flag;
d0.b0.t0 { st.weak [data], 42; st.release.gpu [flag], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [flag]; ld.weak r1, [data]; }
assert (r0 == 0 || r1 == 42) as fresh;
`
