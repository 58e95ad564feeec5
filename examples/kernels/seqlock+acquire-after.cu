// The sequence lock whose reader acquires the sequence a second time: that orders what follows, not the reads of the pair before it.
#include <cuda/atomic>

using word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ void write(unsigned *sequence, unsigned *pair, unsigned a, unsigned b) {
  unsigned s = word(*sequence).load(cuda::memory_order_relaxed);
  word(*sequence).store(s + 1, cuda::memory_order_relaxed);
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
  word(pair[0]).store(a, cuda::memory_order_relaxed);
  word(pair[1]).store(b, cuda::memory_order_relaxed);
  word(*sequence).store(s + 2, cuda::memory_order_release);
}

__device__ void read(unsigned *sequence, unsigned *pair, unsigned *a, unsigned *b) {
  unsigned before, after;
  do {
    before = word(*sequence).load(cuda::memory_order_acquire);
    *a = word(pair[0]).load(cuda::memory_order_relaxed);
    *b = word(pair[1]).load(cuda::memory_order_relaxed);
    after = word(*sequence).load(cuda::memory_order_acquire);
  } while (before != after || before % 2 != 0);
}

extern "C" __global__ void update(unsigned *sequence, unsigned *pair, unsigned *out) {
  if (blockIdx.x == 0) {
    write(sequence, pair, 1, 2);
  } else {
    unsigned a, b;
    read(sequence, pair, &a, &b);
    out[0] = a;
    out[1] = b;
  }
}
