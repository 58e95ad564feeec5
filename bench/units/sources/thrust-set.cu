// nvcc -std=c++17 -arch=sm_120 -O3 -lineinfo
#include <thrust/device_vector.h>
#include <thrust/set_operations.h>
#include <thrust/unique.h>

void both(thrust::device_vector<int> &a, const thrust::device_vector<int> &b, thrust::device_vector<int> &out) {
  auto end = thrust::unique(a.begin(), a.end());
  thrust::set_intersection(a.begin(), end, b.begin(), b.end(), out.begin());
}
