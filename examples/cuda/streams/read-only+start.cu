// The flag is in managed memory.
__global__ void writer(int* g, int* flag) {
  *g = 42;
  // Row 2: memory_order_relaxed
  cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(1, cuda::memory_order_release);
}
__global__ void reader(int* g) { printf("%d\n", __ldg(g)); }

void host(int* g, int* flag) {
  writer<<<1, 1, 0, stream1>>>(g, flag);
  while (cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).load(cuda::memory_order_acquire) == 0) {}
  reader<<<1, 1, 0, stream2>>>(g);
}
