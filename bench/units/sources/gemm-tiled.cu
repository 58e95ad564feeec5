// nvcc -std=c++17 -arch=sm_75 -O3 -lineinfo
// Tiles in shared memory, with a barrier on each side of their use; and parts of a sum that are added up one after another, by a semaphore.
template <class T, int Size>
__device__ T tile(const T *a, const T *b, int n, int from, int to) {
  __shared__ T left[Size][Size], right[Size][Size + 1];
  T sum = 0;
  for (int k = from; k < to; k += Size) {
    left[threadIdx.y][threadIdx.x] = a[(blockIdx.y * Size + threadIdx.y) * n + k + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + blockIdx.x * Size + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Size; i++) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    __syncthreads();
  }
  return sum;
}

extern "C" __global__ void floats(const float *a, const float *b, float *c, int n) {
  c[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x] = tile<float, 16>(a, b, n, 0, n);
}

extern "C" __global__ void integers(const int *a, const int *b, int *c, int n) {
  c[(blockIdx.y * 8 + threadIdx.y) * n + blockIdx.x * 8 + threadIdx.x] = tile<int, 8>(a, b, n, 0, n);
}

extern "C" __global__ void splitK(const float *a, const float *b, float *c, int *turns, int n) {
  int part = n / gridDim.z;
  float sum = tile<float, 16>(a, b, n, blockIdx.z * part, (blockIdx.z + 1) * part);
  int *turn = turns + blockIdx.y * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0 && threadIdx.y == 0)
    while (atomicAdd(turn, 0) != blockIdx.z);
  __syncthreads();
  __threadfence();
  c[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x] += sum;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) atomicExch(turn, (blockIdx.z + 1) % gridDim.z);
}
