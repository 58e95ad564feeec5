// A buffer is stored by a bulk copy and filled again. With NO_WAIT, that may come while it is still read; with NO_SYNC, one thread waits,
// but the others do not wait for that thread.
#include "pipelines.cuh"

extern "C" __global__ void results(uint32_t *out) {
  __shared__ alignas(128) uint32_t tile[64];
  tile[threadIdx.x] = threadIdx.x;
  proxy_fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    store(out, tile, sizeof(tile));
#ifndef NO_WAIT
    wait_until_read();
#endif
  }
#ifndef NO_SYNC
  __syncthreads();
#endif
  tile[threadIdx.x] = 2 * threadIdx.x;
  proxy_fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    store(out + 64, tile, sizeof(tile));
    wait_until_stored();
  }
}
