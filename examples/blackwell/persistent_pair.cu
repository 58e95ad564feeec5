// Clusters of two blocks do their tiles, and then those of clusters that they cancel. The first block asks for both. With ONE_EXPECTS, only
// its mbarrier expects the response; with NO_SYNC, it asks again although the other block may not have read the response.
#include "blackwell.cuh"

extern "C" __global__ void __cluster_dims__(2) work(uint32_t *out) {
  __shared__ Response response;
  __shared__ uint64_t bar;
  init(&bar, 1);
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  cluster_sync();
  int tile = blockIdx.x;
  for (int parity = 0;; parity ^= 1) {
#ifdef ONE_EXPECTS
    if (rank() == 0) expect(&bar, sizeof response);
#else
    expect(&bar, sizeof response);
#endif
    if (rank() == 0) try_cancel_for_all(&response, &bar);
    out[tile] = tile;
    wait_in_cluster(&bar, parity);
    const Response r = response;
    if (!is_cancelled(r)) break;
    tile = first_block(r) + rank();
    proxy_fence();
#ifndef NO_SYNC
    cluster_sync();
#endif
  }
  cluster_sync();
}
