// A warpgroup releases registers, and two others ask for more: 2 · 232 + 40 is three times 168, what each thread has at the start. With
// TOO_MANY, they ask for more than there are.
#include "pipelines.cuh"

#ifdef TOO_MANY
constexpr int more = 240;
#else
constexpr int more = 232;
#endif

extern "C" __global__ void __launch_bounds__(384, 1) kernel(uint32_t *out) {
  if (threadIdx.x < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(more));
    out[threadIdx.x] = threadIdx.x;
  }
}
