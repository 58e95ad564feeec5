// A thread multiplies, and four warps store the results. With UNCOMMITTED, they do not wait for the product; with NO_WAIT, Tensor Memory is
// freed while they may still read it; with LEFT, it is not freed.
#include "blackwell.cuh"

extern "C" __global__ void gemm(uint32_t *out) {
  __shared__ Rows a;
  __shared__ Columns b;
  __shared__ uint64_t done;
  __shared__ uint32_t where;
  if (threadIdx.x < 32) alloc(&where, 32);
  if (threadIdx.x == 0) init(&done, 1);
  __syncthreads();
  const uint32_t tensor = where;
  if (threadIdx.x == 0) {
    multiply(tensor, &a, &b);
    commit(&done);
  }
#ifndef UNCOMMITTED
  wait(&done, 0);
#endif
  after_sync();
  uint32_t r[2];
  read(r, quarter(tensor));
#ifndef NO_WAIT
  wait_until_read();
#endif
  before_sync();
  out[threadIdx.x] = r[0];
  __syncthreads();
  after_sync();
#ifndef LEFT
  if (threadIdx.x < 32) dealloc(tensor, 32);
#endif
}
