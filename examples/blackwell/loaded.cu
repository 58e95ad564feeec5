// A warp loads two tiles into one stage by bulk copies, and another multiplies them. A commit hands the stage back. With BY_ARRIVAL, an
// arrival of the thread does, while the product may still read the stage.
#include "blackwell.cuh"

extern "C" __global__ void gemm(const uint16_t *in, uint32_t *out) {
  __shared__ Rows a;
  __shared__ Columns b;
  __shared__ uint64_t full, empty, done;
  __shared__ uint32_t where;
  if (threadIdx.x < 32) alloc(&where, 32);
  if (threadIdx.x == 0) {
    init(&full, 1);
    init(&empty, 1);
    init(&done, 1);
  }
  __syncthreads();
  const uint32_t tensor = where;
#pragma unroll
  for (int tile = 0; tile < 2; tile++) {
    if (threadIdx.x == 32) {
      if (tile > 0) wait(&empty, 0);
      expect(&full, sizeof b);
      load(&b, in + 256 * tile, sizeof b, &full);
    }
    if (threadIdx.x == 0) {
      wait(&full, tile);
      multiply(tensor, &a, &b);
#ifdef BY_ARRIVAL
      if (tile == 0) arrive(&empty);
#else
      if (tile == 0) commit(&empty);
#endif
    }
  }
  if (threadIdx.x == 0) commit(&done);
  wait(&done, 0);
  __syncthreads();
  after_sync();
  if (threadIdx.x < 32) dealloc(tensor, 32);
}
