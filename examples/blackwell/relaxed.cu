// A warp reads an accumulator and hands it back by a relaxed arrival. With NO_BEFORE or NO_AFTER, a fence of tcgen05 is missing, without which
// nothing orders the accesses.
#include "blackwell.cuh"

extern "C" __global__ void gemm(uint32_t *out) {
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
  if (threadIdx.x == 0) {
    multiply(tensor, &a, &b);
    commit(&full);
    wait_relaxed(&empty, 0);
#ifndef NO_AFTER
    after_sync();
#endif
    multiply(tensor, &a, &b);
    commit(&done);
  }
  if (threadIdx.x >= 128) {
    wait_relaxed(&full, 0);
    after_sync();
    uint32_t r[2];
    read(r, quarter(tensor));
    wait_until_read();
#ifndef NO_BEFORE
    before_sync();
#endif
    if (threadIdx.x == 128) arrive_relaxed(&empty);
    out[threadIdx.x] = r[0];
  }
  wait(&done, 0);
  __syncthreads();
  after_sync();
  if (threadIdx.x < 32) dealloc(tensor, 32);
}
