// Block 0 fills in a node and publishes a pointer to it. The other blocks wait for the pointer and follow it.
#include <cuda/atomic>

struct node {
  int key;
  int value;
};
using node_ref = cuda::atomic_ref<node *, cuda::thread_scope_device>;

extern "C" __global__ void publish(node *fresh, node **published, int *out) {
  if (blockIdx.x == 0) {
    fresh->key = 1;
    fresh->value = 42;
    node_ref(*published).store(fresh, cuda::memory_order_release);
  } else {
    node *found;
    do {
      found = node_ref(*published).load(cuda::memory_order_acquire);
    } while (found == nullptr);
    out[blockIdx.x] = found->value;
  }
}
