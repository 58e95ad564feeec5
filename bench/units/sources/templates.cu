// nvcc -std=c++17 -arch=sm_120 -O3 -lineinfo --extended-lambda
// Kernels of templates and namespaces, tuned by bounds, with names that are mangled.
#include <cuda_fp16.h>

namespace {
template <class T>
__global__ void fill(T *out, T value) { out[threadIdx.x] = value; }
}

template <class T, int Items, class Body>
__global__ void __launch_bounds__(256, 2) each(T *data, Body body) {
#pragma unroll
  for (int i = 0; i < Items; i++) body(data[(blockIdx.x * Items + i) * blockDim.x + threadIdx.x]);
}

template <int... Values>
__global__ void __cluster_dims__(2, 2) sum(int *out) { atomicAdd(out, (Values + ... + 0)); }

struct Scale {
  float by;
  __device__ void operator()(float &x) const { x *= by; }
};

void launch(float *x, int *y, long long *z, half *h) {
  fill<<<1, 32>>>(z, 5ll);
  fill<<<1, 32>>>(h, __float2half(1.0f));
  each<float, 4><<<2, 256>>>(x, Scale{2});
  each<int, 2><<<2, 256>>>(y, [] __device__(int &v) { atomicMax(&v, 3); });
  sum<1, 2, 3><<<dim3(2, 2), 1>>>(y);
}
