// nvcc -std=c++17 -arch=sm_90 -O3 -lineinfo
#include <thrust/device_vector.h>
#include <thrust/sort.h>

void sort(thrust::device_vector<int> &keys, thrust::device_vector<float> &values) {
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
}
