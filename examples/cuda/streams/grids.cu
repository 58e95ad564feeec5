// a, b, c, d and a2, b2, c2, d2 are two mappings of one allocation each: cuMemMap, twice.
__global__ void k1(int* a, int* b, int* c, int* d) {
  switch (blockIdx.x * 2 + threadIdx.x) {
    case 0: *a = 1; break;
    case 1: *b = 1; break;
    case 2: *c = 1; break;
    case 3: *d = 1; break;
    case 4: printf("%d\n", *a); break;
    case 5: printf("%d\n", *b); break;
    case 6: printf("%d\n", *c); break;
    case 7: printf("%d\n", *d); break;
  }
}

__global__ void k2(int* a2, int* b2, int* c2, int* d2, int* m) {
  switch (blockIdx.x * 2 + threadIdx.x) {
    case 0: printf("%d\n", *b2); break;
    case 1: printf("%d\n", *a2); break;
    case 2: printf("%d\n", *d2); break;
    case 3: printf("%d\n", *c2); break;
    case 4: printf("%d\n", *m); break;
    case 5: *a2 = 2; break;
    case 6: *b2 = 2; break;
    case 7: *c2 = 2; break;
  }
}

void host(int* a, int* b, int* c, int* d, int* a2, int* b2, int* c2, int* d2, int* m) {
  k1<<<4, 2, 0, s>>>(a, b, c, d);
  cudaMemcpyAsync(m, a2, sizeof(int), cudaMemcpyDefault, s);
  k2<<<4, 2, 0, s>>>(a2, b2, c2, d2, m);
}
