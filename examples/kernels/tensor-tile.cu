#include <cuda/ptx>
#include <cuda.h>

namespace ptx = cuda::ptx;

// Copies a tile of a tensor to shared memory, doubles its first value, and copies it to another tensor.
extern "C" __global__ void twice_tile(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out) {
  __shared__ alignas(128) int box[4];
  __shared__ uint64_t loaded;
  ptx::mbarrier_init(&loaded, 1);
  ptx::fence_proxy_async(ptx::space_shared);
  const int32_t at[1] = {4};
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &in, at, &loaded);
  uint64_t state = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &loaded, sizeof(box));
  while (!ptx::mbarrier_try_wait(&loaded, state)) {
  }
  box[0] *= 2;
  ptx::fence_proxy_async(ptx::space_shared);
  ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &out, at, box);
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}
