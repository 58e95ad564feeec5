// A volatile flag without fences: volatile orders nothing between threads.
extern "C" __global__ void pass(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    *out = *data;
  }
}
