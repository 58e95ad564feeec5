// A block of two threads stores. One of them triggers the next kernel, which does not wait: after a barrier and a fence.
__global__ void store(int* x) {
  x[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    cudaTriggerProgrammaticLaunchCompletion();
  }
}

__global__ void load(const volatile int* x, int* out) { *out = x[0] + x[1]; }
