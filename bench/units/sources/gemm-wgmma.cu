// nvcc -std=c++17 -arch=sm_90a -O3 -lineinfo
// The warp-group instructions of Hopper, on tiles in shared memory.
#include <cstdint>
#include <cuda_bf16.h>

__device__ uint64_t descriptor(const void *tile) {
  uint64_t address = __cvta_generic_to_shared(tile);
  return (address & 0x3ffff) >> 4 | uint64_t(1) << 16 | uint64_t(64) << 32 | uint64_t(1) << 62;
}

extern "C" __global__ void __launch_bounds__(128) multiply(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c) {
  __shared__ alignas(1024) __nv_bfloat16 left[64 * 16], right[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) left[i] = a[i];
  right[threadIdx.x] = b[threadIdx.x];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
  float sum[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("{\n"
               ".reg .pred p;\n"
               "setp.ne.b32 p, %6, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n"
               "}"
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
               : "l"(descriptor(left)), "l"(descriptor(right)), "r"(0));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (int i = 0; i < 4; i++) c[threadIdx.x * 4 + i] = sum[i];
}
