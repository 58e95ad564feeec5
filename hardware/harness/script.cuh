// Executes the host's part of a test.
#pragma once
#include "launch.cuh"

// The state of a running script, with the modules of each GPU. Instances of entries share this many sets of streams.
struct Loaded {
  std::vector<std::vector<CUmodule>> modules;
  std::vector<std::vector<CUfunction>> entries;
  std::vector<cudaStream_t> streams;
  std::vector<cudaEvent_t> events;
  // The addresses of the script's owned memory.
  std::vector<CUdeviceptr> owned;
  int sets;
  std::string note;
};

// A module as the driver compiles it. A driver that does not know the version of its PTX gets the same text under the latest version that it knows.
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
  loaded.sets = script.entry_count > 0 && script.owned_count == 0 ? 32 : 1;
  for (int gpu = 0; gpu < script.gpu_count; ++gpu) {
    CHECK(cudaSetDevice(gpu));
    CHECK(cudaFree(nullptr));
    loaded.modules.emplace_back();
    loaded.entries.emplace_back();
    for (int i = 0; i < script.module_count; ++i) loaded.modules[gpu].push_back(module_of(script.modules[i], loaded.note));
    for (int i = 0; i < script.entry_count; ++i) {
      CUfunction function;
      check(DRIVER(cuModuleGetFunction)(&function, loaded.modules[gpu][script.entries[i].module], script.entries[i].name), "cuModuleGetFunction");
      loaded.entries[gpu].push_back(function);
    }
  }
  for (int i = 0; i < script.owned_count; ++i) {
    const Owned &one = script.owned[i];
    CUdeviceptr at;
    size_t bytes;
    check(DRIVER(cuModuleGetGlobal)(&at, &bytes, loaded.modules[one.gpu][one.module], one.name), "cuModuleGetGlobal");
    loaded.owned.push_back(at);
  }
  for (int i = 0; i < loaded.sets * std::max(1, script.stream_count); ++i) {
    cudaStream_t stream;
    CHECK(cudaSetDevice(script.stream_count > 0 ? script.stream_gpus[i % script.stream_count] : 0));
    CHECK(cudaStreamCreate(&stream));
    loaded.streams.push_back(stream);
  }
  for (int i = 0; i < loaded.sets * script.event_count; ++i) {
    cudaEvent_t event;
    CHECK(cudaSetDevice(script.event_gpus[i % script.event_count]));
    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    loaded.events.push_back(event);
  }
  CHECK(cudaSetDevice(0));
  return loaded;
}

static void unload(const Loaded &loaded) {
  for (int gpu = 0; gpu < (int)loaded.modules.size(); ++gpu) {
    CHECK(cudaSetDevice(gpu));
    for (CUmodule module : loaded.modules[gpu]) check(DRIVER(cuModuleUnload)(module), "cuModuleUnload");
  }
  CHECK(cudaSetDevice(0));
  for (cudaStream_t stream : loaded.streams) CHECK(cudaStreamDestroy(stream));
  for (cudaEvent_t event : loaded.events) CHECK(cudaEventDestroy(event));
}

// A kernel of the test for all instances at once.
static void launch_kernel(const Kernel &kernel, Run run, int number, const Stress &stress, cudaStream_t stream, int domain, bool programmatic) {
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
  cudaLaunchAttribute attributes[4] = {};
  config.attrs = attributes;
  if (kernel.cluster > 0) {
    cudaLaunchAttribute &one = attributes[config.numAttrs++];
    one.id = cudaLaunchAttributeClusterDimension;
    one.val.clusterDim.x = kernel.cluster;
    one.val.clusterDim.y = one.val.clusterDim.z = 1;
  }
  if (domain > 0) {
    cudaLaunchAttribute &one = attributes[config.numAttrs++], &map = attributes[config.numAttrs++];
    one.id = cudaLaunchAttributeMemSyncDomain;
    one.val.memSyncDomain = cudaLaunchMemSyncDomainRemote;
    map.id = cudaLaunchAttributeMemSyncDomainMap;
    map.val.memSyncDomainMap.default_ = 0, map.val.memSyncDomainMap.remote = domain;
  }
  if (programmatic) {
    cudaLaunchAttribute &one = attributes[config.numAttrs++];
    one.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    one.val.programmaticStreamSerializationAllowed = 1;
  }
  CHECK(cudaLaunchKernelEx(&config, kernel.run, run));
}

// An entry of a module for one instance, with its arguments.
template <typename At> static void launch_entry(const Entry &entry, CUfunction function, const At &at, unsigned instance, cudaStream_t stream, const Step &step) {
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
    if (piece.view >= 0) value += (unsigned long long)at(piece.location, piece.view, instance);
    memcpy(values[piece.parameter].data() + piece.offset, &value, piece.bytes);
  }
  CUlaunchAttribute attributes[5] = {};
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
  if (step.domain > 0) {
    CUlaunchAttribute &one = attributes[config.numAttrs++], &map = attributes[config.numAttrs++];
    one.id = CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN;
    one.value.memSyncDomain = CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE;
    map.id = CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP;
    map.value.memSyncDomainMap.default_ = 0, map.value.memSyncDomainMap.remote = step.domain;
  }
  if (step.programmatic) {
    CUlaunchAttribute &one = attributes[config.numAttrs++];
    one.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    one.value.programmaticStreamSerializationAllowed = 1;
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

// The host's steps, each for all instances before the next, unless these take turns. Returns how many instances ran.
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
  const auto at = [&](int location, int view, unsigned long long instance) -> char * {
    for (int i = 0; i < script.owned_count; ++i)
      if (script.owned[i].location == location) return (char *)loaded.owned[i];
    return memory_at(run, test.locations[location].space, view, location, instance);
  };
  const auto everywhere = [&] {
    for (int gpu = script.gpu_count - 1; gpu >= 0; --gpu) {
      CHECK(cudaSetDevice(gpu));
      CHECK(cudaDeviceSynchronize());
    }
  };
  // Memory of a module has the values of an instance only while that runs.
  const auto move_owned = [&](unsigned instance, bool back) {
    for (int i = 0; i < script.owned_count; ++i) {
      const Location &location = test.locations[script.owned[i].location];
      char *const own = (char *)loaded.owned[i], *const kept = memory_at(run, location.space, 0, script.owned[i].location, instance);
      CHECK(cudaMemcpy(back ? kept : own, back ? own : kept, location.bytes, cudaMemcpyDefault));
    }
    if (script.owned_count > 0) everywhere();
  };
  std::vector<unsigned long long> read(run.instances * std::max(1u, run.observed));
  // A step for the instances from one to before another.
  const auto perform = [&](const Step &step, unsigned from, unsigned to) {
    const bool all = to - from == turns;
    const int first_set = all ? 0 : from % loaded.sets, last_set = all ? loaded.sets : first_set + 1;
    const unsigned first = single ? from : 0, last = single ? to : run.instances;
    CHECK(cudaSetDevice(step.gpu));
    switch (step.kind) {
      case step_kernel: launch_kernel(script.kernels[step.which], run, step.which, stress, stream(0, step.stream), step.domain, step.programmatic); break;
      case step_entry:
        for (unsigned i = from; i < to; ++i)
          launch_entry(script.entries[step.which], loaded.entries[step.gpu][step.which], at, i, stream(i % loaded.sets, step.stream), step);
        break;
      case step_copy:
      case step_set:
        for (unsigned i = from; i < to; ++i) {
          char *const to_memory = at(step.to, step.to_view, i);
          const size_t bytes = single ? step.bytes : (size_t)slot * run.instances;
          const cudaStream_t in = stream(i % loaded.sets, step.stream);
          if (step.kind == step_set) CHECK(cudaMemsetAsync(to_memory, (int)step.value, bytes, in));
          else CHECK(cudaMemcpyAsync(to_memory, at(step.from, step.from_view, i), bytes, cudaMemcpyDefault, in));
        }
        break;
      case step_record:
        for (int set = first_set; set < last_set; ++set) CHECK(cudaEventRecord(loaded.events[set * script.event_count + step.which], stream(set, step.stream)));
        break;
      case step_wait:
        for (int set = first_set; set < last_set; ++set) CHECK(cudaStreamWaitEvent(stream(set, step.stream), loaded.events[set * script.event_count + step.which], 0));
        break;
      case step_device: CHECK(cudaDeviceSynchronize()); break;
      case step_for_stream:
        for (int set = first_set; set < last_set; ++set) CHECK(cudaStreamSynchronize(stream(set, step.stream)));
        break;
      case step_for_event:
        for (int set = first_set; set < last_set; ++set) CHECK(cudaEventSynchronize(loaded.events[set * script.event_count + step.which]));
        break;
      case step_read:
        for (unsigned i = first; i < last; ++i) {
          const unsigned long long value = host_read(at(step.to, 0, i) + step.offset, step.bytes, step.order);
          if (step.slot >= 0) read[(size_t)i * run.observed + step.slot] = value;
        }
        break;
      case step_write:
        for (unsigned i = first; i < last; ++i) host_write(at(step.to, 0, i) + step.offset, step.bytes, step.value, step.order);
        break;
    }
  };
  const unsigned at_once = script.in_turn ? 1 : turns;
  for (unsigned from = 0; from < turns; from += at_once) {
    move_owned(from, false);
    for (int s = 0; s < script.step_count; ++s) perform(script.steps[s], from, from + at_once);
    if (script.owned_count > 0) everywhere();
    move_owned(from, true);
  }
  everywhere();
  for (int s = 0; s < script.step_count; ++s) {
    const Step &step = script.steps[s];
    if (step.kind == step_read && step.slot >= 0)
      CHECK(cudaMemcpy2D(run.results + step.slot, run.observed * 8, read.data() + step.slot, run.observed * 8, 8, run.instances, cudaMemcpyHostToDevice));
  }
  count_states<<<processors * 4, 256>>>(run, tables, memory.counts);
  CHECK(cudaGetLastError());
  return run.instances;
}
