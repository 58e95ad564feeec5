// nvcc -std=c++17 -arch=sm_90 -O3 -lineinfo
// nvcc -std=c++17 -arch=sm_90 -G
// The collective operations of one CTA.
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

template <int Items>
__device__ void sortItems(int *data) {
  using Load = cub::BlockLoad<int, 128, Items, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, 128, Items, cub::BLOCK_STORE_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, 128, Items>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Sort::TempStorage sort;
  } temp;
  int items[Items];
  Load(temp.load).Load(data + blockIdx.x * 128 * Items, items);
  __syncthreads();
  Sort(temp.sort).Sort(items);
  __syncthreads();
  Store(temp.store).Store(data + blockIdx.x * 128 * Items, items);
}

extern "C" __global__ void sort(int *data) { sortItems<4>(data); }

extern "C" __global__ void sums(const int *in, int *out, int *total) {
  using Reduce = cub::BlockReduce<int, 256, cub::BLOCK_REDUCE_RAKING>;
  using Scan = cub::BlockScan<int, 256, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename Reduce::TempStorage reduce;
  __shared__ typename Scan::TempStorage scan;
  int at = blockIdx.x * 256 + threadIdx.x, value = in[at], before;
  int sum = Reduce(reduce).Sum(value);
  Scan(scan).ExclusiveSum(value, before);
  out[at] = before;
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

extern "C" __global__ void heads(const int *in, int *out) {
  using Heads = cub::BlockDiscontinuity<int, 128>;
  using Exchange = cub::BlockExchange<int, 128, 2>;
  __shared__ typename Heads::TempStorage temp;
  __shared__ typename Exchange::TempStorage exchange;
  int items[2] = {in[threadIdx.x], in[threadIdx.x + 128]}, flags[2];
  Exchange(exchange).StripedToBlocked(items, items);
  Heads(temp).FlagHeads(flags, items, ::cuda::std::not_equal_to<>{});
  out[2 * threadIdx.x] = flags[0];
  out[2 * threadIdx.x + 1] = flags[1];
}
