// Prepares the memory of all instances, and counts the final states.
#pragma once
#include "device.cuh"

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
