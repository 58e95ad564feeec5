// The deque of Chase and Lev: its owner pushes and takes at the bottom, thieves steal at the top.
#include <cuda/atomic>

using index_ref = cuda::atomic_ref<int, cuda::thread_scope_device>;
constexpr int none = -1;

__device__ void push(int *tasks, int *bottom, int task) {
  int b = index_ref(*bottom).load(cuda::memory_order_relaxed);
  tasks[b] = task;
  index_ref(*bottom).store(b + 1, cuda::memory_order_release);
}

__device__ int take(int *tasks, int *top, int *bottom) {
  int b = index_ref(*bottom).load(cuda::memory_order_relaxed) - 1;
  index_ref(*bottom).store(b, cuda::memory_order_relaxed);
  __threadfence();
  int t = index_ref(*top).load(cuda::memory_order_relaxed);
  int task = none;
  if (t <= b) {
    task = tasks[b];
    if (t < b) {
      return task;
    }
    // It is the last one, and thieves may steal it.
    if (!index_ref(*top).compare_exchange_strong(t, t + 1, cuda::memory_order_relaxed)) {
      task = none;
    }
  }
  index_ref(*bottom).store(b + 1, cuda::memory_order_relaxed);
  return task;
}

__device__ int steal(int *tasks, int *top, int *bottom) {
  int t = index_ref(*top).load(cuda::memory_order_acquire);
  __threadfence();
  int b = index_ref(*bottom).load(cuda::memory_order_acquire);
  if (t >= b) {
    return none;
  }
  int task = tasks[t];
  return index_ref(*top).compare_exchange_strong(t, t + 1, cuda::memory_order_relaxed) ? task : none;
}

extern "C" __global__ void work(int *tasks, int *top, int *bottom, int *done) {
  int task;
  if (blockIdx.x == 0) {
    push(tasks, bottom, 0);
    push(tasks, bottom, 1);
    task = take(tasks, top, bottom);
  } else {
    task = steal(tasks, top, bottom);
  }
  if (task != none) {
    atomicAdd(&done[task], 1);
  }
}
