// nvcc -std=c++17 -arch=sm_90 -O3 -lineinfo
#include <cub/device/device_memcpy.cuh>

void copy(const void **from, void **to, const unsigned *sizes, unsigned count, void *temp, size_t &bytes) {
  cub::DeviceMemcpy::Batched(temp, bytes, from, to, sizes, count);
}
