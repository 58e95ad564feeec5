// Runs the kernels of examples/pipelines on a GPU, each with and without its mistakes, and counts wrong results:
//   nvcc -std=c++17 -O3 -gencode arch=compute_90a,code=sm_90a bench/hardware/pipelines.cu -o pipelines
//   ./pipelines [FILE] [ROUNDS]
// It prints a table, also into FILE. A round is a launch with memory of its own; eight streams launch at once. A result
// is wrong if it differs from that of the fixed kernel. With `long`, each product is repeated 16 times, and CROWD blocks
// of a launch share the GPU, so that a stage is read for longer. All of them store to the same memory: a wrong result is
// seen if it is stored last. Each row runs in a process of its own, which is ended after a minute. `operands` is missing:
// it multiplies memory that nothing has written, so that no result of it is wrong.
#include "../../examples/pipelines/pipelines.cuh"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <string>
#include <vector>

#define ONCE "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;\n"
#define FOUR_TIMES ONCE ONCE ONCE ONCE

// A product that is repeated, in one text: otherwise the assembler copies the registers and waits for each.
DEVICE void multiply_long(float (&d)[4], const uint32_t (&a)[4], const Stage &b) {
  asm volatile(FOUR_TIMES FOUR_TIMES FOUR_TIMES FOUR_TIMES
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(matrix(&b)));
}

// Each source has its own namespace. Its kernel gets a name that no other has.
namespace stages_fixed {
#define gemm stages_fixed_kernel
#include "../../examples/pipelines/stages.cu"
#undef gemm
}
namespace stages_four {
#define FOUR
#define gemm stages_four_kernel
#include "../../examples/pipelines/stages.cu"
#undef gemm
#undef FOUR
}
namespace stages_behind {
#define BEHIND
#define gemm stages_behind_kernel
#include "../../examples/pipelines/stages.cu"
#undef gemm
#undef BEHIND
}
namespace stages_weak {
#define WEAK
#define gemm stages_weak_kernel
#include "../../examples/pipelines/stages.cu"
#undef gemm
#undef WEAK
}
namespace stages_early {
#define EARLY
#define gemm stages_early_kernel
#include "../../examples/pipelines/stages.cu"
#undef gemm
#undef EARLY
}
namespace cooperative_fixed {
#define gemm cooperative_fixed_kernel
#include "../../examples/pipelines/cooperative.cu"
#undef gemm
}
namespace cooperative_half {
#define HALF
#define gemm cooperative_half_kernel
#include "../../examples/pipelines/cooperative.cu"
#undef gemm
#undef HALF
}
#define multiply multiply_long
namespace long_stages_fixed {
#define gemm long_stages_fixed_kernel
#include "../../examples/pipelines/stages.cu"
#undef gemm
}
namespace long_stages_behind {
#define BEHIND
#define gemm long_stages_behind_kernel
#include "../../examples/pipelines/stages.cu"
#undef gemm
#undef BEHIND
}
namespace long_stages_weak {
#define WEAK
#define gemm long_stages_weak_kernel
#include "../../examples/pipelines/stages.cu"
#undef gemm
#undef WEAK
}
namespace long_stages_early {
#define EARLY
#define gemm long_stages_early_kernel
#include "../../examples/pipelines/stages.cu"
#undef gemm
#undef EARLY
}
namespace long_cooperative_fixed {
#define gemm long_cooperative_fixed_kernel
#include "../../examples/pipelines/cooperative.cu"
#undef gemm
}
namespace long_cooperative_half {
#define HALF
#define gemm long_cooperative_half_kernel
#include "../../examples/pipelines/cooperative.cu"
#undef gemm
#undef HALF
}
#undef multiply
namespace ping_pong_fixed {
#define gemm ping_pong_fixed_kernel
#include "../../examples/pipelines/ping_pong.cu"
#undef gemm
}
namespace ping_pong_unordered {
#define UNORDERED
#define gemm ping_pong_unordered_kernel
#include "../../examples/pipelines/ping_pong.cu"
#undef gemm
#undef UNORDERED
}
namespace filled_fixed {
#define gemm filled_fixed_kernel
#include "../../examples/pipelines/filled.cu"
#undef gemm
}
namespace filled_no_fence {
#define NO_FENCE
#define gemm filled_no_fence_kernel
#include "../../examples/pipelines/filled.cu"
#undef gemm
#undef NO_FENCE
}
namespace staged_fixed {
#define results staged_fixed_kernel
#include "../../examples/pipelines/staged.cu"
#undef results
}
namespace staged_no_fence {
#define NO_FENCE
#define results staged_no_fence_kernel
#include "../../examples/pipelines/staged.cu"
#undef results
#undef NO_FENCE
}
namespace epilogue_fixed {
#define results epilogue_fixed_kernel
#include "../../examples/pipelines/epilogue.cu"
#undef results
}
namespace epilogue_no_wait {
#define NO_WAIT
#define results epilogue_no_wait_kernel
#include "../../examples/pipelines/epilogue.cu"
#undef results
#undef NO_WAIT
}
namespace epilogue_no_sync {
#define NO_SYNC
#define results epilogue_no_sync_kernel
#include "../../examples/pipelines/epilogue.cu"
#undef results
#undef NO_SYNC
}
namespace multicast_fixed {
#define copies multicast_fixed_kernel
#include "../../examples/pipelines/multicast.cu"
#undef copies
}
namespace multicast_left_out {
#define LEFT_OUT
#define copies multicast_left_out_kernel
#include "../../examples/pipelines/multicast.cu"
#undef copies
#undef LEFT_OUT
}
namespace grouped_fixed {
#define problems grouped_fixed_kernel
#include "../../examples/pipelines/grouped.cu"
#undef problems
}
namespace grouped_no_wait {
#define NO_WAIT
#define problems grouped_no_wait_kernel
#include "../../examples/pipelines/grouped.cu"
#undef problems
#undef NO_WAIT
}
namespace grouped_no_fence {
#define NO_FENCE
#define problems grouped_no_fence_kernel
#include "../../examples/pipelines/grouped.cu"
#undef problems
#undef NO_FENCE
}
namespace double_buffer_fixed {
#define gemm double_buffer_fixed_kernel
#include "../../examples/pipelines/double_buffer.cu"
#undef gemm
}
namespace double_buffer_no_sync {
#define NO_SYNC
#define gemm double_buffer_no_sync_kernel
#include "../../examples/pipelines/double_buffer.cu"
#undef gemm
#undef NO_SYNC
}
namespace double_buffer_one_behind {
#define ONE_BEHIND
#define gemm double_buffer_one_behind_kernel
#include "../../examples/pipelines/double_buffer.cu"
#undef gemm
#undef ONE_BEHIND
}
namespace registers_fixed {
#define kernel registers_fixed_kernel
#include "../../examples/pipelines/registers.cu"
#undef kernel
}
namespace registers_too_many {
#define TOO_MANY
#define kernel registers_too_many_kernel
#include "../../examples/pipelines/registers.cu"
#undef kernel
#undef TOO_MANY
}

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  printf("%s\n", cudaGetErrorString(error));
  exit(2);
}

// The launches of a graph, the streams that share them, and the words of memory that each launch has.
constexpr int LAUNCHES = 1024, STREAMS = 8, WORDS = 512;
// The blocks of a launch that share the GPU; such launches have a hundredth of the rounds.
constexpr int CROWD = 1024;
// The word at which the second problem of `grouped` begins.
constexpr int SECOND = 16;

// The memory of all launches.
struct Memory {
  const void *in;
  uint32_t *out;
  CUtensorMap *maps;
  float *floats(int launch) const { return reinterpret_cast<float *>(words(launch)); }
  uint32_t *words(int launch) const { return out + launch * WORDS; }
  const Stage *stages() const { return static_cast<const Stage *>(in); }
};
using Launch = void (*)(const Memory &, int, cudaStream_t);

#define OF_STAGES(name, threads) \
  [](const Memory &m, int i, cudaStream_t s) { name::name##_kernel<<<1, threads, 0, s>>>(m.stages(), m.floats(i)); }
#define CROWDED(name, threads) \
  [](const Memory &m, int i, cudaStream_t s) { name::name##_kernel<<<CROWD, threads, 0, s>>>(m.stages(), m.floats(i)); }
#define OF_FLOATS(name, threads) \
  [](const Memory &m, int i, cudaStream_t s) { name::name##_kernel<<<1, threads, 0, s>>>(m.floats(i)); }
#define OF_WORDS(name, threads) \
  [](const Memory &m, int i, cudaStream_t s) { name::name##_kernel<<<1, threads, 0, s>>>(m.words(i)); }
#define OF_MAPS(name) \
  [](const Memory &m, int i, cudaStream_t s) { name::name##_kernel<<<1, 1, 0, s>>>(m.maps + i, m.words(i) + SECOND); }
#define OF_ROWS(name) \
  [](const Memory &m, int i, cudaStream_t s) { name::name##_kernel<<<1, 32, 0, s>>>(static_cast<const uint4 *>(m.in), m.floats(i)); }
#define OF_CLUSTERS(name) \
  [](const Memory &m, int i, cudaStream_t s) { name::name##_kernel<<<2, 64, 0, s>>>(static_cast<const uint32_t *>(m.in), m.words(i)); }

struct Row {
  const char *name;
  // A kernel without the mistake.
  Launch fixed, run;
  // Every so many words are compared; the others are not initialised.
  int step = 1;
  int blocks = 1;
};
static const Row rows[] = {
    {"stages", OF_STAGES(stages_fixed, 160), OF_STAGES(stages_fixed, 160)},
    {"stages+four", OF_STAGES(stages_four, 160), OF_STAGES(stages_four, 160)},
    {"stages+behind", OF_STAGES(stages_fixed, 160), OF_STAGES(stages_behind, 160)},
    {"stages+weak", OF_STAGES(stages_fixed, 160), OF_STAGES(stages_weak, 160)},
    {"stages+early", OF_STAGES(stages_fixed, 160), OF_STAGES(stages_early, 160)},
    {"stages, long", CROWDED(long_stages_fixed, 160), CROWDED(long_stages_fixed, 160), 1, CROWD},
    {"stages+behind, long", CROWDED(long_stages_fixed, 160), CROWDED(long_stages_behind, 160), 1, CROWD},
    {"stages+weak, long", CROWDED(long_stages_fixed, 160), CROWDED(long_stages_weak, 160), 1, CROWD},
    {"stages+early, long", CROWDED(long_stages_fixed, 160), CROWDED(long_stages_early, 160), 1, CROWD},
    {"cooperative", OF_STAGES(cooperative_fixed, 288), OF_STAGES(cooperative_fixed, 288)},
    {"cooperative+half", OF_STAGES(cooperative_fixed, 288), OF_STAGES(cooperative_half, 288)},
    {"cooperative, long", CROWDED(long_cooperative_fixed, 288), CROWDED(long_cooperative_fixed, 288), 1, CROWD},
    {"cooperative+half, long", CROWDED(long_cooperative_fixed, 288), CROWDED(long_cooperative_half, 288), 1, CROWD},
    {"ping_pong", OF_FLOATS(ping_pong_fixed, 256), OF_FLOATS(ping_pong_fixed, 256)},
    {"ping_pong+unordered", OF_FLOATS(ping_pong_fixed, 256), OF_FLOATS(ping_pong_unordered, 256)},
    {"filled", OF_FLOATS(filled_fixed, 128), OF_FLOATS(filled_fixed, 128)},
    {"filled+no-fence", OF_FLOATS(filled_fixed, 128), OF_FLOATS(filled_no_fence, 128)},
    {"staged", OF_WORDS(staged_fixed, 32), OF_WORDS(staged_fixed, 32)},
    {"staged+no-fence", OF_WORDS(staged_fixed, 32), OF_WORDS(staged_no_fence, 32)},
    {"epilogue", OF_WORDS(epilogue_fixed, 64), OF_WORDS(epilogue_fixed, 64)},
    {"epilogue+no-wait", OF_WORDS(epilogue_fixed, 64), OF_WORDS(epilogue_no_wait, 64)},
    {"epilogue+no-sync", OF_WORDS(epilogue_fixed, 64), OF_WORDS(epilogue_no_sync, 64)},
    {"multicast", OF_CLUSTERS(multicast_fixed), OF_CLUSTERS(multicast_fixed)},
    {"multicast+left-out", OF_CLUSTERS(multicast_fixed), OF_CLUSTERS(multicast_left_out)},
    {"grouped", OF_MAPS(grouped_fixed), OF_MAPS(grouped_fixed), SECOND},
    {"grouped+no-wait", OF_MAPS(grouped_fixed), OF_MAPS(grouped_no_wait), SECOND},
    {"grouped+no-fence", OF_MAPS(grouped_fixed), OF_MAPS(grouped_no_fence), SECOND},
    {"double_buffer", OF_ROWS(double_buffer_fixed), OF_ROWS(double_buffer_fixed)},
    {"double_buffer+no-sync", OF_ROWS(double_buffer_fixed), OF_ROWS(double_buffer_no_sync)},
    {"double_buffer+one-behind", OF_ROWS(double_buffer_fixed), OF_ROWS(double_buffer_one_behind)},
    {"registers", OF_WORDS(registers_fixed, 384), OF_WORDS(registers_fixed, 384)},
    {"registers+too-many", OF_WORDS(registers_fixed, 384), OF_WORDS(registers_too_many, 384)},
};
constexpr int ROWS = sizeof(rows) / sizeof(rows[0]);

// Counts the launches whose results differ from those of the first one of `right`.
__global__ void compare(const uint32_t *out, const uint32_t *right, int step, unsigned long long *wrong) {
  bool differs = false;
  for (int word = 0; word < WORDS; word += step) differs |= out[threadIdx.x * WORDS + word] != right[word];
  if (differs) atomicAdd(wrong, 1ull);
}

// Returns a graph that launches a kernel LAUNCHES times, each time with memory that is filled anew.
static cudaGraphExec_t launches(Launch launch, const Memory &memory, const CUtensorMap *maps) {
  cudaStream_t streams[STREAMS];
  cudaEvent_t begin, end;
  for (auto &stream : streams) check(cudaStreamCreate(&stream));
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  check(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal));
  check(cudaMemsetAsync(memory.out, 0xff, LAUNCHES * WORDS * sizeof(uint32_t), streams[0]));
  check(cudaMemcpyAsync(memory.maps, maps, LAUNCHES * sizeof(CUtensorMap), cudaMemcpyDeviceToDevice, streams[0]));
  check(cudaEventRecord(begin, streams[0]));
  for (int s = 1; s < STREAMS; s++) check(cudaStreamWaitEvent(streams[s], begin));
  for (int i = 0; i < LAUNCHES; i++) launch(memory, i, streams[i % STREAMS]);
  for (int s = 1; s < STREAMS; s++) {
    check(cudaEventRecord(end, streams[s]));
    check(cudaStreamWaitEvent(streams[0], end));
  }
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  check(cudaStreamEndCapture(streams[0], &graph));
  check(cudaGraphInstantiate(&executable, graph, 0));
  return executable;
}

// Fills tensor maps that describe the first four words of each launch.
static void encode(std::vector<CUtensorMap> &maps, uint32_t *out) {
  void *found = nullptr;
  cudaDriverEntryPointQueryResult result;
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &result));
  const auto encodeTiled = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found);
  for (int i = 0; i < LAUNCHES; i++) {
    const cuuint64_t size[] = {4}, stride[] = {16};
    const cuuint32_t box[] = {4}, each[] = {1};
    if (encodeTiled(&maps[i], CU_TENSOR_MAP_DATA_TYPE_UINT32, 1, out + i * WORDS, size, stride, box, each, CU_TENSOR_MAP_INTERLEAVE_NONE,
                    CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
      exit(2);
  }
}

// Runs a row and prints the cells of its counts.
static void run(const Row &row, long rounds) {
  // Stage i has 2 to the power of i in all places, as half-precision numbers.
  std::vector<uint16_t> in(5 * 128);
  for (size_t i = 0; i < in.size(); i++) in[i] = (15 + i / 128) << 10;
  // The loads of `double_buffer` and `multicast` are within the first stages: their numbers differ there, too.
  if (strncmp(row.name, "double", 6) == 0 || strncmp(row.name, "multi", 5) == 0)
    for (size_t i = 0; i < in.size(); i++) in[i] = 0x3c00 + 32 * (i / 8);
  void *device;
  Memory memory;
  CUtensorMap *maps;
  uint32_t *right;
  unsigned long long *wrong, count = 0, varying = 0;
  check(cudaMalloc(&device, in.size() * sizeof(in[0])));
  check(cudaMemcpy(device, in.data(), in.size() * sizeof(in[0]), cudaMemcpyHostToDevice));
  memory.in = device;
  check(cudaMalloc(&memory.out, LAUNCHES * WORDS * sizeof(uint32_t)));
  check(cudaMalloc(&memory.maps, LAUNCHES * sizeof(CUtensorMap)));
  check(cudaMalloc(&maps, LAUNCHES * sizeof(CUtensorMap)));
  check(cudaMalloc(&right, WORDS * sizeof(uint32_t)));
  check(cudaMalloc(&wrong, sizeof(count)));
  check(cudaMemset(wrong, 0, sizeof(count)));
  std::vector<CUtensorMap> encoded(LAUNCHES);
  encode(encoded, memory.out);
  check(cudaMemcpy(maps, encoded.data(), LAUNCHES * sizeof(CUtensorMap), cudaMemcpyHostToDevice));
  check(cudaGraphLaunch(launches(row.fixed, memory, maps), 0));
  check(cudaMemcpy(right, memory.out, WORDS * sizeof(uint32_t), cudaMemcpyDeviceToDevice));
  compare<<<1, LAUNCHES>>>(memory.out, right, row.step, wrong);
  check(cudaMemcpy(&varying, wrong, sizeof(count), cudaMemcpyDeviceToHost));
  check(cudaMemset(wrong, 0, sizeof(count)));
  const cudaGraphExec_t graph = launches(row.run, memory, maps);
  long done = 0;
  for (; done < (row.blocks == 1 ? rounds : rounds / 100); done += LAUNCHES) {
    check(cudaGraphLaunch(graph, 0));
    compare<<<1, LAUNCHES>>>(memory.out, right, row.step, wrong);
  }
  check(cudaMemcpy(&count, wrong, sizeof(count), cudaMemcpyDeviceToHost));
  std::vector<uint32_t> first(4);
  check(cudaMemcpy(first.data(), right, 4 * sizeof(uint32_t), cudaMemcpyDeviceToHost));
  printf("%ld | %d | %llu%s | %08x %08x %08x %08x\n", done, row.blocks, count, varying > 0 ? ", and the fixed kernel varies" : "", first[0], first[1], first[2], first[3]);
}

int main(int arguments, char **argument) {
  if (arguments == 4 && strcmp(argument[1], "--row") == 0) {
    run(rows[atoi(argument[2])], atol(argument[3]));
    return 0;
  }
  FILE *file = arguments > 1 ? fopen(argument[1], "w") : nullptr;
  const long rounds = arguments > 2 ? atol(argument[2]) : 1000000;
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0));
  std::string table = std::string(device.name) + "\n\n| kernel | rounds | blocks of each | wrong | first words of a right result |\n|---|---:|---:|---:|---|\n";
  for (int row = 0; row < ROWS; row++) {
    const std::string command = "timeout -s KILL 60 " + std::string(argument[0]) + " --row " + std::to_string(row) + " " + std::to_string(rounds);
    FILE *child = popen(command.c_str(), "r");
    char line[256] = "did not end\n";
    const bool ended = fgets(line, sizeof(line), child) != nullptr;
    pclose(child);
    table += std::string("| ") + rows[row].name + " | " + (ended ? "" : "| | | ") + std::string(line, strcspn(line, "\n")) + " |\n";
    fprintf(stderr, "%s: %s", rows[row].name, line);
  }
  fputs(table.c_str(), stdout);
  if (file != nullptr) fputs(table.c_str(), file);
}
