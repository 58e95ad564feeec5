// What the kernels here share: mbarriers, bulk copies, and the matrix instructions of a warpgroup.
#pragma once
#include <cstdint>

#define DEVICE __device__ __forceinline__

// The second factor of a multiplication, 16 by 8 numbers of 16 bits, without swizzling. The first one is in registers.
struct alignas(128) Stage {
  uint16_t numbers[16 * 8];
};

DEVICE uint32_t at(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

DEVICE void init(uint64_t *bar, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
DEVICE void arrive(uint64_t *bar) {
  asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" ::"r"(at(bar)) : "memory");
}
DEVICE void expect(uint64_t *bar, int bytes) {
  asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], %1; }" ::"r"(at(bar)), "r"(bytes) : "memory");
}
DEVICE void wait(uint64_t *bar, int parity) {
  uint32_t done;
  do asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(at(bar)), "r"(parity) : "memory");
  while (!done);
}

// Copies to shared memory; the mbarrier counts the bytes.
DEVICE void load(void *to, const void *from, int bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory");
}
// Copies to global memory.
DEVICE void store(void *to, const void *from, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at(from)), "r"(bytes) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
DEVICE void wait_until_read() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }
DEVICE void wait_until_stored() { asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); }
DEVICE void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// Returns the descriptor of a matrix: core matrices of 128 bytes, 128 bytes apart along the shared dimension, and 256 along the other.
DEVICE uint64_t matrix(const void *tile) { return ((at(tile) & 0x3ffff) >> 4) | 8ull << 16 | 16ull << 32; }

DEVICE void warpgroup_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
DEVICE void multiply(float (&d)[4], const uint32_t (&a)[4], const Stage &b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(matrix(&b)));
}
DEVICE void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int pending> DEVICE void wait_group() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory"); }
