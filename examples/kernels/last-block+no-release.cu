// The last block without a fence before the count: another block may count as finished before its part is in memory.
extern "C" __global__ void last(const int *in, int *part, unsigned *finished, int *out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];  // the sum of the block's share, which is one element here
    is_last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (is_last) {
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) {
      atomicAdd(out, part[i]);
    }
  }
}
