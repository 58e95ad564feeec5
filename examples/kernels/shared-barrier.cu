// Threads of a block meet at a cuda::barrier in shared memory.
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

extern "C" __global__ void exchange(int *out) {
  __shared__ alignas(barrier) char room[sizeof(barrier)];
  __shared__ int x[2];
  barrier *bar = reinterpret_cast<barrier *>(room);
  if (threadIdx.x == 0) {
    init(bar, blockDim.x);
  }
  __syncthreads();
  x[threadIdx.x] = threadIdx.x + 1;
  bar->arrive_and_wait();
  out[threadIdx.x] = x[1 - threadIdx.x];
}
