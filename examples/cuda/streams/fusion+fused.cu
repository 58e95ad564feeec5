__constant__ int c;

// g is the global address of c: cudaGetSymbolAddress.
__global__ void fused(int* g) {
  printf("%d\n", c);
  // Rows 2 to 4: *g = 2, without, with one, and between two fence.proxy.constant.
  printf("%d\n", c);
}

void host(int* g, int* first, int* second) {
  *first = 1;
  *second = 2;
  cudaMemcpyAsync(g, first, sizeof(int), cudaMemcpyDefault, stream1);
  cudaMemcpyAsync(g, second, sizeof(int), cudaMemcpyDefault, stream1);  // Row 1 only
  fused<<<1, 1, 0, stream1>>>(g);
}
