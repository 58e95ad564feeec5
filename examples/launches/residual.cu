// A layer adds the residual that the layer before it has written. It waits for that layer, and only then reads.
__global__ void project(const int* in, int* residual) {
  residual[blockIdx.x] = in[blockIdx.x] + 1;
  cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void add(const int* bias, const int* residual, int* out) {
  const int own = bias[blockIdx.x];  // no kernel writes it
  cudaGridDependencySynchronize();
  out[blockIdx.x] = residual[blockIdx.x] + own;
}
