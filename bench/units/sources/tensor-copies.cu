// nvcc -std=c++17 -arch=sm_90a -O3 -lineinfo
// Copies of tiles by tensor maps, and what changes a tensor map.
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>
namespace ptx = cuda::ptx;

extern "C" __global__ void tiles(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out,
                                 float *sums) {
  __shared__ alignas(128) float tile[64][32];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(&in) : "memory");
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    int at[2] = {0, (int)blockIdx.x * 64};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &in, at, &bar);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(tile));
  }
  while (!ptx::mbarrier_try_wait_parity(&bar, 0));
  sums[threadIdx.x] = tile[threadIdx.x][0] + tile[threadIdx.x][1];
  tile[threadIdx.x][0] = 0;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    int at[2] = {0, (int)blockIdx.x * 64};
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &out, at, tile);
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_add, &out, at, tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

extern "C" __global__ void retarget(CUtensorMap *map, float *to) {
  __shared__ alignas(128) CUtensorMap own;
  if (threadIdx.x < 32) reinterpret_cast<int *>(&own)[threadIdx.x] = reinterpret_cast<int *>(map)[threadIdx.x];
  __syncwarp();
  if (threadIdx.x == 0) ptx::tensormap_replace_global_address(ptx::space_shared, &own, to);
  __syncwarp();
  if (threadIdx.x < 32)
    ptx::tensormap_cp_fenceproxy(ptx::sem_release, ptx::scope_gpu, map, &own, ptx::n32_t<128>());
  ptx::fence_proxy_tensormap_generic(ptx::sem_acquire, ptx::scope_gpu, map, ptx::n32_t<128>());
}
