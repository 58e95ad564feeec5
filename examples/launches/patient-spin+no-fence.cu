// A block waits for what another publishes without a fence, and gives up after a minute.
extern "C" __global__ void receive(int* flag, int* data, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    atomicExch(flag, 1);
    return;
  }
  const long long start = clock64();
  while (*static_cast<volatile int*>(flag) == 0) {
    if (clock64() - start > 120000000000ll) __trap();
  }
  __threadfence();
  *out = *data;
}
