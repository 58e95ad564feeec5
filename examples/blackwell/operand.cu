// Four warps write the first factor to Tensor Memory, and a thread multiplies it. With NO_WAIT, the warps do not wait until it is there; with
// NO_SYNC, the thread does not wait for the warps.
#include "blackwell.cuh"

extern "C" __global__ void gemm(uint32_t *out) {
  __shared__ Columns b;
  __shared__ uint64_t done;
  __shared__ uint32_t where;
  if (threadIdx.x < 32) alloc(&where, 32);
  if (threadIdx.x == 0) init(&done, 1);
  __syncthreads();
  const uint32_t tensor = where;
  write(quarter(tensor + 16), threadIdx.x);
#ifndef NO_WAIT
  wait_until_written();
#endif
  before_sync();
#ifndef NO_SYNC
  __syncthreads();
#endif
  after_sync();
  if (threadIdx.x == 0) {
    multiply_from(tensor, tensor + 16, &b);
    commit(&done);
  }
  wait(&done, 0);
#ifdef NO_WAIT
  wait_until_written();
#endif
  __syncthreads();
  after_sync();
  if (threadIdx.x < 32) dealloc(tensor, 32);
}
