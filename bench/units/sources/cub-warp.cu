// nvcc -std=c++17 -arch=sm_75 -O3 -lineinfo
// nvcc -std=c++17 -arch=sm_75 -G
// The collective operations of one warp, and of parts of it.
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

extern "C" __global__ void warps(const float *in, float *out, float *total) {
  using Reduce = cub::WarpReduce<float>;
  using Scan = cub::WarpScan<float, 8>;
  __shared__ typename Reduce::TempStorage reduce[4];
  __shared__ typename Scan::TempStorage scan[16];
  float value = in[threadIdx.x], before;
  float most = Reduce(reduce[threadIdx.x / 32]).Reduce(value, ::cuda::maximum<>{});
  Scan(scan[threadIdx.x / 8]).InclusiveSum(value, before);
  out[threadIdx.x] = before;
  if (threadIdx.x % 32 == 0) total[threadIdx.x / 32] = most;
}

struct Less {
  __device__ bool operator()(int a, int b) const { return a < b; }
};

extern "C" __global__ void sortInWarps(int *data) {
  using Sort = cub::WarpMergeSort<int, 4, 32>;
  __shared__ typename Sort::TempStorage temp[2];
  int items[4];
  for (int i = 0; i < 4; i++) items[i] = data[threadIdx.x * 4 + i];
  Sort(temp[threadIdx.x / 32]).Sort(items, Less{});
  for (int i = 0; i < 4; i++) data[threadIdx.x * 4 + i] = items[i];
}
