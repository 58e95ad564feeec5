// An exchange between two ranks, each on a GPU of its own. A rank clears its signal when it has finished, which may erase the next one.
__global__ void exchange(const int* in, int* own, const int* peer, volatile int* signal, volatile int* to, int* out) {
  *own = *in;
  __threadfence_system();
  *to = 1;
  while (*signal != 1) {}
  __threadfence_system();
  *out = *peer;
  *signal = 0;
}
