// A and B are two mappings of one allocation: cuMemMap, twice.
__global__ void foo1(int* A) { *A = 1; }
__global__ void foo2(int* B) { printf("%d\n", *B); }

void host(int* A, int* B, int* input, int* output) {
  *input = 7;
  cudaMemcpyAsync(B, input, sizeof(int), cudaMemcpyDefault, stream1);
  foo1<<<1, 1, 0, stream1>>>(A);
  cudaEventRecord(written, stream1);
  cudaStreamWaitEvent(stream2, written);
  foo2<<<1, 1, 0, stream2>>>(B);
  cudaStreamWaitEvent(stream3, written);
  cudaMemcpyAsync(output, B, sizeof(int), cudaMemcpyDefault, stream3);
  cudaDeviceSynchronize();
  printf("%d\n", *output);
}
