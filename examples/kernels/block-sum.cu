// Each thread gets the sum of the block's elements, added up in shared memory by half as many threads in each step.
extern "C" __global__ void sum(const int *in, int *out) {
  __shared__ int sums[64];
  unsigned i = threadIdx.x;
  sums[i] = in[i];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (i < half) {
      sums[i] += sums[i + half];
    }
    __syncthreads();
  }
  out[i] = sums[0];
}
