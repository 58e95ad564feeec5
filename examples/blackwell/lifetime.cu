// A warp allocates and frees Tensor Memory twice. With GROWING, the second allocation is larger; with RELINQUISHED, the permit is given up
// between the two; with TWICE, the first is freed twice.
#include "blackwell.cuh"

extern "C" __global__ void gemm(uint32_t *out) {
  __shared__ uint32_t first, second;
#ifdef GROWING
  constexpr int columns = 128;
#else
  constexpr int columns = 64;
#endif
  alloc(&first, 64);
#ifdef RELINQUISHED
  relinquish();
#endif
  alloc(&second, columns);
  __syncwarp();
  write(first, threadIdx.x);
  wait_until_written();
  dealloc(first, 64);
#ifdef TWICE
  dealloc(first, 64);
#endif
  dealloc(second, columns);
#ifndef RELINQUISHED
  relinquish();
#endif
}
