// One block hands a value to another block of its cluster.
extern "C" __global__ void hand_over(int *data, int *ready, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __nv_atomic_store_n(ready, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_CLUSTER);
  } else {
    while (__nv_atomic_load_n(ready, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_CLUSTER) == 0) {
    }
    *out = *data;
  }
}
