// Data of 96 bits and one flag in a vector of two words of 64 bits: the flag comes with its own word, and says nothing of the other.
__device__ void store(unsigned long long *line, unsigned a, unsigned b, unsigned flag) {
  asm volatile("st.volatile.global.v2.u64 [%0], {%1, %2};" ::"l"(line), "l"((unsigned long long)a),
               "l"((unsigned long long)flag << 32 | b)
               : "memory");
}

__device__ uint2 load(unsigned long long *line, unsigned flag) {
  unsigned long long a, b;
  do {
    asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(line) : "memory");
  } while (b >> 32 != flag);
  return make_uint2(a, b);
}

extern "C" __global__ void pass(unsigned long long *line, uint2 *out) {
  if (blockIdx.x == 0) {
    store(line, 42, 43, 1);
  } else {
    *out = load(line, 1);
  }
}
