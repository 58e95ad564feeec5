// nvcc -std=c++17 -arch=sm_90 -O3 -lineinfo
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

extern "C" __global__ void floats(float *x, double *y) {
  int i = threadIdx.x;
  x[i] = sinf(x[i]) * expf(x[i]) / sqrtf(fabsf(x[i])) + powf(x[i], 1.5f) + rsqrtf(x[i]) + __fdividef(1.0f, x[i]);
  y[i] = fma(tan(y[i]), log1p(y[i]), erf(y[i])) + __dsqrt_ru(y[i]) + rint(y[i]) + __ddiv_rz(1.0, y[i]);
  x[i] += __sinf(x[i]) + __logf(x[i]) + __saturatef(x[i]) + truncf(x[i]) + (float)(long long)x[i];
}

extern "C" __global__ void halves(__half2 *h, __nv_bfloat162 *b, __half *one, __nv_fp8x4_e4m3 *small, float4 *large) {
  int i = threadIdx.x;
  h[i] = __hfma2(h[i], h[i], __hmul2(h[i], __float2half2_rn(2.0f)));
  b[i] = __hmax2(b[i], __hadd2(b[i], __hneg2(b[i])));
  one[i] = hsqrt(__habs(one[i])) + hexp(one[i]) + __float2half_ru(1.5f) + __int2half_rn(i);
  if (__hgt(one[i], one[i + 1])) one[i] = __low2half(h[i]);
  large[i] = float4(small[i]);
  small[i] = __nv_fp8x4_e4m3(large[i]);
  atomicAdd(h, h[i]);
  atomicAdd(b, b[i]);
}

extern "C" __global__ void integers(unsigned *x, long long *y, int *z) {
  int i = threadIdx.x;
  x[i] = __popc(x[i]) + __clz(x[i]) + __brev(x[i]) + __ffs(x[i]) + __byte_perm(x[i], x[i + 1], 0x3254) +
         __funnelshift_l(x[i], x[i + 1], 7) + __umulhi(x[i], x[i + 1]) + __usad(x[i], x[i + 1], 3);
  y[i] = __mul64hi(y[i], y[i + 1]) / (y[i + 2] | 1) % 77 + __brevll(y[i]) + llabs(y[i]);
  z[i] = __vadd2(z[i], z[i + 1]) + __vabsdiffu4(z[i], z[i + 1]) + __vcmpgts2(z[i], z[i + 1]) + __dp4a(z[i], z[i], 1) +
         __vimax3_s32(z[i], z[i + 1], 4) + __mul24(z[i], 3) + __hadd(z[i], z[i + 1]);
}
