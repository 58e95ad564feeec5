// One block hands a value to another.
#include <cuda/atomic>

using flag_ref = cuda::atomic_ref<int, cuda::thread_scope_device>;

extern "C" __global__ void hand_over(int *data, int *ready, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
    flag_ref(*ready).store(1, cuda::memory_order_release);
  } else {
    while (flag_ref(*ready).load(cuda::memory_order_acquire) == 0) {
    }
    *out = *data;
  }
}
