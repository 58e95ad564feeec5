// nvcc -std=c++17 -arch=sm_90 -O3 -lineinfo
#include <cuda/latch>
#include <cuda/semaphore>

extern "C" __global__ void permits(cuda::counting_semaphore<cuda::thread_scope_device> *permits,
                                   cuda::binary_semaphore<cuda::thread_scope_system> *mutex, int *data) {
  permits->acquire();
  mutex->acquire();
  *data += 1;
  mutex->release();
  permits->release(1);
}

extern "C" __global__ void once(cuda::latch<cuda::thread_scope_device> *latch, int *data) {
  data[blockIdx.x] = 1;
  latch->arrive_and_wait();
  data[blockIdx.x] += data[(blockIdx.x + 1) % gridDim.x];
}

extern "C" __global__ void patient(cuda::counting_semaphore<cuda::thread_scope_device> *permits, int *data) {
  if (permits->try_acquire_for(cuda::std::chrono::microseconds(10))) data[0] = 1;
}
