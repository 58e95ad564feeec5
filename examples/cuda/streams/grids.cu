// x and x2 are two mappings of one allocation: cuMemMap, twice.
__global__ void k1(int* x) {
  x[blockIdx.x * 2 + threadIdx.x] = 1;
}

__global__ void k2(int* x2, int* m) {
  int i = blockIdx.x * 2 + threadIdx.x;
  printf("%d\n", i == 7 ? *m : x2[(i + 2) % 8]);
}

void host(int* x, int* x2, int* m) {
  k1<<<4, 2, 0, s>>>(x);
  cudaMemcpyAsync(m, x2, sizeof(int), cudaMemcpyDefault, s);
  k2<<<4, 2, 0, s>>>(x2, m);
}
