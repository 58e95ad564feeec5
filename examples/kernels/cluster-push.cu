#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

// The first block of a cluster pushes a value into the shared memory of the second, whose mbarrier counts the bytes.
extern "C" __global__ void push(const int *in, int *out) {
  __shared__ int inbox;
  __shared__ uint64_t arrived;
  cg::cluster_group cluster = cg::this_cluster();
  if (cluster.block_rank() == 1) {
    ptx::mbarrier_init(&arrived, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, sizeof(inbox));
  }
  cluster.sync();
  if (cluster.block_rank() == 0) {
    ptx::st_async(cluster.map_shared_rank(&inbox, 1), *in, cluster.map_shared_rank(&arrived, 1));
  } else {
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &arrived, 0)) {
    }
    *out = inbox;
  }
}
