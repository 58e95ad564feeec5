// nvcc -std=c++17 -arch=sm_80 -O3 -lineinfo
// nvcc -std=c++17 -arch=sm_90 -O3 -lineinfo
// nvcc -std=c++17 -arch=sm_90 -G
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

extern "C" __global__ void staged(const int4 *in, int4 *out, int rounds) {
  __shared__ int4 tile[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int fetch = 0, i = 0; i < rounds; i++) {
    for (; fetch < rounds && fetch < i + 2; fetch++) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tile[fetch % 2], in + fetch * 128, cuda::aligned_size_t<16>(sizeof(tile[0])), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[i * 128 + threadIdx.x] = tile[i % 2][127 - threadIdx.x];
    pipe.consumer_release();
  }
}

extern "C" __global__ void ofThread(const int *in, int *out, int rounds) {
  __shared__ int box[2][64];
  auto pipe = cuda::make_pipeline();
  for (int i = 0; i < rounds; i++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&box[i % 2][threadIdx.x], in + i * 64 + threadIdx.x, sizeof(int), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    out[i * 64 + threadIdx.x] = box[(i + 1) % 2][threadIdx.x];
    pipe.consumer_release();
  }
}

extern "C" __global__ void partitioned(const int *in, int *out, int rounds) {
  __shared__ int tile[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto role = threadIdx.x < 64 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  for (int i = 0; i < rounds; i++)
    if (role == cuda::pipeline_role::producer) {
      pipe.producer_acquire();
      tile[i % 2][threadIdx.x] = in[i * 64 + threadIdx.x];
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      out[i * 64 + threadIdx.x - 64] = tile[i % 2][threadIdx.x - 64];
      pipe.consumer_release();
    }
}
