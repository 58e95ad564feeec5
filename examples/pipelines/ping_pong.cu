// Two warpgroups multiply in turn and use one buffer for their results: a named barrier says that the first one has stored its results.
// With UNORDERED there is no such barrier.
#include "pipelines.cuh"

extern "C" __global__ void gemm(float *out) {
  __shared__ Stage stage;
  __shared__ float results[128];
  if (threadIdx.x < 128) stage.numbers[threadIdx.x] = threadIdx.x;
  proxy_fence();
  __syncthreads();
  float d[4] = {0, 0, 0, 0};
  const uint32_t a[4] = {threadIdx.x, 0, 0, 0};
  warpgroup_fence();
  multiply(d, a, stage);
  commit();
  wait_group<0>();
#ifndef UNORDERED
  if (threadIdx.x >= 128) asm volatile("bar.sync 1, 256;" ::: "memory");
#endif
  results[threadIdx.x % 128] = d[0];
  out[threadIdx.x] = results[threadIdx.x % 128];
#ifndef UNORDERED
  if (threadIdx.x < 128) asm volatile("bar.arrive 1, 256;" ::: "memory");
#endif
}
