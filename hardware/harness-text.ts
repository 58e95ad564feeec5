/** What every generated program has in front of its tests and behind them. */

/** The part in front of the tests: what their kernels call. */
export const deviceText = `#include <cuda.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include <csignal>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

// Not every program needs all of these functions.
#pragma nv_diag_suppress 177

enum Space { in_global, in_shared, in_constant, in_host };

struct Location {
  const char *name;
  Space space;
  unsigned bytes, alignment;
};

// A value that memory has at the start; with a view, the address of a location of the same instance, and an offset.
struct Initial {
  int location;
  unsigned offset, bytes;
  unsigned long long value;
  int view, target;
};

// A value of a final state: of a location of global memory or constants, or one that the test's kernel writes down.
struct Observed {
  const char *name;
  unsigned bytes;
  bool is_signed;
  int location;
  unsigned offset;
};

constexpr int most_locations = 16, most_views = 4, most_observed = 24;
constexpr unsigned bank_bytes = 48 * 1024;

// What a launch is given.
struct Run {
  char *view[most_views];              // the memory of all instances, by each of its addresses
  char *bank;                          // the constants, by their address in global memory
  char *host;                          // memory of the host
  unsigned long long *results;         // of each instance, as many as are observed
  unsigned *flags;                     // of each instance: 1, it gave up; 2, a load returned another value than the test wants
  unsigned *arrived;                   // of each team and round, how many CTAs are there
  char *scratch;                       // what extra CTAs read and write
  cudaTextureObject_t texture;
  unsigned long long offset[most_locations];  // of each location of the first instance, in bytes
  unsigned long long step;             // from one instance to the next
  unsigned observed, instances, teams, rounds, team_instances, teams_in_all;
  unsigned ctas, first_cta;            // the CTAs of an instance that this GPU runs
  unsigned blocks, multiplier, shift;  // CTA b of the grid is CTA (b * multiplier + shift) % blocks of the plan
  unsigned seed, budget, delay, patience, noise;
  unsigned never;                      // no value of memory, which the compiler cannot know
  unsigned touch;                      // of 256 threads, how many read before they start
  unsigned rotate, lanes;              // which warp, or which lane of it, runs which thread
  bool apart, mixed, is_late;
};

struct Block { int cta; unsigned team; };
struct Place { int place; unsigned local, instance; unsigned long long *result; };

static __device__ unsigned scrambled(unsigned x) {
  x ^= x >> 16; x *= 0x7feb352dU; x ^= x >> 15; x *= 0x846ca68bU; x ^= x >> 16;
  return x;
}

// Which CTA of which team a CTA of the grid is; -1 for those that only disturb.
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
// A load whose result nobody uses may be no load.
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

// The CTAs of a team wait for each other, not for ever, and their warps go on after random delays.
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

// A value in a parameter of an entry; with a view, the address of a location of the instance, and an offset.
struct Piece {
  int parameter;
  unsigned offset, bytes;
  unsigned long long value;
  int view, location;
};

struct Entry {
  const char *name;
  int module;
  unsigned grid[3], block[3], cluster[3];
  bool cooperative;
  unsigned shared;
  int parameter_count;
  const unsigned *parameters;
  int piece_count;
  const Piece *pieces;
};

struct Kernel {
  void (*run)(Run);
  bool exact;
  int ctas, places, cluster;
  unsigned shared_bytes;
};

enum StepKind {
  step_kernel, step_entry, step_copy, step_set, step_record, step_wait, step_device, step_for_stream, step_for_event, step_read, step_write
};

// What the host does: a kernel, an entry or an event by its number, a stream, two places of memory. Orders: plain, relaxed, acquire, release.
struct Step {
  StepKind kind;
  int which, stream, to, to_view, from, from_view;
  unsigned offset, bytes;
  unsigned long long value;
  int slot, order;
};

struct Script {
  int kernel_count;
  const Kernel *kernels;
  int module_count;
  const char *const *modules;
  int entry_count;
  const Entry *entries;
  int step_count;
  const Step *steps;
  int stream_count, event_count;
};

struct Test {
  const char *name, *hash;
  void (*kernel)(Run);
  bool exact;
  int ctas, on_second, places, cluster;  // on_second: how many of the CTAs, the last, run on a second GPU
  unsigned shared_bytes;
  int views;
  bool texture;
  int location_count;
  const Location *locations;
  int initial_count;
  const Initial *initial;
  int observed_count;
  const Observed *observed;
  const Script *script;
};
`

/** The part behind the tests: it prepares memory, launches, counts, and prints the log. */
export const hostText = String.raw`
struct Tables {
  Initial initial[64];
  Observed observed[most_observed];
  unsigned bytes[most_locations];
  Space space[most_locations];
  int initial_count, observed_count, location_count;
};

static __host__ __device__ char *memory_at(const Run &run, Space space, int view, int location, unsigned long long instance) {
  return (space == in_constant ? run.bank : space == in_host ? run.host : run.view[view]) + run.offset[location] + instance * run.step;
}
static __device__ char *memory_of(const Run &run, const Tables &tables, unsigned instance, int location) {
  return memory_at(run, tables.space[location], 0, location, instance);
}

static __global__ void prepare(const Run run, const Tables tables) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < run.instances; i += gridDim.x * blockDim.x) {
    for (int l = 0; l < tables.location_count; ++l)
      if (tables.space[l] != in_shared) clear(memory_of(run, tables, i, l), tables.bytes[l]);
    for (int k = 0; k < tables.initial_count; ++k) {
      const Initial &one = tables.initial[k];
      const unsigned long long base = one.view < 0 ? 0 : (unsigned long long)memory_at(run, tables.space[one.target], one.view, one.target, i);
      put(memory_of(run, tables, i, one.location) + one.offset, one.bytes, base + one.value);
    }
    for (unsigned k = 0; k < run.observed; ++k) run.results[(unsigned long long)i * run.observed + k] = 0;
    run.flags[i] = 0;
  }
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < run.teams_in_all; i += gridDim.x * blockDim.x) run.arrived[i] = 0;
}

// States in an open hash table, by their values.
constexpr unsigned most_states = 1 << 14;
struct State { unsigned long long key, count, values[most_observed]; };
struct Counts { unsigned long long gave_up, missed, lost; State states[most_states]; };

static __global__ void count_states(const Run run, const Tables tables, Counts *counts) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < run.instances; i += gridDim.x * blockDim.x) {
    if (run.flags[i] & 1) { atomicAdd(&counts->gave_up, 1ull); continue; }
    if (run.flags[i] & 2) { atomicAdd(&counts->missed, 1ull); continue; }
    unsigned long long values[most_observed], key = 0xcbf29ce484222325ull;
    for (int k = 0; k < tables.observed_count; ++k) {
      const Observed &one = tables.observed[k];
      values[k] = one.location < 0 ? run.results[(unsigned long long)i * run.observed + k]
                                   : got(memory_of(run, tables, i, one.location) + one.offset, one.bytes);
      if (one.bytes < 8) values[k] &= (1ull << one.bytes * 8) - 1;
      key = (key ^ values[k]) * 0x100000001b3ull;
      key ^= key >> 29;
    }
    key |= 1;
    unsigned at = (unsigned)(key >> 20) % most_states, tries = 0;
    for (; tries < most_states; ++tries, at = (at + 1) % most_states) {
      State &state = counts->states[at];
      const unsigned long long old = atomicCAS(&state.key, 0ull, key);
      if (old != 0 && old != key) continue;
      if (old == 0) for (int k = 0; k < tables.observed_count; ++k) state.values[k] = values[k];
      atomicAdd(&state.count, 1ull);
      break;
    }
    if (tries == most_states) atomicAdd(&counts->lost, 1ull);
  }
}

#define CHECK(call) check(call, #call)
static void check(cudaError_t error, const char *what) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  exit(3);
}

template <typename F> static F driver_function(const char *name) {
  void *found = nullptr;
  cudaDriverEntryPointQueryResult result;
#if CUDART_VERSION >= 12050
  CHECK(cudaGetDriverEntryPointByVersion(name, &found, 12000, cudaEnableDefault, &result));
#else
  CHECK(cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, &result));
#endif
  if (found == nullptr) { fprintf(stderr, "the driver has no %s\n", name); exit(3); }
  return (F)found;
}
#define DRIVER(name) driver_function<decltype(&name)>(#name)
static void check(CUresult error, const char *what) {
  if (error == CUDA_SUCCESS) return;
  fprintf(stderr, "%s: error %d of the driver\n", what, (int)error);
  exit(3);
}

// Two GPUs, if both can reach the memory of the first as the test says; otherwise one.
static int gpus_here() {
  int count = 0, reaches = 0, atomics = 0;
  CHECK(cudaGetDeviceCount(&count));
  if (count < 2) return 1;
  CHECK(cudaDeviceCanAccessPeer(&reaches, 1, 0));
  CHECK(cudaDeviceGetP2PAttribute(&atomics, cudaDevP2PAttrNativeAtomicSupported, 1, 0));
  return reaches && atomics ? 2 : 1;
}

// The same memory at several addresses.
static void map(char **views, int count, size_t bytes, int gpus) {
  CUmemAllocationProp wanted = {};
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  wanted.location.id = 0;
  CUmemGenericAllocationHandle memory;
  CHECK(DRIVER(cuMemCreate)(&memory, bytes, &wanted, 0));
  CUmemAccessDesc access[2] = {};
  for (int gpu = 0; gpu < gpus; ++gpu) {
    access[gpu].location = {CU_MEM_LOCATION_TYPE_DEVICE, gpu};
    access[gpu].flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  }
  for (int i = 0; i < count; ++i) {
    CUdeviceptr at;
    CHECK(DRIVER(cuMemAddressReserve)(&at, bytes, 0, 0, 0));
    CHECK(DRIVER(cuMemMap)(at, bytes, 0, memory, 0));
    CHECK(DRIVER(cuMemSetAccess)(at, bytes, access, gpus));
    views[i] = (char *)at;
  }
}

// How the instances of a launch are placed and disturbed.
struct Stress {
  unsigned stride, delay, noise, extra, touch, rotate, lanes;
  bool by_location, apart, mixed, is_late, shuffled;
};

static unsigned long long random_state;
static unsigned random(unsigned below) {
  random_state += 0x9e3779b97f4a7c15ull;
  unsigned long long z = random_state;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return (unsigned)((z ^ z >> 31) >> 33) % below;
}

static std::vector<Stress> settings(int count) {
  const unsigned strides[] = {4, 8, 16, 32, 64, 128, 256, 512, 1024, 4, 128, 256};
  const unsigned delays[] = {0, 0, 64, 256, 1024, 4096};
  const unsigned noises[] = {0, 0, 64, 512};
  const unsigned touched[] = {0, 0, 128, 256, 256};
  std::vector<Stress> all;
  for (int i = 0; i < count; ++i)
    all.push_back({strides[i == 0 ? 0 : random(12)], delays[i == 0 ? 0 : random(6)], noises[i == 0 ? 0 : random(4)], random(3) * 16,
                   touched[i == 0 ? 0 : random(5)], random(8), random(16) * 2 + 1, random(2) == 0, random(2) == 0, random(4) == 0,
                   random(2) == 0, random(2) == 0});
  return all;
}

constexpr size_t host_bytes = 16u << 20;

struct Memory {
  char *view[most_views];
  size_t bytes;
  char *bank, *scratch, *host;
  unsigned long long *results;
  unsigned *flags, *arrived;
  Counts *counts, *host_counts;
  cudaTextureObject_t texture;
  unsigned most_instances;
};

static unsigned up(unsigned n, unsigned to) { return (n + to - 1) / to * to; }
static unsigned divisor(unsigned a, unsigned b) { return b == 0 ? a : divisor(b, a % b); }

// One launch. Returns how many instances ran.
static unsigned launch(const Test &test, const Memory &memory, const Stress &stress, const Tables &tables, unsigned wanted, int processors) {
  Run run = {};
  for (int v = 0; v < most_views; ++v) run.view[v] = memory.view[v];
  bool constants = false;
  unsigned largest = 1, alignment = 1, count = 0;
  for (int l = 0; l < test.location_count; ++l) {
    const Location &one = test.locations[l];
    constants |= one.space == in_constant;
    if (one.space == in_shared) continue;
    largest = std::max(largest, one.bytes);
    alignment = std::max(alignment, one.alignment);
    ++count;
  }
  unsigned slot = std::max(up(std::max(largest, 4u), std::max(alignment, 4u)), stress.stride);
  slot = up(slot, std::max(alignment, 4u));
  if (constants) slot = up(std::max(largest, 4u), std::max(alignment, 4u));
  const int groups = test.exact ? 1 : std::max(1, 8 / test.places);
  const int threads = test.exact ? test.places : 32 * test.places * groups;
  run.team_instances = test.exact ? 1 : 32 * groups;
  int resident = 1;
  const unsigned shared = test.shared_bytes * run.team_instances;
  CHECK(cudaFuncSetAttribute(test.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, test.kernel, threads, shared));
  resident = std::max(1, std::min(resident, 8));
  const unsigned room = (unsigned)(constants ? bank_bytes / (slot * std::max(count, 1u)) : memory.bytes / ((unsigned long long)slot * std::max(count, 1u)));
  const unsigned most = std::min(std::min(room, memory.most_instances), up(wanted, run.team_instances)) / run.team_instances;
  const unsigned extra = test.cluster > 0 ? 0 : stress.extra;
  const unsigned blocks = std::max(1u, (unsigned)(processors * resident) / test.ctas > extra ? (unsigned)(processors * resident) / test.ctas - extra / test.ctas : 1u);
  run.teams = test.exact ? std::max(1u, std::min(most, 1u << 14)) : std::max(1u, std::min(most, blocks));
  run.rounds = test.exact ? 1 : std::max(1u, std::min(most / run.teams, 8u));
  run.instances = run.teams * run.rounds * run.team_instances;
  unsigned long long at = 0;
  for (int l = 0; l < test.location_count; ++l) {
    run.offset[l] = at;
    if (test.locations[l].space == in_shared) continue;
    at += stress.by_location ? (unsigned long long)slot * run.instances : slot;
  }
  run.step = stress.by_location ? slot : (unsigned long long)slot * std::max(count, 1u);
  run.teams_in_all = run.teams * run.rounds;
  run.bank = constants ? memory.bank : nullptr;
  run.host = memory.host;
  run.results = memory.results;
  run.flags = memory.flags;
  run.arrived = memory.arrived;
  run.scratch = memory.scratch;
  run.texture = memory.texture;
  run.observed = test.observed_count;
  run.seed = random(1u << 30);
  run.budget = 1 << 14;
  run.patience = 1 << 12;
  run.never = 0xfedcba98;
  run.delay = stress.delay;
  run.noise = stress.noise;
  run.touch = stress.touch;
  run.rotate = stress.rotate;
  run.lanes = stress.lanes;
  run.apart = stress.apart && test.cluster == 0;
  run.mixed = stress.mixed && !test.exact;
  run.is_late = stress.is_late;
  prepare<<<processors * 4, 256>>>(run, tables);
  cudaLaunchConfig_t config = {};
  config.blockDim = dim3(threads);
  config.dynamicSmemBytes = shared;
  cudaLaunchAttribute cluster;
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = test.cluster;
  cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  config.attrs = &cluster;
  config.numAttrs = test.cluster > 0 ? 1 : 0;
  const int gpus = test.on_second > 0 ? 2 : 1;
  // The memory is the first GPU's; either part of the test may run there.
  const unsigned swapped = gpus > 1 ? random(2) : 0;
  if (gpus > 1) CHECK(cudaDeviceSynchronize());
  for (int part = 0; part < gpus; ++part) {
    run.ctas = part == 0 ? test.ctas - test.on_second : test.on_second;
    run.first_cta = part == 0 ? 0 : test.ctas - test.on_second;
    run.blocks = run.teams * run.ctas + (stress.noise > 0 ? extra : 0);
    run.multiplier = 1;
    if (stress.shuffled && !test.exact) {
      run.multiplier = random(run.blocks) + 1;
      while (divisor(run.multiplier, run.blocks) != 1) ++run.multiplier;
      run.shift = random(run.blocks);
    }
    config.gridDim = dim3(run.blocks);
    if (gpus > 1) {
      CHECK(cudaSetDevice(part ^ swapped));
      CHECK(cudaFuncSetAttribute(test.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    }
    CHECK(cudaLaunchKernelEx(&config, test.kernel, run));
  }
  for (int gpu = gpus - 1; gpus > 1 && gpu >= 0; --gpu) {
    CHECK(cudaSetDevice(gpu));
    CHECK(cudaDeviceSynchronize());
  }
  count_states<<<processors * 4, 256>>>(run, tables, memory.counts);
  CHECK(cudaGetLastError());
  return run.instances;
}

// What the script of a test needs while it runs. Instances of entries share so many sets of streams.
struct Loaded {
  std::vector<CUmodule> modules;
  std::vector<CUfunction> entries;
  std::vector<cudaStream_t> streams;
  std::vector<cudaEvent_t> events;
  int sets;
  std::string note;
};

// A module as the driver compiles it. A driver that does not know the version of its PTX is given the same text under the latest that it knows.
static CUmodule module_of(const char *text, std::string &note) {
  std::string ptx = text;
  CUmodule module;
  const size_t at = ptx.find(".version ");
  const char *const versions[] = {"9.4", "9.3", "9.2", "9.1", "9.0", "8.8", "8.7", "8.6", "8.5", "8.4", "8.3", "8.0", "7.8"};
  CUresult result = DRIVER(cuModuleLoadData)(&module, ptx.c_str());
  for (const char *version : versions) {
    if (result != CUDA_ERROR_UNSUPPORTED_PTX_VERSION || at == std::string::npos) break;
    const size_t from = at + 9, end = ptx.find('\n', from);
    ptx.replace(from, end - from, version);
    result = DRIVER(cuModuleLoadData)(&module, ptx.c_str());
    note = std::string("its PTX was loaded as version ") + version;
  }
  check(result, "cuModuleLoadData");
  return module;
}

static Loaded load(const Script &script) {
  Loaded loaded;
  loaded.sets = script.entry_count > 0 ? 32 : 1;
  for (int i = 0; i < script.module_count; ++i) loaded.modules.push_back(module_of(script.modules[i], loaded.note));
  for (int i = 0; i < script.entry_count; ++i) {
    CUfunction function;
    check(DRIVER(cuModuleGetFunction)(&function, loaded.modules[script.entries[i].module], script.entries[i].name), "cuModuleGetFunction");
    loaded.entries.push_back(function);
  }
  for (int i = 0; i < loaded.sets * std::max(1, script.stream_count); ++i) {
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    loaded.streams.push_back(stream);
  }
  for (int i = 0; i < loaded.sets * script.event_count; ++i) {
    cudaEvent_t event;
    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    loaded.events.push_back(event);
  }
  return loaded;
}

static void unload(const Loaded &loaded) {
  for (CUmodule module : loaded.modules) check(DRIVER(cuModuleUnload)(module), "cuModuleUnload");
  for (cudaStream_t stream : loaded.streams) CHECK(cudaStreamDestroy(stream));
  for (cudaEvent_t event : loaded.events) CHECK(cudaEventDestroy(event));
}

// A kernel of the test for all instances at once.
static void launch_kernel(const Kernel &kernel, Run run, int number, const Stress &stress, cudaStream_t stream) {
  const int groups = kernel.exact ? 1 : std::max(1, 8 / kernel.places);
  const int threads = kernel.exact ? kernel.places : 32 * kernel.places * groups;
  run.team_instances = kernel.exact ? 1 : 32 * groups;
  run.teams = run.instances / run.team_instances;
  run.arrived += number * run.instances;
  run.apart = stress.apart && kernel.cluster == 0 && run.teams < 64;
  run.mixed = stress.mixed && !kernel.exact;
  run.ctas = kernel.ctas;
  run.blocks = run.teams * kernel.ctas;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(run.blocks);
  config.blockDim = dim3(threads);
  config.dynamicSmemBytes = kernel.shared_bytes * run.team_instances;
  config.stream = stream;
  cudaLaunchAttribute cluster;
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = kernel.cluster;
  cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  config.attrs = &cluster;
  config.numAttrs = kernel.cluster > 0 ? 1 : 0;
  CHECK(cudaLaunchKernelEx(&config, kernel.run, run));
}

// An entry of a module for one instance, with its arguments.
static void launch_entry(const Entry &entry, CUfunction function, const Run &run, const Test &test, unsigned instance, cudaStream_t stream) {
  static thread_local std::vector<std::vector<char>> values;
  static thread_local std::vector<void *> pointers;
  static const auto launch = DRIVER(cuLaunchKernelEx);
  values.resize(entry.parameter_count);
  pointers.resize(entry.parameter_count);
  for (int i = 0; i < entry.parameter_count; ++i) {
    values[i].assign(entry.parameters[i], 0);
    pointers[i] = values[i].data();
  }
  for (int i = 0; i < entry.piece_count; ++i) {
    const Piece &piece = entry.pieces[i];
    unsigned long long value = piece.value;
    if (piece.view >= 0) value += (unsigned long long)memory_at(run, test.locations[piece.location].space, piece.view, piece.location, instance);
    memcpy(values[piece.parameter].data() + piece.offset, &value, piece.bytes);
  }
  CUlaunchAttribute attributes[2] = {};
  CUlaunchConfig config = {};
  config.gridDimX = entry.grid[0], config.gridDimY = entry.grid[1], config.gridDimZ = entry.grid[2];
  config.blockDimX = entry.block[0], config.blockDimY = entry.block[1], config.blockDimZ = entry.block[2];
  config.sharedMemBytes = entry.shared;
  config.hStream = stream;
  config.attrs = attributes;
  if (entry.cluster[0] > 0) {
    CUlaunchAttribute &one = attributes[config.numAttrs++];
    one.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    one.value.clusterDim.x = entry.cluster[0], one.value.clusterDim.y = entry.cluster[1], one.value.clusterDim.z = entry.cluster[2];
  }
  if (entry.cooperative) {
    CUlaunchAttribute &one = attributes[config.numAttrs++];
    one.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    one.value.cooperative = 1;
  }
  check(launch(&config, function, pointers.data(), nullptr), "cuLaunchKernelEx");
}

template <typename T> static unsigned long long read_as(const char *at, int order) {
  const T *const p = (const T *)at;
  return order == 0 ? *(const volatile T *)p : order == 1 ? __atomic_load_n(p, __ATOMIC_RELAXED) : __atomic_load_n(p, __ATOMIC_ACQUIRE);
}
template <typename T> static void write_as(char *at, unsigned long long value, int order) {
  T *const p = (T *)at;
  if (order == 0) *(volatile T *)p = (T)value;
  else __atomic_store_n(p, (T)value, order == 1 ? __ATOMIC_RELAXED : __ATOMIC_RELEASE);
}
static unsigned long long host_read(const char *at, unsigned bytes, int order) {
  return bytes == 1 ? read_as<unsigned char>(at, order) : bytes == 2 ? read_as<unsigned short>(at, order)
       : bytes == 4 ? read_as<unsigned>(at, order) : read_as<unsigned long long>(at, order);
}
static void host_write(char *at, unsigned bytes, unsigned long long value, int order) {
  if (bytes == 1) write_as<unsigned char>(at, value, order);
  else if (bytes == 2) write_as<unsigned short>(at, value, order);
  else if (bytes == 4) write_as<unsigned>(at, value, order);
  else write_as<unsigned long long>(at, value, order);
}

// The host's steps, each for all instances before the next. Returns how many instances ran.
static unsigned run_script(const Test &test, const Memory &memory, const Stress &stress, const Tables &tables, const Loaded &loaded, unsigned wanted, int processors) {
  const Script &script = *test.script;
  const bool single = script.entry_count > 0;
  Run run = {};
  for (int v = 0; v < most_views; ++v) run.view[v] = memory.view[v];
  run.bank = memory.bank, run.host = memory.host, run.results = memory.results, run.flags = memory.flags, run.arrived = memory.arrived;
  run.scratch = memory.scratch, run.texture = memory.texture, run.observed = test.observed_count;
  unsigned largest = 4, alignment = 4, count = 0;
  bool constants = false;
  for (int l = 0; l < test.location_count; ++l) {
    if (test.locations[l].space == in_shared) continue;
    constants |= test.locations[l].space == in_constant;
    largest = std::max(largest, test.locations[l].bytes);
    alignment = std::max(alignment, test.locations[l].alignment);
    ++count;
  }
  const unsigned slot = constants ? up(largest, alignment) : up(std::max(up(largest, alignment), std::min(stress.stride, 256u)), alignment);
  const unsigned room = constants ? bank_bytes / (slot * std::max(count, 1u)) : (unsigned)(host_bytes / (slot * std::max(count, 1u)));
  run.instances = std::max(256u, std::min(std::min(room, up(wanted, 256)), 2048u) / 256 * 256);
  for (int l = 0, k = 0; l < test.location_count; ++l)
    if (test.locations[l].space != in_shared) run.offset[l] = (unsigned long long)slot * run.instances * k++;
  run.step = slot;
  run.rounds = 1;
  run.teams_in_all = run.instances * std::max(1, script.kernel_count);
  run.seed = random(1u << 30);
  run.budget = 1 << 14;
  run.patience = 1 << 12;
  run.never = 0xfedcba98;
  run.delay = stress.delay;
  run.touch = stress.touch;
  run.rotate = stress.rotate;
  run.lanes = stress.lanes;
  run.is_late = stress.is_late;
  run.multiplier = 1;
  prepare<<<processors * 4, 256>>>(run, tables);
  CHECK(cudaDeviceSynchronize());
  const int width = std::max(1, script.stream_count);
  const auto stream = [&](int set, int number) {
    return number < 0 ? (script.stream_count > 0 || !single ? (cudaStream_t) nullptr : loaded.streams[set]) : loaded.streams[set * width + number];
  };
  const unsigned turns = single ? run.instances : 1;
  const auto at = [&](int location, int view, unsigned long long instance) {
    return memory_at(run, test.locations[location].space, view, location, instance);
  };
  std::vector<unsigned long long> read(run.instances * std::max(1u, run.observed));
  for (int s = 0; s < script.step_count; ++s) {
    const Step &step = script.steps[s];
    switch (step.kind) {
      case step_kernel: launch_kernel(script.kernels[step.which], run, step.which, stress, stream(0, step.stream)); break;
      case step_entry:
        for (unsigned i = 0; i < turns; ++i)
          launch_entry(script.entries[step.which], loaded.entries[step.which], run, test, i, stream(i % loaded.sets, step.stream));
        break;
      case step_copy:
      case step_set:
        for (unsigned i = 0; i < turns; ++i) {
          char *const to = at(step.to, step.to_view, i);
          const size_t bytes = single ? step.bytes : (size_t)slot * run.instances;
          const cudaStream_t in = stream(i % loaded.sets, step.stream);
          if (step.kind == step_set) CHECK(cudaMemsetAsync(to, (int)step.value, bytes, in));
          else CHECK(cudaMemcpyAsync(to, at(step.from, step.from_view, i), bytes, cudaMemcpyDefault, in));
        }
        break;
      case step_record:
        for (int set = 0; set < loaded.sets; ++set) CHECK(cudaEventRecord(loaded.events[set * script.event_count + step.which], stream(set, step.stream)));
        break;
      case step_wait:
        for (int set = 0; set < loaded.sets; ++set) CHECK(cudaStreamWaitEvent(stream(set, step.stream), loaded.events[set * script.event_count + step.which], 0));
        break;
      case step_device: CHECK(cudaDeviceSynchronize()); break;
      case step_for_stream:
        for (int set = 0; set < loaded.sets; ++set) CHECK(cudaStreamSynchronize(stream(set, step.stream)));
        break;
      case step_for_event:
        for (int set = 0; set < loaded.sets; ++set) CHECK(cudaEventSynchronize(loaded.events[set * script.event_count + step.which]));
        break;
      case step_read:
        for (unsigned i = 0; i < run.instances; ++i) {
          const unsigned long long value = host_read(at(step.to, 0, i) + step.offset, step.bytes, step.order);
          if (step.slot >= 0) read[(size_t)i * run.observed + step.slot] = value;
        }
        break;
      case step_write:
        for (unsigned i = 0; i < run.instances; ++i) host_write(at(step.to, 0, i) + step.offset, step.bytes, step.value, step.order);
        break;
    }
  }
  CHECK(cudaDeviceSynchronize());
  for (int s = 0; s < script.step_count; ++s) {
    const Step &step = script.steps[s];
    if (step.kind == step_read && step.slot >= 0)
      CHECK(cudaMemcpy2D(run.results + step.slot, run.observed * 8, read.data() + step.slot, run.observed * 8, 8, run.instances, cudaMemcpyHostToDevice));
  }
  count_states<<<processors * 4, 256>>>(run, tables, memory.counts);
  CHECK(cudaGetLastError());
  return run.instances;
}

static std::string text_of(unsigned long long value, const Observed &one) {
  if (!one.is_signed) return std::to_string(value);
  const int unused = 64 - 8 * one.bytes;
  return std::to_string((long long)(value << unused) >> unused);
}

static std::string quoted(const char *text) {
  std::string made = "\"";
  for (; *text; ++text) {
    if (*text == '"' || *text == '\\') made += '\\';
    made += *text;
  }
  return made + "\"";
}

struct Options {
  unsigned long long times = 1000000, seed = 1;
  double seconds = 30;
  int settings = 16, setting = -1;
  std::vector<std::string> only;
};

// Runs a test until it has run often or long enough. Returns its part of the log.
static std::string run_test(const Test &test, const Memory &memory, const Options &options, const std::vector<Stress> &stress, int processors) {
  Tables tables = {};
  tables.initial_count = test.initial_count;
  std::copy(test.initial, test.initial + test.initial_count, tables.initial);
  tables.observed_count = test.observed_count;
  std::copy(test.observed, test.observed + test.observed_count, tables.observed);
  tables.location_count = test.location_count;
  for (int l = 0; l < test.location_count; ++l) {
    tables.bytes[l] = test.locations[l].bytes;
    tables.space[l] = test.locations[l].space;
  }
  CHECK(cudaMemset(memory.counts, 0, sizeof(Counts)));
  const Loaded loaded = test.script == nullptr ? Loaded() : load(*test.script);
  const auto began = std::chrono::steady_clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
  unsigned long long times = 0;
  const unsigned long long share = std::max(1ull, options.times / stress.size());
  for (unsigned i = 0; times < options.times && (i == 0 || passed() < options.seconds); ++i) {
    const unsigned wanted = (unsigned)std::min({share, options.times - times, 1ull << 20});
    const Stress &how = stress[options.setting < 0 ? i % stress.size() : options.setting % stress.size()];
    times += test.script == nullptr ? launch(test, memory, how, tables, wanted, processors)
                                    : run_script(test, memory, how, tables, loaded, wanted, processors);
    CHECK(cudaDeviceSynchronize());
  }
  if (test.script != nullptr) unload(loaded);
  CHECK(cudaMemcpy(memory.host_counts, memory.counts, sizeof(Counts), cudaMemcpyDeviceToHost));
  const Counts &counts = *memory.host_counts;
  if (counts.lost > 0) { fprintf(stderr, "%s: too many states\n", test.name); exit(3); }
  std::map<std::vector<unsigned long long>, unsigned long long> states;
  for (const State &state : counts.states)
    if (state.count > 0) states[std::vector<unsigned long long>(state.values, state.values + test.observed_count)] += state.count;
  std::string log = "{\"test\": " + quoted(test.name) + ", \"hash\": \"" + test.hash + "\", \"times\": " + std::to_string(times) +
                    ", \"gaveUp\": " + std::to_string(counts.gave_up) + ", \"missed\": " + std::to_string(counts.missed) +
                    ", \"seconds\": " + std::to_string(passed()) + (loaded.note.empty() ? "" : ", \"note\": " + quoted(loaded.note.c_str())) + ", \"states\": [";
  bool first = true;
  for (const auto &[values, number] : states) {
    log += first ? "" : ", ";
    first = false;
    log += "{\"count\": " + std::to_string(number) + ", \"values\": {";
    for (int k = 0; k < test.observed_count; ++k)
      log += (k == 0 ? "" : ", ") + quoted(test.observed[k].name) + ": \"" + text_of(values[k], test.observed[k]) + "\"";
    log += "}}";
  }
  return log + "]}";
}

static std::string entry_of(const Test &test, const char *what, const std::string &why) {
  return "{\"test\": " + quoted(test.name) + ", \"hash\": \"" + test.hash + "\", \"" + what + "\": " + quoted(why.c_str()) + "}";
}

static Memory make_memory(int gpus) {
  Memory memory = {};
  memory.bytes = 256u << 20;
  memory.most_instances = 1u << 20;
  if (gpus > 1) {
    CHECK(cudaSetDevice(1));
    CHECK(cudaDeviceEnablePeerAccess(0, 0));
    CHECK(cudaSetDevice(0));
  }
  map(memory.view, most_views, memory.bytes, gpus);
  CHECK(cudaGetSymbolAddress((void **)&memory.bank, litmus_bank));
  CHECK(cudaMalloc(&memory.scratch, 16u << 20));
  CHECK(cudaHostAlloc(&memory.host, host_bytes, cudaHostAllocMapped | cudaHostAllocPortable));
  CHECK(cudaMalloc(&memory.results, sizeof(unsigned long long) * most_observed * memory.most_instances));
  CHECK(cudaMalloc(&memory.flags, sizeof(unsigned) * memory.most_instances));
  CHECK(cudaMalloc(&memory.arrived, sizeof(unsigned) * memory.most_instances));
  CHECK(cudaMalloc(&memory.counts, sizeof(Counts)));
  memory.host_counts = (Counts *)malloc(sizeof(Counts));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory.view[0];
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = memory.bytes;
  cudaTextureDesc how = {};
  how.readMode = cudaReadModeElementType;
  CHECK(cudaCreateTextureObject(&memory.texture, &resource, &how, nullptr));
  return memory;
}

// Runs tests from one on, each a line of the pipe. The child ends where one fails, and another goes on behind it.
static void work(const std::vector<const Test *> &tests, size_t from, const Options &options, int pipe) {
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  const int gpus = gpus_here();
  const Memory memory = make_memory(gpus);
  random_state = options.seed;
  const std::vector<Stress> stress = settings(options.settings);
  for (size_t i = from; i < tests.size(); ++i) {
    random_state = options.seed * 1000003 + i;
    const Test &test = *tests[i];
    const std::string line = (test.on_second > 0 && gpus < 2 ? entry_of(test, "notRunnable", "it names two GPUs, which are not there or cannot share memory")
                                                            : run_test(test, memory, options, stress, properties.multiProcessorCount)) + "\n";
    if (write(pipe, line.data(), line.size()) < 0) exit(3);
  }
}

// The lines that a child writes before it ends, or before it has been silent for too long.
static std::vector<std::string> worked(const std::vector<const Test *> &tests, size_t from, const Options &options, std::string &why) {
  int ends[2];
  if (pipe(ends) != 0) exit(2);
  fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    work(tests, from, options, ends[1]);
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[65536];
  bool hangs = false;
  for (;;) {
    fd_set waiting;
    FD_ZERO(&waiting);
    FD_SET(ends[0], &waiting);
    timeval limit = {(long)(options.seconds * 2 + 10), 0};
    if (select(ends[0] + 1, &waiting, nullptr, nullptr, &limit) == 0) {
      hangs = true;
      kill(child, SIGKILL);
      break;
    }
    const ssize_t got = read(ends[0], buffer, sizeof buffer);
    if (got <= 0) break;
    text.append(buffer, got);
  }
  close(ends[0]);
  int status;
  waitpid(child, &status, 0);
  why = hangs ? "it did not end" : "the GPU or its driver reported an error";
  std::vector<std::string> lines;
  for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) lines.push_back(text.substr(at, end - at));
  return lines;
}

// The device and the versions, asked by a child, since what has used CUDA cannot fork.
static std::string machine() {
  int ends[2];
  if (pipe(ends) != 0) exit(2);
  const pid_t child = fork();
  if (child == 0) {
    cudaDeviceProp properties;
    int driver = 0, runtime = 0;
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) _exit(1);
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    const std::string text = "\"device\": " + quoted(properties.name) + ", \"arch\": \"sm_" + std::to_string(properties.major * 10 + properties.minor) +
                             "\", \"driver\": \"" + std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10) + "\", \"runtime\": \"" +
                             std::to_string(runtime / 1000) + "." + std::to_string(runtime % 1000 / 10) + "\"";
    _exit(write(ends[1], text.data(), text.size()) > 0 ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;) text.append(buffer, got);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return text;
}

static int run_all(const Test *const *all, size_t count, int argc, char **argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--times") options.times = strtoull(argv[i + 1], nullptr, 10);
    else if (name == "--seconds") options.seconds = atof(argv[i + 1]);
    else if (name == "--seed") options.seed = strtoull(argv[i + 1], nullptr, 10);
    else if (name == "--stress") options.settings = std::max(1, atoi(argv[i + 1]));
    else if (name == "--setting") options.setting = atoi(argv[i + 1]);
    else if (name == "--test") options.only.push_back(argv[i + 1]);
    else { fprintf(stderr, "unknown option %s; there are --times N, --seconds S, --seed N, --stress N, --setting N, --test PART-OF-NAME\n", argv[i]); return 2; }
  }
  if (argc % 2 == 0) { fprintf(stderr, "%s needs a value\n", argv[argc - 1]); return 2; }
  std::vector<const Test *> tests;
  for (size_t i = 0; i < count; ++i) {
    bool wanted = options.only.empty();
    for (const std::string &part : options.only) wanted |= std::string(all[i]->name).find(part) != std::string::npos;
    if (wanted) tests.push_back(all[i]);
  }
  const std::string device = machine();
  if (device.empty()) { fprintf(stderr, "there is no GPU that CUDA can use\n"); return 2; }
  char date[32];
  const time_t now = time(nullptr);
  strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
  random_state = options.seed;
  printf("{\"format\": 1, %s, \"date\": \"%s\", \"seed\": %llu,\n\"stress\": [", device.c_str(), date, options.seed);
  bool first = true;
  for (const Stress &one : settings(options.settings)) {
    printf("%s\n  {\"stride\": %u, \"byLocation\": %s, \"apart\": %s, \"mixed\": %s, \"shuffled\": %s, \"delay\": %u, \"late\": \"%s\", \"noise\": %u, \"extra\": %u, \"touch\": %u, \"rotate\": %u, \"lanes\": %u}",
           first ? "" : ",", one.stride, one.by_location ? "true" : "false", one.apart ? "true" : "false", one.mixed ? "true" : "false",
           one.shuffled ? "true" : "false", one.delay, one.is_late ? "thread" : "warp", one.noise, one.extra, one.touch, one.rotate, one.lanes);
    first = false;
  }
  printf("],\n\"tests\": [");
  first = true;
  for (size_t from = 0; from < tests.size();) {
    std::string why;
    for (const std::string &line : worked(tests, from, options, why)) {
      printf("%s\n  %s", first ? "" : ",", line.c_str());
      first = false;
      ++from;
    }
    if (from < tests.size()) {
      printf("%s\n  %s", first ? "" : ",", entry_of(*tests[from], "failed", why).c_str());
      first = false;
      ++from;
    }
    fflush(stdout);
  }
  printf("]}\n");
  return 0;
}
`
