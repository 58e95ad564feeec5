// A ring of two slots between one producer and one consumer, each in a block of its own.
#include <cuda/atomic>

using index_ref = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
constexpr unsigned slots = 2;

__device__ void push(int *ring, unsigned *head, unsigned *tail, int item) {
  unsigned t = index_ref(*tail).load(cuda::memory_order_relaxed);
  while (t - index_ref(*head).load(cuda::memory_order_acquire) == slots) {
  }
  ring[t % slots] = item;
  index_ref(*tail).store(t + 1, cuda::memory_order_release);
}

__device__ int pop(int *ring, unsigned *head, unsigned *tail) {
  unsigned h = index_ref(*head).load(cuda::memory_order_relaxed);
  while (index_ref(*tail).load(cuda::memory_order_acquire) == h) {
  }
  int item = ring[h % slots];
  index_ref(*head).store(h + 1, cuda::memory_order_release);
  return item;
}

extern "C" __global__ void transfer(int *ring, unsigned *head, unsigned *tail, const int *in, int *out, int items) {
  for (int i = 0; i < items; i++) {
    if (blockIdx.x == 0) {
      push(ring, head, tail, in[i]);
    } else {
      out[i] = pop(ring, head, tail);
    }
  }
}
