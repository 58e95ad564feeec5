// The output is cleared before the wait, although the kernel before this one still adds to it.
__global__ void partial(const int* in, int* workspace) {
  cudaTriggerProgrammaticLaunchCompletion();
  atomicAdd(workspace, in[blockIdx.x]);
}

__global__ void finish(int* workspace, int* out) {
  *(volatile int*)workspace = 0;
  cudaGridDependencySynchronize();
  *out = *workspace;
}
