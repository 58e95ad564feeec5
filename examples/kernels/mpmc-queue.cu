// Vyukov's bounded queue for many producers and consumers. The sequence of a cell says whose turn it is: at position n the cell may be
// filled if it is n, and emptied if it is n + 1.
#include <cuda/atomic>

struct cell {
  unsigned sequence;
  unsigned item;
};
using index_ref = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
constexpr unsigned cells = 2;

__device__ bool push(cell *queue, unsigned *tail, unsigned item) {
  unsigned at = index_ref(*tail).load(cuda::memory_order_relaxed);
  while (true) {
    cell &slot = queue[at % cells];
    int ahead = index_ref(slot.sequence).load(cuda::memory_order_acquire) - at;
    if (ahead < 0) {
      return false;
    }
    if (ahead > 0) {
      at = index_ref(*tail).load(cuda::memory_order_relaxed);
    } else if (index_ref(*tail).compare_exchange_weak(at, at + 1, cuda::memory_order_relaxed)) {
      slot.item = item;
      index_ref(slot.sequence).store(at + 1, cuda::memory_order_release);
      return true;
    }
  }
}

__device__ bool pop(cell *queue, unsigned *head, unsigned *item) {
  unsigned at = index_ref(*head).load(cuda::memory_order_relaxed);
  while (true) {
    cell &slot = queue[at % cells];
    int ahead = index_ref(slot.sequence).load(cuda::memory_order_acquire) - (at + 1);
    if (ahead < 0) {
      return false;
    }
    if (ahead > 0) {
      at = index_ref(*head).load(cuda::memory_order_relaxed);
    } else if (index_ref(*head).compare_exchange_weak(at, at + 1, cuda::memory_order_relaxed)) {
      *item = slot.item;
      index_ref(slot.sequence).store(at + cells, cuda::memory_order_release);
      return true;
    }
  }
}

extern "C" __global__ void exchange(cell *queue, unsigned *tail, unsigned *head, unsigned producers, unsigned *out) {
  if (blockIdx.x < producers) {
    push(queue, tail, blockIdx.x + 1);
  } else {
    pop(queue, head, &out[blockIdx.x - producers]);
  }
}
