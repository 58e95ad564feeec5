// nvcc -std=c++17 -arch=sm_80 -O3 -lineinfo
#include <cub/device/device_segmented_reduce.cuh>

void reduce(const float *in, float *out, const int *begins, const int *ends, int n, void *temp, size_t &bytes) {
  cub::DeviceSegmentedReduce::Sum(temp, bytes, in, out, n, begins, ends);
}
