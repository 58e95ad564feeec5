#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// The blocks of a cluster add up one value each, in the shared memory of the first.
extern "C" __global__ void add_up(const int *in, int *out) {
  __shared__ int sum;
  cg::cluster_group cluster = cg::this_cluster();
  if (cluster.block_rank() == 0) {
    sum = 0;
  }
  cluster.sync();
  atomicAdd(cluster.map_shared_rank(&sum, 0), in[cluster.block_rank()]);
  cluster.sync();
  if (cluster.block_rank() == 0) {
    *out = sum;
  }
}
