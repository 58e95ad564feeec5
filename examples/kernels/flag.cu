// A volatile flag and fences, as before there were atomics with orders.
extern "C" __global__ void pass(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *out = *data;
  }
}
