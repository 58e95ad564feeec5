// Each thread of a block writes its part and meets all others at a barrier of CUDA C++. ALONE: it does not wait for them.
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init
extern "C" __global__ void meet(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int part[32];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  part[threadIdx.x] = 7;
#ifdef ALONE
  (void)barrier.arrive();
#else
  barrier.arrive_and_wait();
#endif
  if (threadIdx.x == 0) *out = part[blockDim.x - 1];
}
