// A spin lock: atomicCAS takes it, atomicExch gives it back. The fences keep what the lock protects between the two.
__device__ void acquire(unsigned *lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
}

__device__ void release(unsigned *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

extern "C" __global__ void spin(unsigned *lock, unsigned *counter, int rounds) {
  for (int i = 0; i < rounds; i++) {
    acquire(lock);
    *counter += 1;
    release(lock);
  }
}
