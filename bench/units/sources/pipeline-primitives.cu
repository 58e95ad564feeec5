// nvcc -std=c++17 -arch=sm_86 -O3 -lineinfo
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline_primitives.h>

extern "C" __global__ void copies(const float4 *in, float *out, int n) {
  __shared__ float4 tile[2][64];
  for (int i = 0; i < n; i++) {
    __pipeline_memcpy_async(&tile[i % 2][threadIdx.x], in + i * 64 + threadIdx.x, sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[i * 64 + threadIdx.x] = tile[(i + 1) % 2][63 - threadIdx.x].x;
    __syncthreads();
  }
}

extern "C" __global__ void barriers(const int *in, int *out) {
  __shared__ __mbarrier_t barrier;
  __shared__ int box[64];
  if (threadIdx.x == 0) __mbarrier_init(&barrier, blockDim.x);
  __syncthreads();
  box[threadIdx.x] = in[threadIdx.x];
  __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token));
  out[threadIdx.x] = box[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) __mbarrier_inval(&barrier);
}
