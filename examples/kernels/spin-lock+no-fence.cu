// The spin lock without fences: atomicCAS and atomicExch are relaxed, and order nothing of what the lock protects.
__device__ void acquire(unsigned *lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
}

__device__ void release(unsigned *lock) {
  atomicExch(lock, 0);
}

extern "C" __global__ void spin(unsigned *lock, unsigned *counter, int rounds) {
  for (int i = 0; i < rounds; i++) {
    acquire(lock);
    *counter += 1;
    release(lock);
  }
}
