// nvcc -std=c++17 -arch=sm_90 -O3 -lineinfo
#include <cub/device/device_reduce.cuh>

void reduce(const int *in, int *out, const double *values, double *most, int n, void *temp, size_t &bytes) {
  cub::DeviceReduce::Sum(temp, bytes, in, out, n);
  cub::DeviceReduce::Max(temp, bytes, values, most, n);
}
