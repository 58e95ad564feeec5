// A histogram in shared memory: the bins are cleared, counted into, and written out.
extern "C" __global__ void histogram(const unsigned *in, unsigned *out) {
  __shared__ unsigned bins[2];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x] % 2], 1);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
