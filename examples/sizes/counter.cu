// Threads that count themselves. WEAK: one after the other writes what it has read plus one.
extern "C" __global__ void count(unsigned *counter) {
#ifdef WEAK
  *(volatile unsigned *)counter = *(volatile unsigned *)counter + 1;
#else
  atomicAdd(counter, 1u);
#endif
}
