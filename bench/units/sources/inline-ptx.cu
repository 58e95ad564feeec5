// nvcc -std=c++17 -arch=sm_100a -O3 -lineinfo
// Instructions that people write by hand, with labels, registers and blocks of their own.
extern "C" __global__ void hints(const unsigned *in, unsigned *out, unsigned long long *wide) {
  unsigned a, b, c, d;
  unsigned long long policy;
  asm volatile("createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %0, 0.5;" : "=l"(policy));
  asm volatile("ld.global.nc.L1::no_allocate.L2::cache_hint.L2::256B.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "l"(in), "l"(policy));
  asm volatile("applypriority.global.L2::evict_normal [%0], 128; discard.global.L2 [%0], 128;" ::"l"(out));
  asm volatile("prefetch.global.L2::evict_last [%0]; prefetchu.L1 [%0];" ::"l"(in));
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], 256;" ::"l"(in));
  asm volatile("st.global.L1::evict_first.v2.u32 [%0], {%1, %2};" ::"l"(out), "r"(a ^ b), "r"(c & d) : "memory");
  asm volatile("{ .reg .b128 x, y; mov.b128 x, {%1, %2}; atom.cas.acq_rel.gpu.global.b128 y, [%0], x, x; }" ::"l"(wide),
               "l"(1ull), "l"(2ull)
               : "memory");
  asm volatile("ld.global.v8.b32 {%0, %1, %2, %3, _, _, _, _}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(in));
}

extern "C" __global__ void orders(int *flag, int *data, float *sums) {
  asm volatile("{\n\t"
               ".reg .pred p;\n\t"
               ".reg .s32 t;\n"
               "AGAIN:\n\t"
               "ld.acquire.cluster.global.s32 t, [%0];\n\t"
               "setp.eq.s32 p, t, 0;\n\t"
               "@p nanosleep.u32 64;\n\t"
               "@!p bra.uni DONE;\n\t"
               "bra AGAIN;\n"
               "DONE:\n\t"
               "}" ::"l"(flag)
               : "memory");
  asm volatile("fence.acq_rel.cluster; fence.sc.gpu; fence.release.sys; membar.cta; fence.proxy.alias;" ::: "memory");
  asm volatile("multimem.red.relaxed.sys.global.add.f32 [%0], %1;" ::"l"(sums), "f"(1.0f) : "memory");
  asm volatile("red.relaxed.gpu.global.add.v4.f32 [%0], {%1, %1, %1, %1};" ::"l"(sums), "f"(1.0f) : "memory");
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%0];" ::"r"(0),
               "r"(1)
               : "memory");
  asm volatile("st.mmio.relaxed.sys.global.u32 [%0], %1;" ::"l"(data), "r"(7) : "memory");
  asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];" ::"r"(0),
               "r"(64)
               : "memory");
}
