// The kernel in the middle reads nothing of the first, and does not wait. So the last one waits for the middle one only.
__global__ void first(int* x) {
  cudaTriggerProgrammaticLaunchCompletion();
  *x = 1;
}

__global__ void second(int* y) {
  cudaTriggerProgrammaticLaunchCompletion();
  *y = 1;
}

__global__ void third(const int* x, int* out) {
  cudaGridDependencySynchronize();
  *out = *x;
}
