__constant__ int c;

__global__ void foo1() { printf("%d\n", c); }
__global__ void foo2() { printf("%d\n", c); }

// g is the global address of c: cudaGetSymbolAddress.
void host(int* g, int* first, int* second) {
  *first = 1;
  *second = 2;
  cudaMemcpyAsync(g, first, sizeof(int), cudaMemcpyDefault, stream1);
  foo1<<<1, 1, 0, stream1>>>();
  cudaMemcpyAsync(g, second, sizeof(int), cudaMemcpyDefault, stream1);
  foo2<<<1, 1, 0, stream1>>>();
}
