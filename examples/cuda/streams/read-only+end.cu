// The flag is in managed memory.
__global__ void reader(int* g) { printf("%d\n", __ldg(g)); }
__global__ void writer(int* g, int* flag) {
  cuda::atomic_ref<int, cuda::thread_scope_system> ready(*flag);
  while (ready.load(cuda::memory_order_acquire) == 0) {}
  *g = 42;
}

void host(int* g, int* flag) {
  writer<<<1, 1, 0, stream2>>>(g, flag);
  reader<<<1, 1, 0, stream1>>>(g);
  cudaStreamSynchronize(stream1);  // Row 2: without
  cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(1, cuda::memory_order_release);
}
