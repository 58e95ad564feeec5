// One block of a cluster loads a tile into the shared memory of both, again and again. With LEFT_OUT, only its own consumer says that the
// tile was read.
#include "pipelines.cuh"

constexpr int rounds = 2;

// Waits for arrivals from the whole cluster.
DEVICE void wait_for_cluster(uint64_t *bar, int parity) {
  uint32_t done;
  do asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(at(bar)), "r"(parity) : "memory");
  while (!done);
}

extern "C" __global__ void __cluster_dims__(2) copies(const uint32_t *in, uint32_t *out) {
  __shared__ alignas(128) uint32_t tile[4];
  __shared__ uint64_t full, empty;
  uint32_t rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    init(&full, 1);
#ifdef LEFT_OUT
    init(&empty, 1);
#else
    init(&empty, 2);
#endif
    expect(&full, sizeof(tile));
  }
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
  if (threadIdx.x == 32 && rank == 0) {
#pragma unroll
    for (int i = 0; i < rounds; i++) {
      if (i > 0) wait_for_cluster(&empty, (i - 1) & 1);
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 16, [%2], %3;" ::"r"(at(tile)), "l"(in + 4 * i), "r"(at(&full)), "h"(static_cast<uint16_t>(3)) : "memory");
    }
  } else if (threadIdx.x == 0) {
#pragma unroll
    for (int i = 0; i < rounds; i++) {
      wait(&full, i & 1);
      out[4 * rank + i] = tile[0];
      if (i + 1 == rounds) break;
      expect(&full, sizeof(tile));
      proxy_fence();
#ifdef LEFT_OUT
      if (rank != 0) continue;
#endif
      asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, 0; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there]; }" ::"r"(at(&empty)) : "memory");
    }
  }
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}
