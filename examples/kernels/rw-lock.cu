// A lock for one writer or several readers. The highest bit is that of the writer; the others count readers.
#include <cuda/atomic>

using lock_ref = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
constexpr unsigned writer = 1u << 31;

__device__ void lock(unsigned *state) {
  unsigned idle;
  do {
    idle = 0;
  } while (!lock_ref(*state).compare_exchange_weak(idle, writer, cuda::memory_order_acquire));
}

__device__ void unlock(unsigned *state) {
  lock_ref(*state).store(0, cuda::memory_order_release);
}

__device__ void lock_shared(unsigned *state) {
  unsigned readers;
  do {
    readers = lock_ref(*state).load(cuda::memory_order_relaxed) & ~writer;
  } while (!lock_ref(*state).compare_exchange_weak(readers, readers + 1, cuda::memory_order_acquire));
}

__device__ void unlock_shared(unsigned *state) {
  lock_ref(*state).fetch_sub(1, cuda::memory_order_release);
}

extern "C" __global__ void update(unsigned *state, int *pair, int *out) {
  if (blockIdx.x == 0) {
    lock(state);
    pair[0] = 1;
    pair[1] = 1;
    unlock(state);
  } else {
    lock_shared(state);
    out[0] = pair[0];
    out[1] = pair[1];
    unlock_shared(state);
  }
}
