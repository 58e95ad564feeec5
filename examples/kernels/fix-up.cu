// Stream-K: a tile is computed by two blocks. The second leaves its part in memory, and the first adds it to its own.
extern "C" __global__ void tile(const int *in, int *part, volatile int *ready, int *out) {
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (blockIdx.x == 1) {
    part[threadIdx.x] = sum;
    __threadfence();
    __syncthreads();
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
