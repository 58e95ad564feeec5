// Three words of data and a flag in one access of 128 bits.
__device__ void store(void *line, unsigned a, unsigned b, unsigned c, unsigned flag) {
  unsigned __int128 whole = (unsigned __int128)((unsigned long long)flag << 32 | c) << 64 | ((unsigned long long)b << 32 | a);
  asm volatile("st.relaxed.gpu.global.b128 [%0], %1;" ::"l"(line), "q"(whole) : "memory");
}

__device__ uint4 load(void *line) {
  unsigned __int128 whole;
  asm volatile("ld.relaxed.gpu.global.b128 %0, [%1];" : "=q"(whole) : "l"(line) : "memory");
  return make_uint4(whole, whole >> 32, whole >> 64, whole >> 96);
}

extern "C" __global__ void pass(void *line, unsigned *out) {
  if (blockIdx.x == 0) {
    store(line, 41, 42, 43, 1);
  } else {
    uint4 found;
    do {
      found = load(line);
    } while (found.w != 1);
    out[0] = found.x;
    out[1] = found.y;
    out[2] = found.z;
  }
}
