__global__ void pass(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
    *flag = 1;                 // tells the other block that the data is ready
  } else {
    while (*flag == 0) {}
    __threadfence();
    *out = *data;              // 42?
  }
}
