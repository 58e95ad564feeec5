__global__ void pass(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
    *(volatile int *)flag = 1;
  } else {
    while (*(volatile int *)flag == 0) {}
    __threadfence();
    *out = *data;
  }
}

__global__ void meet(int *ready) {
  ready[blockIdx.x] = 1;
  if (blockIdx.x == 0)
    while (*(volatile int *)&ready[1] != 2) {}
}

__global__ void beyond(int *cells, int *last) {
  cells[blockIdx.x + 1] = 7;
  *last = cells[blockIdx.x];
}

__global__ void halves(unsigned *word) {
  if (blockIdx.x == 0) *(volatile unsigned short *)word = 1;
  else *(volatile unsigned *)word = 2;
}
