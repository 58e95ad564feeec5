// A thread multiplies into two accumulators, twice into the first. With OVERLAPPING, the second one begins in the first, so that no pipeline
// orders the products; with OTHER_SHAPE, the second product into the first one has another shape.
#include "blackwell.cuh"

extern "C" __global__ void gemm(uint32_t *out) {
  __shared__ Rows a;
  __shared__ Columns b;
  __shared__ uint64_t done;
  __shared__ uint32_t where;
  if (threadIdx.x < 32) alloc(&where, 64);
  if (threadIdx.x == 0) init(&done, 1);
  __syncthreads();
  const uint32_t tensor = where;
#ifdef OVERLAPPING
  const uint32_t second = tensor + 8;
#else
  const uint32_t second = tensor + 16;
#endif
#ifdef OTHER_SHAPE
  const uint32_t form = 1u << 4 | 1u << 17 | 8u << 24;
#else
  const uint32_t form = shape;
#endif
  if (threadIdx.x == 0) {
    multiply(tensor, &a, &b);
    multiply(tensor, &a, &b, form);
    multiply(second, &a, &b);
    commit(&done);
  }
  wait(&done, 0);
  __syncthreads();
  after_sync();
  if (threadIdx.x < 32) dealloc(tensor, 64);
}
