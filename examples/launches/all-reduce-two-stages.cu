// The sum over two ranks in two stages. Each rank is on a GPU of its own. It adds one of two elements, and takes the other from its peer.
#ifndef FENCE
#define FENCE __threadfence_system
#endif

__device__ void barrier(volatile int* signal, volatile int* to) {
  FENCE();
  *to = 1;
  while (*signal != 1) {}
  FENCE();
}

__global__ void all_reduce(int rank, const int* in0, const int* in1, int* own, const int* peer, volatile int* signal,
                           volatile int* to, int* out) {
  const int sum = in0[rank] + in1[rank];
  *own = sum;
  barrier(signal, to);
  out[rank] = sum;
  out[1 - rank] = *peer;
}
