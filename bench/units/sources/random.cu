// nvcc -std=c++17 -arch=sm_80 -O3 -lineinfo
// Two generators of random numbers: Philox, by its rounds, and XORWOW with its state in memory.
#include <cstdint>

__device__ uint4 philox(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; round++) {
    uint32_t high0 = __umulhi(0xD2511F53u, counter.x), low0 = 0xD2511F53u * counter.x;
    uint32_t high1 = __umulhi(0xCD9E8D57u, counter.z), low1 = 0xCD9E8D57u * counter.z;
    counter = make_uint4(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return counter;
}

struct Xorwow {
  uint32_t x[5], d;
};

extern "C" __global__ void uniform(float4 *out, unsigned long long seed, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uint4 bits = philox(make_uint4(i, 0, 0, 0), make_uint2(seed, seed >> 32));
    out[i] = make_float4(bits.x * 2.3283064e-10f, bits.y * 2.3283064e-10f, bits.z * 2.3283064e-10f,
                         bits.w * 2.3283064e-10f);
  }
}

extern "C" __global__ void normal(Xorwow *states, double *out, int n) {
  Xorwow own = states[threadIdx.x];
  auto next = [&] {
    uint32_t t = own.x[0] ^ (own.x[0] >> 2);
    for (int i = 0; i < 4; i++) own.x[i] = own.x[i + 1];
    own.x[4] = own.x[4] ^ (own.x[4] << 4) ^ t ^ (t << 1);
    return own.x[4] + (own.d += 362437);
  };
  for (int i = 0; i < n; i += 2) {
    double u = (next() + 1.0) * 0x1p-32, v = next() * 0x1p-32, r = sqrt(-2 * log(u)), s, c;
    sincospi(2 * v, &s, &c);
    out[i * blockDim.x + threadIdx.x] = r * s;
    out[(i + 1) * blockDim.x + threadIdx.x] = r * c;
  }
  states[threadIdx.x] = own;
}
