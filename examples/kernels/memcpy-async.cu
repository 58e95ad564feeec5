#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

// Copies a word to shared memory asynchronously; both threads wait for it at a barrier, and each uses it.
extern "C" __global__ void fetch(const int *in, int *out) {
  __shared__ barrier bar;
  __shared__ alignas(16) int word[4];
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::memcpy_async(word, in, cuda::aligned_size_t<16>(16), bar);
  }
  bar.arrive_and_wait();
  out[threadIdx.x] = word[threadIdx.x];
}
