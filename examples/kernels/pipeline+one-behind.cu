#include <cuda/pipeline>

// Copies two words through shared memory; the second copy runs while the first word is used.
extern "C" __global__ void stream(const int *in, int *out) {
  __shared__ int stage[2];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  for (int i = 0; i < 2; i++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&stage[i], &in[i], cuda::aligned_size_t<4>(4), pipe);
    pipe.producer_commit();
  }
  cuda::pipeline_consumer_wait_prior<1>(pipe);
  out[0] = stage[0];
  pipe.consumer_release();
  cuda::pipeline_consumer_wait_prior<1>(pipe);
  out[1] = stage[1];
  pipe.consumer_release();
}
