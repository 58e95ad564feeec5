// Launches a test without a host.
#pragma once
#include "test.cuh"
#include "instances.cuh"
#include "cuda.cuh"
#include "stress.cuh"

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
  const int gpus = test.gpus;
  // The memory is on the first GPU; any part of the test may run there.
  const unsigned turned = gpus > 1 ? random(gpus) : 0;
  run.ctas = 0;
  if (gpus > 1) CHECK(cudaDeviceSynchronize());
  for (int part = 0; part < gpus; ++part) {
    run.first_cta += run.ctas;
    run.ctas = test.ctas_on[part];
    run.blocks = run.teams * run.ctas + (stress.noise > 0 ? extra : 0);
    run.multiplier = 1;
    if (stress.shuffled && !test.exact) {
      run.multiplier = random(run.blocks) + 1;
      while (divisor(run.multiplier, run.blocks) != 1) ++run.multiplier;
      run.shift = random(run.blocks);
    }
    config.gridDim = dim3(run.blocks);
    if (gpus > 1) {
      CHECK(cudaSetDevice((part + turned) % gpus));
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
