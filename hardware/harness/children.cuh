// Runs tests in a child process, which ends if one fails.
#pragma once
#include "log.cuh"

static Memory make_memory(int gpus) {
  Memory memory = {};
  memory.bytes = 256u << 20;
  memory.most_instances = 1u << 20;
  for (int gpu = 1; gpu < gpus; ++gpu) {
    CHECK(cudaSetDevice(gpu));
    CHECK(cudaDeviceEnablePeerAccess(0, 0));
  }
  CHECK(cudaSetDevice(0));
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

// Runs tests from a given one on, and writes a line to the pipe for each. The child ends if one fails, and another continues after it.
static void work(const std::vector<const Test *> &tests, size_t from, const Options &options, int pipe) {
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  const int gpus = gpus_here();
  const Memory memory = make_memory(gpus);
  random_state = options.seed;
  const std::vector<Stress> stress = settings(options.settings);
  const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - options.began).count(); };
  for (size_t i = from; i < tests.size() && passed() < options.limit; ++i) {
    random_state = options.seed * 1000003 + i;
    const Test &test = *tests[i];
    const std::string line = (test.gpus > gpus ? entry_of(test, "notRunnable", "it names " + std::to_string(test.gpus) + " GPUs, which are not there or cannot share memory")
                                                : run_test(test, memory, options, stress, properties.multiProcessorCount)) + "\n";
    if (write(pipe, line.data(), line.size()) < 0) exit(3);
  }
}

// Reads the lines that a child writes until it ends, or until it has been silent for too long. `why` is empty if it ended as it should: all is done, or the time is up.
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
    timeval limit = {(long)(options.silence > 0 ? options.silence : options.seconds * 2 + 10), 0};
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
  const bool ended = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  why = hangs ? "it did not end" : ended ? "" : "the GPU or its driver reported an error";
  std::vector<std::string> lines;
  for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) lines.push_back(text.substr(at, end - at));
  return lines;
}

// Returns the device and the versions. A child asks for them, since a parent that has used CUDA cannot fork.
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
