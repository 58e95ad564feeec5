// The node is pushed relaxed: its value may be missing when it is popped.
#include <cuda/atomic>

struct node {
  node *next;
  int value;
};
using top_ref = cuda::atomic_ref<node *, cuda::thread_scope_device>;

__device__ void push(node **top, node *fresh) {
  node *old = top_ref(*top).load(cuda::memory_order_relaxed);
  do {
    fresh->next = old;
  } while (!top_ref(*top).compare_exchange_weak(old, fresh, cuda::memory_order_relaxed, cuda::memory_order_relaxed));
}

__device__ node *pop(node **top) {
  node *old = top_ref(*top).load(cuda::memory_order_acquire);
  while (old != nullptr &&
         !top_ref(*top).compare_exchange_weak(old, old->next, cuda::memory_order_acquire, cuda::memory_order_acquire)) {
  }
  return old;
}

extern "C" __global__ void transfer(node **top, node *fresh, int *out) {
  if (blockIdx.x == 0) {
    fresh->value = 42;
    push(top, fresh);
  } else {
    node *found = pop(top);
    *out = found == nullptr ? -1 : found->value;
  }
}
