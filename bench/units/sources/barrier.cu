// nvcc -std=c++17 -arch=sm_90 -O3 -lineinfo
// nvcc -std=c++17 -arch=sm_90 -G
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

extern "C" __global__ void producer(const int *in, int *out, int rounds) {
  __shared__ int box[128];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier full, empty;
  if (threadIdx.x == 0) {
    init(&full, blockDim.x);
    init(&empty, blockDim.x);
  }
  __syncthreads();
  for (int i = 0; i < rounds; i++)
    if (threadIdx.x < 128) {
      empty.arrive_and_wait();
      box[threadIdx.x] = in[i * 128 + threadIdx.x];
      (void)full.arrive();
    } else {
      (void)empty.arrive();
      full.arrive_and_wait();
      out[i * 128 + threadIdx.x - 128] = box[threadIdx.x - 128];
    }
}

struct Count {
  int *count;
  __device__ void operator()() noexcept { ++*count; }
};

extern "C" __global__ void completion(int *count, int rounds) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block, Count> all;
  if (threadIdx.x == 0) new (&all) cuda::barrier<cuda::thread_scope_block, Count>(blockDim.x, Count{count});
  __syncthreads();
  for (int i = 0; i < rounds; i++) all.arrive_and_wait();
}

extern "C" __global__ void acrossDevice(cuda::barrier<cuda::thread_scope_device> *all, int *cells) {
  cells[blockIdx.x] = 1;
  all->arrive_and_wait();
  cells[blockIdx.x] += cells[(blockIdx.x + 1) % gridDim.x];
}
