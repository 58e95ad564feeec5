// A and B are two mappings of one allocation: cuMemMap, twice.
__global__ void foo1(int* A) { *A = 1; }
__global__ void foo2(int* B) { printf("%d\n", *B); }

void host(int* A, int* B) {
  foo1<<<1, 1, 0, stream1>>>(A);  // Row 4: <<<1, 1>>>
  foo2<<<1, 1, 0, stream1>>>(B);  // Row 2: stream2; row 3: <<<1, 1>>>
}
