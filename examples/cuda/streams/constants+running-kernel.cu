__constant__ int c;

// g is the global address of c: cudaGetSymbolAddress.
__global__ void foo(int* g) {
  *g = 42;
  // Row 2: __threadfence();
  // Row 3: asm volatile("fence.proxy.constant;" ::: "memory");
  printf("%d\n", c);
}

void host(int* g) { foo<<<1, 1>>>(g); }
