// nvcc -std=c++17 -arch=sm_100a -O3 -lineinfo
// The instructions of a warp.
extern "C" __global__ void votes(const int *in, int *out) {
  int lane = threadIdx.x % 32, value = in[threadIdx.x], all;
  unsigned active = __activemask();
  int sum = __reduce_add_sync(~0u, value) + (int)__reduce_max_sync(~0u, (unsigned)value);
  for (int by = 16; by > 0; by /= 2) value += __shfl_xor_sync(~0u, value, by);
  value += __shfl_up_sync(~0u, value, 1, 8) + __shfl_down_sync(~0u, value, 2) + __shfl_sync(~0u, value, 5);
  if (__any_sync(~0u, value > 5) && !__all_sync(~0u, value > 9)) value += __ballot_sync(~0u, lane & 1);
  value += __match_any_sync(~0u, lane / 4) + __match_all_sync(~0u, lane / 32, &all);
  __syncwarp();
  out[threadIdx.x] = value + sum + all + active;
}

extern "C" __global__ void barriers(int *out) {
  out[0] = __syncthreads_count(threadIdx.x > 3);
  out[1] = __syncthreads_and(threadIdx.x > 4) + __syncthreads_or(threadIdx.x > 5);
  unsigned chosen;
  asm volatile("{.reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p;}" : "=r"(chosen));
  if (threadIdx.x < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  else asm volatile("barrier.cta.arrive 2, 128;" ::: "memory");
  asm volatile("griddepcontrol.wait;" ::: "memory");
  out[2] = chosen;
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

extern "C" __global__ void floats(const float *in, float *out) {
  float most;
  asm volatile("redux.sync.max.f32 %0, %1, 0xffffffff;" : "=f"(most) : "f"(in[threadIdx.x]));
  out[threadIdx.x] = most;
}
