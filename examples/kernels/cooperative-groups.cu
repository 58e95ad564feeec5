// The grid barrier of cooperative groups, in a kernel that cudaLaunchCooperativeKernel starts.
#include <cooperative_groups.h>

extern "C" __global__ void grid(int *x, int *out) {
  x[blockIdx.x] = blockIdx.x + 1;
  cooperative_groups::this_grid().sync();
  out[blockIdx.x] = x[(blockIdx.x + 1) % gridDim.x];
}
