// A lock that serves threads in the order of their tickets.
#include <cuda/atomic>

using counter_ref = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

extern "C" __global__ void ticket(unsigned *next, unsigned *serving, unsigned *counter) {
  unsigned mine = counter_ref(*next).fetch_add(1, cuda::memory_order_relaxed);
  while (counter_ref(*serving).load(cuda::memory_order_acquire) != mine) {
  }
  *counter += 1;
  counter_ref(*serving).store(mine + 1, cuda::memory_order_release);
}
