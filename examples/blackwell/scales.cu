// A thread copies scale factors to Tensor Memory and multiplies with them: one pipeline. With APART, another warp copies them, and only says
// that it has asked for the copy; with COMMITTED, it waits until the copy is complete, which is right.
#include "blackwell.cuh"

extern "C" __global__ void gemm(uint32_t *out) {
  __shared__ Rows a;
  __shared__ Columns b;
  __shared__ Factors factors;
  __shared__ uint64_t copied, done;
  __shared__ uint32_t where;
  if (threadIdx.x < 32) alloc(&where, 32);
  if (threadIdx.x == 0) {
    init(&copied, 1);
    init(&done, 1);
  }
  __syncthreads();
  const uint32_t tensor = where;
#ifdef APART
  if (threadIdx.x == 32) {
    copy_scales(tensor + 16, &factors);
    copy_scales(tensor + 20, &factors);
    before_sync();
    arrive(&copied);
  }
#endif
#ifdef COMMITTED
  if (threadIdx.x == 32) {
    copy_scales(tensor + 16, &factors);
    copy_scales(tensor + 20, &factors);
    commit(&copied);
  }
#endif
  if (threadIdx.x == 0) {
#if defined(APART) || defined(COMMITTED)
    wait(&copied, 0);
    after_sync();
#else
    copy_scales(tensor + 16, &factors);
    copy_scales(tensor + 20, &factors);
#endif
    multiply_scaled(tensor, &a, &b, tensor + 16);
    commit(&done);
  }
  wait(&done, 0);
  after_sync();
  if (threadIdx.x < 32) dealloc(tensor, 32);
}
