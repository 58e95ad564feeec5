// nvcc -std=c++17 -arch=sm_90 -O3 -lineinfo
#include <thrust/device_vector.h>
#include <thrust/transform_reduce.h>

struct Square {
  __host__ __device__ float operator()(float x) const { return x * x; }
};

float norm(const thrust::device_vector<float> &x) {
  return thrust::transform_reduce(x.begin(), x.end(), Square{}, 0.0f, thrust::plus<float>{});
}
