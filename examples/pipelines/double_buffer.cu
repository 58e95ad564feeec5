// A warp loads tiles by cp.async into two buffers and multiplies them by mma. The lane that copies a row is not the one that reads it. With NO_SYNC, a buffer is filled again while other lanes may
// still read it; with ONE_BEHIND, the wait leaves the copies that are read in flight.
#include "pipelines.cuh"

constexpr int rounds = 3;

DEVICE void copy(void *to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(to)), "l"(from) : "memory");
}

#ifdef ONE_BEHIND
constexpr int pending = 2;
#else
constexpr int pending = 1;
#endif

extern "C" __global__ void gemm(const uint4 *a, float *out) {
  __shared__ uint4 stage[2][8];
  const int lane = threadIdx.x;
  float d[4] = {0, 0, 0, 0};
  if (lane < 8) copy(&stage[0][lane], a + lane);
  asm volatile("cp.async.commit_group;");
#pragma unroll
  for (int i = 0; i < rounds; i++) {
    if (i + 1 < rounds && lane < 8) copy(&stage[(i + 1) % 2][lane], a + 8 * (i + 1) + lane);
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
    __syncwarp();
    uint32_t f;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(f) : "r"(at(&stage[i % 2][7 - lane % 8])) : "memory");
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4}, {%4}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(f));
#ifndef NO_SYNC
    __syncwarp();
#endif
  }
  out[lane] = d[0];
}
