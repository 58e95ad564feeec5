// The queue lock that is handed over by a relaxed store: what the lock protects is not visible to the next block.
#include <cuda/atomic>

struct node {
  node *next;
  unsigned waiting;
};
using link = cuda::atomic_ref<node *, cuda::thread_scope_device>;
using flag = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ void acquire(node **tail, node *mine) {
  link(mine->next).store(nullptr, cuda::memory_order_relaxed);
  flag(mine->waiting).store(1, cuda::memory_order_relaxed);
  node *before = link(*tail).exchange(mine, cuda::memory_order_acq_rel);
  if (before != nullptr) {
    link(before->next).store(mine, cuda::memory_order_release);
    while (flag(mine->waiting).load(cuda::memory_order_acquire)) {
    }
  }
}

__device__ void release(node **tail, node *mine) {
  node *next = link(mine->next).load(cuda::memory_order_acquire);
  if (next == nullptr) {
    node *last = mine;
    if (link(*tail).compare_exchange_strong(last, nullptr, cuda::memory_order_release, cuda::memory_order_relaxed)) {
      return;
    }
    do {
      next = link(mine->next).load(cuda::memory_order_acquire);
    } while (next == nullptr);
  }
  flag(next->waiting).store(0, cuda::memory_order_relaxed);
}

extern "C" __global__ void count(node **tail, node *nodes, unsigned *counter) {
  node *mine = &nodes[blockIdx.x];
  acquire(tail, mine);
  *counter += 1;
  release(tail, mine);
}
