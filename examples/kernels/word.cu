// A flag and data in one word of 64 bits, which one store writes and one load reads. That needs no fence.
#include <cuda/atomic>

using word_ref = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;

extern "C" __global__ void pass(unsigned long long *word, unsigned *out) {
  if (blockIdx.x == 0) {
    word_ref(*word).store(42ull << 32 | 1, cuda::memory_order_relaxed);
  } else {
    unsigned long long both;
    do {
      both = word_ref(*word).load(cuda::memory_order_relaxed);
    } while ((unsigned)both == 0);
    *out = both >> 32;
  }
}
