// nvcc -std=c++17 -arch=sm_90 -O3 -lineinfo
#include <cub/device/device_partition.cuh>
#include <cub/device/device_select.cuh>

struct Positive {
  __device__ bool operator()(int x) const { return x > 0; }
};

void select(const int *in, const char *flags, int *out, int *count, int n, void *temp, size_t &bytes) {
  cub::DeviceSelect::Flagged(temp, bytes, in, flags, out, count, n);
  cub::DeviceSelect::Unique(temp, bytes, in, out, count, n);
  cub::DevicePartition::If(temp, bytes, in, out, count, n, Positive{});
}
