// Each thread of a block writes its part, arrives at an mbarrier and waits there for all. RELAXED: the arrivals release
// nothing.
#include <cuda/ptx>
#include <cstdint>
namespace ptx = cuda::ptx;
extern "C" __global__ void exchange(int *out) {
  __shared__ uint64_t barrier;
  __shared__ int part[128];
  if (threadIdx.x == 0) ptx::mbarrier_init(&barrier, blockDim.x);
  __syncthreads();
  part[threadIdx.x] = 7;
#ifdef RELAXED
  asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0];" ::"r"((unsigned)__cvta_generic_to_shared(&barrier)) : "memory");
#else
  ptx::mbarrier_arrive(&barrier);
#endif
  while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {}
  if (threadIdx.x == 0) *out = part[blockDim.x - 1];
}
