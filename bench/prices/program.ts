/** Writes the CUDA program that measures the cycles of instructions. */

import { type Row, rows, type Setting } from './rows.js'

/** The number of threads that a row takes, and of CTAs in its cluster. */
const launches: { readonly [S in Setting]: { readonly threads: number; readonly cluster: number } } = {
  'after a store': { threads: 1, cluster: 1 },
  chained: { threads: 1, cluster: 1 },
  CTA: { threads: 128, cluster: 1 },
  cluster: { threads: 128, cluster: 2 },
}

const kernelName = (index: number): string => `measure_${index}`

/**
 * Returns a loop of 16 steps, which is run 64 times. Each run records its cycles. A step stores to another line of
 * memory than the step before, so that fences find a store that is under way.
 */
function kernel({ ptx, setting }: Row, index: number): string {
  const { cluster } = launches[setting]
  const store = setting === 'chained' ? '' : 'asm volatile("st.global.u32 [%0], 1;" ::"l"(line) : "memory");'
  return `// ${ptx}
__global__ void __cluster_dims__(${cluster}) ${kernelName(index)}(char *memory, long long *cycles) {
  __shared__ unsigned long long word;
  const unsigned shared = (unsigned)__cvta_generic_to_shared(&word);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared) : "memory");
  __syncthreads();
  char *const own = memory + (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  unsigned zero = 0;
  for (int run = 0; run < RUNS; run++) {
    const long long start = clock64();
#pragma unroll 1
    for (int step = 0; step < STEPS; step++) {
      char *const line = own + (run * STEPS + step) * LINE;
      ${store}
      unsigned result = 0;
      asm volatile("${ptx}" : "+r"(result) : "l"(own + OTHER + zero), "r"(shared) : "memory");
      zero += result;
    }
    // The clock is read after the last result.
    asm volatile("" ::"r"(zero) : "memory");
    cycles[run] = clock64() - start + (zero ? 1 : 0);
  }
}
`
}

/** Returns the program. It prints a line of CSV for each instruction: its name and the median cycles of a step. */
export const measuringProgram = (): string => `// Measures the cycles of instructions on one GPU.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
constexpr int RUNS = 64, STEPS = 16, LINE = 1024, OTHER = RUNS * STEPS * LINE + (1 << 20);
static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\\n", cudaGetErrorString(error));
  std::exit(1);
}
${rows.map(kernel).join('\n')}
struct Row { const char *name; void (*kernel)(char *, long long *); int threads, blocks; };
static const Row rows[] = {
${rows
  .map(({ instruction, setting }, index) => {
    const { threads, cluster } = launches[setting]
    return `  {"${instruction}", ${kernelName(index)}, ${threads}, ${cluster}},\n`
  })
  .join('')}};
int main() {
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::fprintf(stderr, "%s\\n", properties.name);
  char *memory;
  long long *cycles, times[RUNS];
  check(cudaMalloc(&memory, OTHER + (1 << 20)));
  check(cudaMemset(memory, 0, OTHER + (1 << 20)));
  check(cudaMalloc(&cycles, sizeof times));
  std::printf("instruction,cycles\\n");
  for (const Row &row : rows) {
    // The first launch warms the caches.
    for (int launch = 0; launch < 2; launch++) {
      row.kernel<<<row.blocks, row.threads>>>(memory, cycles);
      check(cudaDeviceSynchronize());
    }
    check(cudaMemcpy(times, cycles, sizeof times, cudaMemcpyDeviceToHost));
    std::sort(times, times + RUNS);
    std::printf("%s,%.0f\\n", row.name, double(times[RUNS / 2]) / STEPS);
  }
}
`
