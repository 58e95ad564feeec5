// The surface is bound to the array behind x. The flag is in managed memory.
__global__ void reader(int* x, int* flag) {
  cuda::atomic_ref<int, cuda::thread_scope_system> ready(*flag);
  while (ready.load(cuda::memory_order_acquire) == 0) {}
  printf("%d\n", *x);
}
__global__ void writer(cudaSurfaceObject_t s) { surf1Dwrite(42, s, 0); }

void host(cudaSurfaceObject_t s, int* x, int* flag) {
  reader<<<1, 1, 0, stream2>>>(x, flag);
  writer<<<1, 1, 0, stream1>>>(s);
  cudaStreamSynchronize(stream1);  // Row 2: without
  cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(1, cuda::memory_order_release);
}
