// nvcc -std=c++17 -arch=sm_80 -O3 -lineinfo
// mma.sync by hand, its operands by ldmatrix from tiles that cp.async fills two rounds ahead.
#include <cuda_fp16.h>

__device__ unsigned sharedAddress(const void *pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}
__device__ void copy16(void *to, const void *from, bool inside) {
  int bytes = inside ? 16 : 0;
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(sharedAddress(to)), "l"(from), "r"(bytes));
}

extern "C" __global__ void __launch_bounds__(32) multiply(const half *a, const half *b, float *c, int n) {
  __shared__ alignas(16) half left[3][16][16], right[3][8][16];
  float sum[4] = {};
  int lane = threadIdx.x;
  auto fetch = [&](int round) {
    int k = round * 16;
    copy16(&left[round % 3][lane / 2][lane % 2 * 8], a + (blockIdx.y * 16 + lane / 2) * n + k + lane % 2 * 8, k < n);
    if (lane < 16) copy16(&right[round % 3][lane / 2][lane % 2 * 8], b + (blockIdx.x * 8 + lane / 2) * n + k, k < n);
    asm volatile("cp.async.commit_group;");
  };
  fetch(0);
  fetch(1);
  for (int round = 0; round * 16 < n; round++) {
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    unsigned x[4], y[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                 : "r"(sharedAddress(&left[round % 3][lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(y[0]), "=r"(y[1])
                 : "r"(sharedAddress(&right[round % 3][lane % 8][lane / 8 % 2 * 8])));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    fetch(round + 2);
  }
  float *at = c + (blockIdx.y * 16 + lane / 4) * n + blockIdx.x * 8 + lane % 4 * 2;
  *reinterpret_cast<float2 *>(at) = make_float2(sum[0], sum[1]);
  *reinterpret_cast<float2 *>(at + 8 * n) = make_float2(sum[2], sum[3]);
}
