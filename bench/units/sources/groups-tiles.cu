// nvcc -std=c++17 -arch=sm_80 -O3 -lineinfo
// nvcc -std=c++17 -arch=sm_90 -G
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

extern "C" __global__ void tiles(const int *in, int *out, int *count) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto four = cg::tiled_partition<4>(warp);
  int value = in[block.thread_rank()];
  int sum = cg::reduce(warp, value, cg::plus<int>());
  int before = cg::exclusive_scan(four, value, cg::plus<int>());
  int first = warp.shfl(value, 0), other = four.shfl_xor(value, 1);
  unsigned votes = warp.ballot(value > 0);
  if (warp.any(value < 0) && warp.match_any(value) != 0) sum += votes;
  if (value > 3) {
    cg::coalesced_group active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(count, (int)active.size());
    active.sync();
  }
  auto parts = cg::labeled_partition(warp, value & 1);
  out[block.thread_rank()] = sum + before + first + other + parts.size();
}

extern "C" __global__ void wide(const float *in, float *out) {
  __shared__ cg::block_tile_memory<256> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<128>(block);
  float sum = cg::reduce(tile, in[block.thread_rank()], cg::plus<float>());
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
}

extern "C" __global__ void update(int *total, const int *in) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  cuda::atomic_ref<int, cuda::thread_scope_device> sum(*total);
  cg::reduce_update_async(warp, sum, in[threadIdx.x], cg::plus<int>());
}
