// Each block does its tile, and then the tiles of blocks that it cancels. With NO_FENCE, the response is written again without a fence
// between the proxies; with NO_SYNC, before other warps have read it. With UNCHECKED, a block asks which one it cancelled although the
// request may have failed; with AGAIN, it makes another request after one has failed.
#include "blackwell.cuh"

extern "C" __global__ void work(uint32_t *out) {
  __shared__ Response response;
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) init(&bar, 1);
  __syncthreads();
  int tile = blockIdx.x;
  for (int parity = 0;; parity ^= 1) {
    if (threadIdx.x == 0) {
      expect(&bar, sizeof response);
      try_cancel(&response, &bar);
    }
    out[blockDim.x * tile + threadIdx.x] = tile;
    wait(&bar, parity);
    const Response r = response;
#ifdef UNCHECKED
    tile = first_block(r);
#endif
#ifdef AGAIN
    if (parity)
#endif
    if (!is_cancelled(r)) break;
    if (is_cancelled(r)) tile = first_block(r);
#ifndef NO_FENCE
    proxy_fence();
#endif
#ifndef NO_SYNC
    __syncthreads();
#endif
  }
}
