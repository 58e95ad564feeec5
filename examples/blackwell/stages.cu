// A warp multiplies into two accumulators in turn, and another one stores what is in its quarter. With EARLY, this one hands an accumulator
// back before it has read it; with UNGUARDED, the first warp does not wait for that.
#include "blackwell.cuh"

extern "C" __global__ void gemm(uint32_t *out) {
  __shared__ Rows a;
  __shared__ Columns b;
  __shared__ uint64_t full[2], empty[2];
  __shared__ uint32_t where;
  const bool multiplies = threadIdx.x < 32;
  if (threadIdx.x < 32) alloc(&where, 32);
  if (threadIdx.x == 0)
    for (int stage = 0; stage < 2; stage++) {
      init(&full[stage], 1);
      init(&empty[stage], 1);
    }
  __syncthreads();
  const uint32_t tensor = where;
#pragma unroll
  for (int tile = 0; tile < 3; tile++) {
    const int stage = tile % 2;
    if (multiplies) {
#ifndef UNGUARDED
      if (tile >= 2) wait(&empty[stage], 0);
#endif
      after_sync();
      if (threadIdx.x == 0) {
        multiply(tensor + 16 * stage, &a, &b);
        commit(&full[stage]);
      }
    } else {
      wait(&full[stage], tile / 2);
      after_sync();
      uint32_t r[2];
      read(r, quarter(tensor + 16 * stage));
#ifdef EARLY
      before_sync();
      if (threadIdx.x % 32 == 0) arrive(&empty[stage]);
      wait_until_read();
#else
      wait_until_read();
      before_sync();
      if (threadIdx.x % 32 == 0) arrive(&empty[stage]);
#endif
      out[32 * tile + threadIdx.x % 32] = r[0];
    }
  }
  __syncthreads();
  after_sync();
  if (threadIdx.x < 32) dealloc(tensor, 32);
}
