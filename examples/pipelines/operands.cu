// A warpgroup multiplies a matrix twice. With TOUCHED, it stores the results before they are there; with UNFENCED, it multiplies without a
// fence; with CHANGED, it changes the results between the operations, without another fence.
#include "pipelines.cuh"

extern "C" __global__ void gemm(float *out) {
  __shared__ Stage stage;
  float d[4] = {0, 0, 0, 0};
  const uint32_t a[4] = {threadIdx.x, 0, 0, 0};
#ifndef UNFENCED
  warpgroup_fence();
#endif
  multiply(d, a, stage);
  commit();
#ifdef TOUCHED
  out[threadIdx.x] = d[0];
#endif
  wait_group<0>();
#ifdef CHANGED
  d[0] *= 2;
  multiply(d, a, stage);
  commit();
  wait_group<0>();
#endif
  out[threadIdx.x] = d[0];
}
