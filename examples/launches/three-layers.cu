// Three kernels, each launched early. The last one reads what the first one writes: the one between them waits, too.
__global__ void first(int* x) {
  cudaTriggerProgrammaticLaunchCompletion();
  *x = 1;
}

__global__ void second(int* y) {
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
  *y = 1;
}

__global__ void third(const int* x, int* out) {
  cudaGridDependencySynchronize();
  *out = *x;
}
