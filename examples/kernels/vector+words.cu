// Two words of data, each with a flag beside it, in one vector of four words of 32 bits (as NCCL's protocol LL has them): the elements of a
// vector are accesses of their own, in no order, so a flag may be there before its data.
__device__ void store(unsigned *line, unsigned a, unsigned b, unsigned flag) {
  asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(line), "r"(a), "r"(flag), "r"(b), "r"(flag)
               : "memory");
}

__device__ uint2 load(unsigned *line, unsigned flag) {
  unsigned a, b, flag_a, flag_b;
  do {
    asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(flag_a), "=r"(b), "=r"(flag_b)
                 : "l"(line)
                 : "memory");
  } while (flag_a != flag || flag_b != flag);
  return make_uint2(a, b);
}

extern "C" __global__ void pass(unsigned *line, uint2 *out) {
  if (blockIdx.x == 0) {
    store(line, 42, 43, 1);
  } else {
    *out = load(line, 1);
  }
}
