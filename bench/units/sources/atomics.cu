// nvcc -std=c++17 -arch=sm_75 -O3 -lineinfo
// nvcc -std=c++17 -arch=sm_90 -G
// cuda::atomic_ref and cuda::atomic: orders, scopes, widths, and what is done by compare and swap.
#include <cuda/atomic>

template <class T, cuda::thread_scope Scope>
__device__ T all(T *at, T value, cuda::memory_order order) {
  cuda::atomic_ref<T, Scope> ref(*at);
  T old = ref.exchange(value, order);
  ref.compare_exchange_strong(old, value);
  ref.compare_exchange_weak(old, value, cuda::memory_order_release, cuda::memory_order_relaxed);
  ref.fetch_add(value, order);
  ref.fetch_max(value);
  ref.store(value, cuda::memory_order_release);
  return ref.load(cuda::memory_order_acquire) + old;
}

extern "C" __global__ void orders(int *a, unsigned long long *b, float *c, double *d) {
  *a = all<int, cuda::thread_scope_system>(a, 1, cuda::memory_order_seq_cst);
  *b = all<unsigned long long, cuda::thread_scope_device>(b, 2, cuda::memory_order_acq_rel);
  *c = all<float, cuda::thread_scope_block>(c, 3, cuda::memory_order_relaxed);
  *d = all<double, cuda::thread_scope_thread>(d, 4, cuda::memory_order_acquire);
}

extern "C" __global__ void bytes(unsigned char *a, unsigned short *b, bool *flag) {
  cuda::atomic_ref<unsigned char> small(*a);
  cuda::atomic_ref<unsigned short, cuda::thread_scope_device> half(*b);
  small.fetch_add(1);
  half.fetch_or(4, cuda::memory_order_release);
  cuda::atomic_ref<bool>(*flag).store(true, cuda::memory_order_release);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}

extern "C" __global__ void waits(cuda::atomic<int, cuda::thread_scope_device> *flag, cuda::std::atomic_flag *lock,
                                 int *data) {
  while (lock->test_and_set(cuda::memory_order_acquire));
  flag->wait(0, cuda::memory_order_acquire);
  *data += 1;
  lock->clear(cuda::memory_order_release);
  flag->store(0);
  flag->notify_all();
}
