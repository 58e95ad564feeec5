// The sum over two ranks in one stage. Each rank is on a GPU of its own. It publishes its input, tells the other, and adds both.
#ifndef FENCE
#define FENCE __threadfence_system
#endif

__global__ void all_reduce(const int* in, int* own, const int* peer, volatile int* signal, volatile int* to, int* out) {
  *own = *in;
  FENCE();
  *to = 1;
  while (*signal != 1) {}
  FENCE();
  *out = *own + *peer;
}
