// Threads write a matrix in shared memory, and one multiplies it. With NO_FENCE, the writes are not fenced for the async proxy, by which the
// product reads them; with REUSED, they write the next matrix without a wait for the product.
#include "blackwell.cuh"

extern "C" __global__ void gemm(uint32_t *out) {
  __shared__ Rows a;
  __shared__ Columns b;
  __shared__ uint64_t done;
  __shared__ uint32_t where;
  if (threadIdx.x < 32) alloc(&where, 32);
  if (threadIdx.x == 0) init(&done, 1);
  a.numbers[threadIdx.x] = threadIdx.x;
#ifndef NO_FENCE
  proxy_fence();
#endif
  __syncthreads();
  const uint32_t tensor = where;
  if (threadIdx.x == 0) {
    multiply(tensor, &a, &b);
    commit(&done);
  }
#ifndef REUSED
  wait(&done, 0);
#endif
  a.numbers[threadIdx.x] = 0;
#ifdef REUSED
  wait(&done, 0);
#endif
  __syncthreads();
  after_sync();
  if (threadIdx.x < 32) dealloc(tensor, 32);
}
