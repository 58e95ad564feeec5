// The first thread of the second block says that the part is there, without waiting for the other threads.
extern "C" __global__ void tile(const int *in, int *part, volatile int *ready, int *out) {
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (blockIdx.x == 1) {
    part[threadIdx.x] = sum;
    __threadfence();
    if (threadIdx.x == 0) {
      *ready = 1;
    }
  } else {
    if (threadIdx.x == 0) {
      while (*ready == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[threadIdx.x] = sum + part[threadIdx.x];
  }
}
