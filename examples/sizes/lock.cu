// The first thread of each block takes a lock for all of its block. NO_FENCE: without a fence after it.
extern "C" __global__ void visit(unsigned *lock, unsigned *visits) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0u, 1u) != 0u) {}
#ifndef NO_FENCE
    __threadfence();
#endif
  }
  __syncthreads();
  if (threadIdx.x == 0) *visits += 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0u);
  }
}
