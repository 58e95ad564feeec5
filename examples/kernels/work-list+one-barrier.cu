// Nothing keeps the next index away until all threads have taken this one.
extern "C" __global__ void work(unsigned *next, unsigned items, unsigned *done) {
  __shared__ unsigned item;
  for (;;) {
    if (threadIdx.x == 0) {
      item = atomicAdd(next, 1);
    }
    __syncthreads();
    unsigned mine = item;
    if (mine >= items) {
      break;
    }
    done[mine * blockDim.x + threadIdx.x] += 1;
  }
}
