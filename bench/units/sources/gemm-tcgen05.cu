// nvcc -std=c++17 -arch=sm_100a -O3 -lineinfo
// The tensor memory of Blackwell: allocated, multiplied into, read and freed.
#include <cstdint>
#include <cuda/ptx>
namespace ptx = cuda::ptx;

extern "C" __global__ void __launch_bounds__(128) multiply(uint64_t left, uint64_t right, uint32_t kind, unsigned *out) {
  __shared__ uint32_t where;
  __shared__ uint64_t bar;
  if (threadIdx.x < 32) {
    ptx::tcgen05_alloc(ptx::cta_group_1, &where, 64);
    ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
  }
  if (threadIdx.x == 0) ptx::mbarrier_init(&bar, 1);
  __syncthreads();
  uint32_t at = where;
  if (threadIdx.x == 0) {
    asm volatile("{ .reg .pred adds; setp.ne.b32 adds, %4, 0;\n"
                 "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, adds; }" ::"r"(at),
                 "l"(left), "l"(right), "r"(kind), "r"(0)
                 : "memory");
    ptx::tcgen05_commit(ptx::cta_group_1, &bar);
  }
  while (!ptx::mbarrier_try_wait_parity(&bar, 0));
  ptx::tcgen05_fence_after_thread_sync();
  uint32_t row[4];
  ptx::tcgen05_ld_32x32b(row, at);
  ptx::tcgen05_wait_ld();
  for (int i = 0; i < 4; i++) out[threadIdx.x * 4 + i] = row[i];
  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  if (threadIdx.x < 32) ptx::tcgen05_dealloc(ptx::cta_group_1, at, 64);
}
