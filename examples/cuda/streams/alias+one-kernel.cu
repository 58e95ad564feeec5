// A and B are two mappings of one allocation: cuMemMap, twice.
__global__ void foo(int* A, int* B) {
  *A = 1;
  // Row 2: asm volatile("fence.proxy.alias;" ::: "memory");
  printf("%d\n", *B);
}

void host(int* A, int* B) { foo<<<1, 1>>>(A, B); }
