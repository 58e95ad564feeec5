// A warp loads stages by bulk copies, and a warpgroup multiplies them. With FOUR, there are four stages. With BEHIND, the last operation runs on
// while the stage before is handed back. With WEAK, the wait lets the operation that reads this stage run on, too. With EARLY, there is no wait.
#include "pipelines.cuh"

#ifdef FOUR
constexpr int stages = 4, rounds = 5;
#else
constexpr int stages = 2, rounds = 3;
#endif

// The operations that may still run when a stage is handed back, and the rounds after which it is.
#ifdef BEHIND
constexpr int pending = 1, behind = 1;
#else
#ifdef WEAK
constexpr int pending = 2, behind = 1;
#else
constexpr int pending = 0, behind = 0;
#endif
#endif

extern "C" __global__ void gemm(const Stage *in, float *out) {
  __shared__ Stage stage[stages];
  __shared__ uint64_t full[stages], empty[stages];
  if (threadIdx.x == 0)
    for (int i = 0; i < stages; i++) init(&full[i], 1), init(&empty[i], 1);
  __syncthreads();
  if (threadIdx.x == 128) {
#pragma unroll
    for (int i = 0; i < rounds; i++) {
      if (i >= stages) wait(&empty[i % stages], (i / stages - 1) & 1);
      expect(&full[i % stages], sizeof(Stage));
      load(&stage[i % stages], &in[i], sizeof(Stage), &full[i % stages]);
    }
  } else if (threadIdx.x < 128) {
    float d[4] = {0, 0, 0, 0};
    const uint32_t a[4] = {threadIdx.x, 0, 0, 0};
#pragma unroll
    for (int i = 0; i < rounds; i++) {
      wait(&full[i % stages], (i / stages) & 1);
      warpgroup_fence();
      multiply(d, a, stage[i % stages]);
      commit();
#ifndef EARLY
      wait_group<pending>();
#endif
      if (threadIdx.x == 0 && i >= behind && i - behind + stages < rounds) arrive(&empty[(i - behind) % stages]);
    }
    wait_group<0>();
    out[threadIdx.x] = d[0];
  }
}
