#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda/std/utility>

namespace ptx = cuda::ptx;

// Copies four values to shared memory by one bulk copy, doubles them, and copies them back by another.
extern "C" __global__ void twice(const int *in, int *out) {
  __shared__ alignas(16) int tile[4];
  __shared__ uint64_t loaded;
  ptx::mbarrier_init(&loaded, 1);
  ptx::fence_proxy_async(ptx::space_shared);
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof(tile), &loaded);
  uint64_t state = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &loaded, sizeof(tile));
  while (!ptx::mbarrier_try_wait(&loaded, state)) {
  }
  tile[0] *= 2;
  ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, tile, sizeof(tile));
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}
