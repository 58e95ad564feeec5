// A thread of the first block multiplies for a pair of blocks, and its commit tells both. With OWN, it tells its own block only, so that the
// other waits for ever; with UNSEEN, the other does not wait; with LEAVING, a block frees Tensor Memory while the other may use it.
#define GROUP "2"
#include "blackwell.cuh"

extern "C" __global__ void __cluster_dims__(2) gemm(uint32_t *out) {
  __shared__ Rows a;
  __shared__ Columns b;
  __shared__ uint64_t done;
  __shared__ uint32_t where;
  if (threadIdx.x < 32) alloc(&where, 32);
  if (threadIdx.x == 0) init(&done, 1);
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  __syncthreads();
  cluster_sync();
  const uint32_t tensor = where;
  if (rank() == 0 && threadIdx.x == 0) {
    multiply(tensor, &a, &b, shape_of_pair);
#ifdef OWN
    commit(&done);
#else
    commit_to(&done, 3);
#endif
  }
#ifdef UNSEEN
  if (rank() == 0)
#endif
  wait(&done, 0);
  after_sync();
  uint32_t r[2];
  read(r, quarter(tensor));
  wait_until_read();
  before_sync();
  out[128 * rank() + threadIdx.x] = r[0];
  __syncthreads();
#ifndef LEAVING
  cluster_sync();
#endif
  after_sync();
  if (threadIdx.x < 32) dealloc(tensor, 32);
}
