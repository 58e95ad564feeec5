// A warp leaves its results in shared memory by stmatrix, and a bulk copy stores them. With NO_FENCE, they are not fenced for the async
// proxy.
#include "pipelines.cuh"

extern "C" __global__ void results(uint32_t *out) {
  __shared__ alignas(128) uint16_t tile[8 * 8];
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at(&tile[8 * (threadIdx.x % 8)])), "r"(threadIdx.x) : "memory");
#ifndef NO_FENCE
  proxy_fence();
#endif
  __syncwarp();
  if (threadIdx.x == 0) {
    store(out, tile, sizeof(tile));
    wait_until_stored();
  }
}
