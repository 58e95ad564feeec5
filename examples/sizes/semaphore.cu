// Two blocks count in turn: each takes a semaphore, twice. Without it, a count is lost.
#include <cuda/semaphore>

__device__ cuda::binary_semaphore<cuda::thread_scope_device> free_{1};

extern "C" __global__ void visit(unsigned *visits) {
  for (int round = 0; round < 2; round++) {
#ifndef ALONE
    free_.acquire();
#endif
    *visits += 1;
#ifndef ALONE
    free_.release();
#endif
  }
}
