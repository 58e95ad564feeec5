// Two warpgroups multiply the same stage, and each hands it back; what is loaded after that, nothing uses. With HALF, the producer waits for one of them.
#include "pipelines.cuh"

constexpr int rounds = 2;

extern "C" __global__ void gemm(const Stage *in, float *out) {
  __shared__ Stage stage;
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    init(&full, 1);
#ifdef HALF
    init(&empty, 1);
#else
    init(&empty, 2);
#endif
  }
  __syncthreads();
  if (threadIdx.x == 256) {
#pragma unroll
    for (int i = 0; i < rounds; i++) {
      if (i > 0) wait(&empty, (i - 1) & 1);
      expect(&full, sizeof(Stage));
      load(&stage, &in[i], sizeof(Stage), &full);
    }
    wait(&full, (rounds - 1) & 1);
  } else if (threadIdx.x < 256) {
    float d[4] = {0, 0, 0, 0};
    const uint32_t a[4] = {threadIdx.x, 0, 0, 0};
    wait(&full, 0);
    warpgroup_fence();
    multiply(d, a, stage);
    commit();
    wait_group<0>();
    if (threadIdx.x % 128 == 0) arrive(&empty);
    out[threadIdx.x] = d[0];
  }
}
