// The sum of 64 numbers, of which a warp adds the last 32 by volatile accesses, as before `__syncwarp`.
__device__ void add_halves(volatile int *sum, int lane) {
  sum[lane] += sum[lane + 32];
  sum[lane] += sum[lane + 16];
  sum[lane] += sum[lane + 8];
  sum[lane] += sum[lane + 4];
  sum[lane] += sum[lane + 2];
  sum[lane] += sum[lane + 1];
}
extern "C" __global__ void reduce(const int *in, int *out) {
  __shared__ int sum[64];
  int thread = threadIdx.x;
  sum[thread] = in[thread];
  __syncthreads();
  if (thread < 32) add_halves(sum, thread);
  if (thread == 0) *out = sum[0];
}
