// Read, copy, update, whose reader has no fence after it counts itself: the writer may not see that count, and the reader not the new version.
#include <cuda/atomic>

struct version {
  int a;
  int b;
};
using count_ref = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
using version_ref = cuda::atomic_ref<version *, cuda::thread_scope_device>;

__device__ int read_sum(version **current, unsigned *readers) {
  count_ref(*readers).fetch_add(1, cuda::memory_order_acq_rel);
  version *found = version_ref(*current).load(cuda::memory_order_acquire);
  int sum = found->a + found->b;
  count_ref(*readers).fetch_sub(1, cuda::memory_order_release);
  return sum;
}

__device__ version *replace(version **current, version *fresh, unsigned *readers) {
  version *old = version_ref(*current).load(cuda::memory_order_relaxed);
  version_ref(*current).store(fresh, cuda::memory_order_release);
  __threadfence();
  while (count_ref(*readers).load(cuda::memory_order_acquire) != 0) {
  }
  return old;
}

extern "C" __global__ void update(version **current, version *fresh, unsigned *readers, int *out) {
  if (blockIdx.x == 0) {
    fresh->a = 30;
    fresh->b = 40;
    version *old = replace(current, fresh, readers);
    old->a = 0;
    old->b = 0;
  } else {
    out[blockIdx.x] = read_sum(current, readers);
  }
}
