// One thread hands a value to another thread of its block, in shared memory.
#include <cuda/atomic>

using flag_ref = cuda::atomic_ref<int, cuda::thread_scope_block>;

extern "C" __global__ void hand_over(const int *in, int *out) {
  __shared__ int data, ready;
  if (threadIdx.x == 0) {
    ready = 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    data = *in;
    flag_ref(ready).store(1, cuda::memory_order_release);
  } else {
    while (flag_ref(ready).load(cuda::memory_order_acquire) == 0) {
    }
    *out = data;
  }
}
