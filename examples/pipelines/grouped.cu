// A thread stores a tile by a tensor map, and replaces the address in the map for the tile of the next problem. With NO_WAIT, it does so
// while the map is used; with NO_FENCE, the map is not fenced after that.
#include "pipelines.cuh"

DEVICE void store_by_map(const void *map, const void *from) {
  asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%1}], [%2];" ::"l"(map), "r"(0), "r"(at(from)) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

extern "C" __global__ void problems(void *map, uint32_t *second) {
  __shared__ alignas(128) uint32_t tile[4];
  tile[0] = 1;
  proxy_fence();
  store_by_map(map, tile);
#ifndef NO_WAIT
  wait_until_read();
#endif
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(second) : "memory");
#ifndef NO_FENCE
  asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
#endif
  store_by_map(map, tile);
  wait_until_stored();
}
