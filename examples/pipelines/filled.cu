// The threads of a warpgroup write a matrix, and multiply it. With NO_FENCE, the writes are not fenced for the async proxy.
#include "pipelines.cuh"

extern "C" __global__ void gemm(float *out) {
  __shared__ Stage stage;
  stage.numbers[threadIdx.x] = threadIdx.x;
#ifndef NO_FENCE
  proxy_fence();
#endif
  __syncthreads();
  float d[4] = {0, 0, 0, 0};
  const uint32_t a[4] = {threadIdx.x, 0, 0, 0};
  warpgroup_fence();
  multiply(d, a, stage);
  commit();
  wait_group<0>();
  out[threadIdx.x] = d[0];
}
