// All lanes insert one key into a slot of a table, and count if it is there. FIRST: only the lane that inserts it counts.
extern "C" __global__ void insert(unsigned *slot, unsigned *count) {
  const unsigned key = 7u;
  unsigned found = atomicCAS(slot, 0u, key);
#ifdef FIRST
  if (found == 0u) atomicAdd(count, 1u);
#else
  if (found == 0u || found == key) atomicAdd(count, 1u);
#endif
}
