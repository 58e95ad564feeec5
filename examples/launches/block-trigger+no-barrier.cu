// The thread that triggers has stored its own part; nothing says that the other has.
__global__ void store(int* x) {
  x[threadIdx.x] = 1;
  if (threadIdx.x == 0) {
    __threadfence();
    cudaTriggerProgrammaticLaunchCompletion();
  }
}

__global__ void load(const volatile int* x, int* out) { *out = x[0] + x[1]; }
