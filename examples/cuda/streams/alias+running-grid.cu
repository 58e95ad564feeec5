// A and B are two mappings of one allocation: cuMemMap, twice. The flag is in managed memory.
__global__ void reader(int* B, int* flag) {
  cuda::atomic_ref<int, cuda::thread_scope_system> ready(*flag);
  while (ready.load(cuda::memory_order_acquire) == 0) {}
  // Row 2: asm volatile("fence.proxy.alias;" ::: "memory");
  printf("%d\n", *B);  // Rows 3 and 4: *A
}
__global__ void writer(int* A) { *A = 1; }

void host(int* A, int* B, int* flag) {
  reader<<<1, 1, 0, stream2>>>(B, flag);
  writer<<<1, 1, 0, stream1>>>(A);
  cudaStreamSynchronize(stream1);
  // Row 4: memory_order_relaxed
  cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(1, cuda::memory_order_release);
}
