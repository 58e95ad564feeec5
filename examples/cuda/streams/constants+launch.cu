__constant__ int c;

// g is the global address of c: cudaGetSymbolAddress.
__global__ void writer(int* g) { *g = 42; }
__global__ void reader() { printf("%d\n", c); }

void host(int* g, int* input) {
  *input = 42;
  // Rows 3 and 4: writer<<<1, 1, 0, stream1>>>(g) in place of the copy; row 5: *g = 42.
  cudaMemcpyAsync(g, input, sizeof(int), cudaMemcpyDefault, stream1);
  reader<<<1, 1, 0, stream1>>>();  // Rows 2, 4 and 5: stream2
}
