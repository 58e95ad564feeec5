// What the kernels here share: mbarriers, Tensor Memory, and the instructions that access it.
#pragma once
#include <cstdint>

#define DEVICE __device__ __forceinline__
#ifndef GROUP
#define GROUP "1"
#endif

// The factors of a product without swizzling: 128 rows, and 16 columns, of 16 numbers of 16 bits.
struct alignas(128) Rows {
  uint16_t numbers[128 * 16];
};
struct alignas(128) Columns {
  uint16_t numbers[16 * 16];
};

struct alignas(128) Factors {
  uint8_t bytes[1024];
};

DEVICE uint32_t at(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

DEVICE void init(uint64_t *bar, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
DEVICE void arrive(uint64_t *bar) {
  asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" ::"r"(at(bar)) : "memory");
}
DEVICE void arrive_relaxed(uint64_t *bar) {
  asm volatile("{ .reg .b64 s; mbarrier.arrive.relaxed.cluster.shared::cta.b64 s, [%0]; }" ::"r"(at(bar)) : "memory");
}
DEVICE void expect(uint64_t *bar, int bytes) {
  asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], %1; }" ::"r"(at(bar)), "r"(bytes) : "memory");
}
DEVICE void wait(uint64_t *bar, int parity) {
  uint32_t done;
  do asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(at(bar)), "r"(parity) : "memory");
  while (!done);
}
DEVICE void wait_relaxed(uint64_t *bar, int parity) {
  uint32_t done;
  do asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.relaxed.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(at(bar)), "r"(parity) : "memory");
  while (!done);
}
// What another block does to the mbarrier counts, too.
DEVICE void wait_in_cluster(uint64_t *bar, int parity) {
  uint32_t done;
  do asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(at(bar)), "r"(parity) : "memory");
  while (!done);
}
// Copies to shared memory; the mbarrier counts the bytes.
DEVICE void load(void *to, const void *from, int bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(bar)) : "memory");
}
DEVICE void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
// Asks that a cluster which has not started is cancelled. The mbarrier counts the response.
struct alignas(16) Response {
  uint64_t halves[2];
};
DEVICE void try_cancel(Response *to, uint64_t *bar) {
  asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];" ::"r"(at(to)), "r"(at(bar)) : "memory");
}
DEVICE void try_cancel_for_all(Response *to, uint64_t *bar) {
  asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [%0], [%1];" ::"r"(at(to)), "r"(at(bar)) : "memory");
}
DEVICE bool is_cancelled(const Response &r) {
  uint32_t is;
  asm volatile("{ .reg .pred p; .reg .b128 r; mov.b128 r, {%1, %2}; clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, r; selp.u32 %0, 1, 0, p; }" : "=r"(is) : "l"(r.halves[0]), "l"(r.halves[1]));
  return is;
}
DEVICE int first_block(const Response &r) {
  int x;
  asm volatile("{ .reg .b128 r; mov.b128 r, {%1, %2}; clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %0, r; }" : "=r"(x) : "l"(r.halves[0]), "l"(r.halves[1]));
  return x;
}
DEVICE int rank() {
  int r;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
  return r;
}
DEVICE void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

DEVICE void alloc(uint32_t *where, int columns) {
  asm volatile("tcgen05.alloc.cta_group::" GROUP ".sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(at(where)), "r"(columns) : "memory");
}
DEVICE void dealloc(uint32_t tensor, int columns) {
  asm volatile("tcgen05.dealloc.cta_group::" GROUP ".sync.aligned.b32 %0, %1;" ::"r"(tensor), "r"(columns) : "memory");
}
DEVICE void relinquish() { asm volatile("tcgen05.relinquish_alloc_permit.cta_group::" GROUP ".sync.aligned;" ::: "memory"); }

// Returns the descriptor of a matrix: core matrices of 128 bytes, 128 bytes apart along the shared dimension, and 256 along the other.
DEVICE uint64_t matrix(const void *tile) { return ((at(tile) & 0x3ffff) >> 4) | 8ull << 16 | 16ull << 32 | 1ull << 46; }
// The instruction descriptor of a product of 128 by 16 numbers, or of 256 by 16 for a pair of blocks.
constexpr uint32_t shape = 1u << 4 | 2u << 17 | 8u << 24;
constexpr uint32_t shape_of_pair = 1u << 4 | 2u << 17 | 16u << 24;

DEVICE void multiply(uint32_t d, const void *a, const void *b, uint32_t form = shape) {
  asm volatile("{ .reg .pred p; setp.ne.u32 p, 1, 0; tcgen05.mma.cta_group::" GROUP ".kind::f16 [%0], %1, %2, %3, p; }" ::"r"(d), "l"(matrix(a)), "l"(matrix(b)), "r"(form) : "memory");
}
// The first factor is in Tensor Memory.
DEVICE void multiply_from(uint32_t d, uint32_t a, const void *b) {
  asm volatile("{ .reg .pred p; setp.ne.u32 p, 1, 0; tcgen05.mma.cta_group::" GROUP ".kind::f16 [%0], [%1], %2, %3, p; }" ::"r"(d), "r"(a), "l"(matrix(b)), "r"(shape) : "memory");
}
// A product of numbers of 8 bits, with scale factors in Tensor Memory.
DEVICE void multiply_scaled(uint32_t d, const void *a, const void *b, uint32_t scales) {
  asm volatile("{ .reg .pred p; setp.ne.u32 p, 1, 0; tcgen05.mma.cta_group::" GROUP ".kind::mxf8f6f4.block_scale.scale_vec::1X [%0], %1, %2, %3, [%4], [%4 + 4], p; }" ::"r"(d), "l"(matrix(a)), "l"(matrix(b)), "r"(2u << 17 | 1u << 23 | 1u << 27), "r"(scales) : "memory");
}
// Copies 32 rows of 16 bytes to all quarters of four columns.
DEVICE void copy_scales(uint32_t to, const void *from) {
  asm volatile("tcgen05.cp.cta_group::" GROUP ".32x128b.warpx4 [%0], %1;" ::"r"(to), "l"(matrix(from)) : "memory");
}
DEVICE void commit(uint64_t *bar) {
  asm volatile("tcgen05.commit.cta_group::" GROUP ".mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(at(bar)) : "memory");
}
DEVICE void commit_to(uint64_t *bar, int mask) {
  asm volatile("tcgen05.commit.cta_group::" GROUP ".mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"(at(bar)), "h"(static_cast<uint16_t>(mask)) : "memory");
}
// The cells of the warp: its quarter of the lanes.
DEVICE uint32_t quarter(uint32_t tensor) { return tensor + ((threadIdx.x / 32 % 4 * 32) << 16); }
DEVICE void read(uint32_t (&r)[2], uint32_t tensor) {
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x2.b32 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(tensor) : "memory");
}
DEVICE void write(uint32_t tensor, uint32_t value) {
  asm volatile("tcgen05.st.sync.aligned.32x32b.x8.b32 [%0], {%1, %1, %1, %1, %1, %1, %1, %1};" ::"r"(tensor), "r"(value) : "memory");
}
DEVICE void wait_until_read() { asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); }
DEVICE void wait_until_written() { asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory"); }
DEVICE void before_sync() { asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory"); }
DEVICE void after_sync() { asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory"); }
