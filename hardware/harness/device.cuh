// The functions that the kernels of tests call.
#pragma once
#include "run.cuh"

static __device__ unsigned scrambled(unsigned x) {
  x ^= x >> 16; x *= 0x7feb352dU; x ^= x >> 15; x *= 0x846ca68bU; x ^= x >> 16;
  return x;
}

// Returns which CTA of which team a CTA of the grid is; -1 for one that only disturbs.
static __device__ Block block_of(const Run &run) {
  const unsigned b = (unsigned)(((unsigned long long)blockIdx.x * run.multiplier + run.shift) % run.blocks);
  if (b >= run.teams * run.ctas) return {-1, 0};
  const unsigned cta = run.apart ? b / run.teams : b % run.ctas, team = run.apart ? b % run.teams : b / run.ctas;
  return {(int)(run.first_cta + cta), team};
}

// Each warp runs one thread of the test for 32 instances; mixed: neighbours run the threads of one instance.
static __device__ Place spread_place(const Run &run, const Block &block, int places, unsigned round) {
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  Place at;
  if (run.mixed) {
    at.place = threadIdx.x % places;
    at.local = threadIdx.x / places;
  } else {
    at.place = (warp + run.rotate) % places;
    at.local = warp / places * 32 + (lane * run.lanes + at.place * run.rotate + block.cta) % 32;
  }
  at.instance = (block.team * run.rounds + round) * run.team_instances + at.local;
  at.result = run.results + (unsigned long long)at.instance * run.observed;
  return at;
}

// The threads of a CTA are those of the test, at their places.
static __device__ Place exact_place(const Run &run, const Block &block, int places, unsigned round) {
  Place at;
  at.place = threadIdx.x;
  at.local = 0;
  at.instance = block.team * run.rounds + round;
  at.result = run.results + (unsigned long long)at.instance * run.observed;
  return at;
}

static __device__ char *address(const Run &run, const Place &at, int view, int location) {
  return run.view[view] + run.offset[location] + at.instance * run.step;
}
static __device__ char *constant_address(const Run &run, const Place &at, int location) {
  return run.bank + run.offset[location] + at.instance * run.step;
}
static __device__ char *host_address(const Run &run, const Place &at, int location) {
  return run.host + run.offset[location] + at.instance * run.step;
}
static __device__ int texture_index(const Run &run, const Place &at, int location) {
  return (int)((run.offset[location] + at.instance * run.step) / 4);
}
static __constant__ char litmus_bank[bank_bytes];
static __device__ unsigned long long constant_space(const Run &run, const Place &at, int location) {
  return __cvta_generic_to_constant(litmus_bank) + run.offset[location] + at.instance * run.step;
}
static __device__ unsigned long long shared_address(const char *p) { return __cvta_generic_to_shared(p); }
static __device__ unsigned long long cluster_address(const char *p, unsigned rank) {
  unsigned at;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(at) : "r"((unsigned)__cvta_generic_to_shared(p)), "r"(rank));
  return at;
}
static __device__ unsigned long long peer_address(const char *p, unsigned rank) {
  unsigned long long at;
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(at) : "l"(p), "r"(rank));
  return at;
}
static __device__ void cluster_barrier() {
  asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
}

static __device__ void put(char *at, unsigned bytes, unsigned long long value) {
  if (bytes == 1) *(volatile unsigned char *)at = value;
  else if (bytes == 2) *(volatile unsigned short *)at = value;
  else if (bytes == 4) *(volatile unsigned *)at = value;
  else *(volatile unsigned long long *)at = value;
}
static __device__ unsigned long long got(const char *at, unsigned bytes) {
  if (bytes == 1) return *(const volatile unsigned char *)at;
  if (bytes == 2) return *(const volatile unsigned short *)at;
  if (bytes == 4) return *(const volatile unsigned *)at;
  return *(const volatile unsigned long long *)at;
}
static __device__ void clear(char *at, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) *(volatile char *)(at + i) = 0;
}

static __device__ bool touches(const Run &run, const Place &at, int role) {
  return (scrambled(run.seed ^ at.instance * 31 ^ role * 7919) & 255) < run.touch;
}
// The compiler may drop a load whose result is unused.
static __device__ void used(const Run &run, unsigned r) {
  if (r == run.never) *(volatile unsigned *)run.scratch = r;
}
static __device__ void touch(const Run &run, const void *p) {
  unsigned r;
  asm volatile("ld.weak.u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
  used(run, r);
}
static __device__ void touch_read_only(const Run &run, const void *p) {
  unsigned r;
  asm volatile("ld.global.nc.u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
  used(run, r);
}
static __device__ void touch_constant(const Run &run, unsigned long long p) {
  unsigned r;
  asm volatile("ld.const.u8 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
  used(run, r);
}
static __device__ void touch_texture(const Run &run, int index) {
  unsigned r, s, t, u;
  asm volatile("tex.1d.v4.s32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(r), "=r"(s), "=r"(t), "=r"(u) : "l"(run.texture), "r"(index) : "memory");
  used(run, r + s + t + u);
}

// The CTAs of a team wait for each other for a limited time, and their warps go on after random delays.
static __device__ void start(const Run &run, const Block &block, const Place &at, int ctas, unsigned round, bool in_cluster) {
  if (in_cluster) cluster_barrier();
  __syncthreads();
  if (ctas > 1) {
    if (threadIdx.x == 0) {
      unsigned *const there = run.arrived + block.team * run.rounds + round;
      atomicAdd_system(there, 1u);
      for (unsigned i = 0; i < run.patience && *(volatile unsigned *)there < (unsigned)ctas; ++i) {}
    }
    __syncthreads();
  }
  if (run.delay > 0) {
    const unsigned who = run.is_late ? threadIdx.x : threadIdx.x / 32;
    const unsigned wait = scrambled(run.seed + round * 77 + blockIdx.x * 1999 + who) % run.delay;
    const long long from = clock64();
    while (clock64() - from < wait) {}
    __syncwarp();
  }
}

// Extra CTAs keep the memory busy.
static __device__ void disturb(const Run &run) {
  unsigned x = scrambled(run.seed + blockIdx.x * 4099 + threadIdx.x), sum = 0;
  for (unsigned i = 0; i < run.noise; ++i) {
    x = x * 1664525u + 1013904223u;
    unsigned *const at = (unsigned *)(run.scratch + (unsigned long long)(x >> 8) % (1u << 18) * 64);
    if (x & 64) *(volatile unsigned *)at = x;
    else sum += *(volatile unsigned *)at;
    if ((x & 1023) == 0) atomicAdd(at, 1u);
  }
  if (sum == 0x12345678) *(volatile unsigned *)run.scratch = sum;
}
