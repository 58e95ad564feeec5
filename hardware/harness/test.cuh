// The description of the tests in a generated program.
#pragma once
#include "run.cuh"

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

// A step of the host, on one of its GPUs: a kernel, an entry or an event by its number, a stream, two places of memory. Orders: plain, relaxed, acquire, release.
struct Step {
  StepKind kind;
  int which, stream, to, to_view, from, from_view;
  unsigned offset, bytes;
  unsigned long long value;
  int slot, order, gpu, domain;
  bool programmatic;
};

// Memory of a module, on a GPU: instances take turns with it.
struct Owned {
  int location, module, gpu;
  const char *name;
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
  int stream_count;
  const int *stream_gpus;
  int event_count;
  const int *event_gpus;
  int gpu_count;
  int owned_count;
  const Owned *owned;
  bool in_turn;  // an instance begins after all steps of the one before
};

struct Test {
  const char *name, *hash;
  void (*kernel)(Run);
  bool exact;
  int ctas, places, cluster;
  int gpus, ctas_on[most_gpus];  // of the CTAs, how many run on each GPU
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
