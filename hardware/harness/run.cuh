// The arguments of a launch, and the descriptions of values and places of memory.
#pragma once

#include <cuda.h>
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

constexpr int most_locations = 16, most_views = 4, most_observed = 24, most_gpus = 8;
constexpr unsigned bank_bytes = 48 * 1024;

// The arguments of a launch.
struct Run {
  char *view[most_views];              // the memory of all instances, by each of its addresses
  char *bank;                          // the constants, by their address in global memory
  char *host;                          // memory of the host
  unsigned long long *results;         // of each instance, as many as are observed
  unsigned *flags;                     // of each instance: 1, it gave up; 2, a load returned a value other than the one the test demands
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
