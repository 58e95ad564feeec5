// Does a store by a tensor map read the map before `cp.async.bulk.wait_group.read` is over? A thread stores a tile, waits, and replaces the address in
// the map. The store must not go to the new address.
//   nvcc -std=c++17 -O3 -arch=sm_90a read-without-map.cu -o read-without-map && ./read-without-map
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <vector>

enum Variant { READ, COMPLETE, WORK_BEFORE, WORK_AFTER, VARIANTS };
static const char *const names[] = {"wait for reads", "wait until complete", "work before the replacement", "work after it"};

// The launches of a round, the words of memory that each has, and the word at which the second tile begins.
constexpr int LAUNCHES = 1024, ROUNDS = 100, WORDS = 512, SECOND = 16;

static __device__ void work() {
  for (const long long begin = clock64(); clock64() - begin < 20000;)
    ;
}

static __device__ void acquire(void *map) {
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
}

template <Variant V> __global__ void store(void *map, uint32_t *second, uint32_t value) {
  __shared__ alignas(128) uint32_t tile[4];
  tile[0] = value;
  asm volatile("fence.proxy.async;" ::: "memory");
  acquire(map);
  const uint32_t from = static_cast<uint32_t>(__cvta_generic_to_shared(tile));
  asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%1}], [%2];" ::"l"(map), "r"(0), "r"(from) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  if (V == COMPLETE) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  else asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  if (V == WORK_BEFORE) work();
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(second) : "memory");
  asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
  acquire(map);
  if (V == WORK_AFTER) work();
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  printf("%s\n", cudaGetErrorString(error));
  exit(2);
}

// Counts the stores by where they went: to the first place, to the second, elsewhere.
__global__ void count(const uint32_t *out, unsigned long long *counts) {
  const uint32_t *const own = out + WORDS * threadIdx.x;
  const uint32_t value = threadIdx.x + 1;
  atomicAdd(counts + (own[0] == value ? 0 : own[SECOND] == value ? 1 : 2), 1ull);
}

int main() {
  uint32_t *out;
  CUtensorMap *maps, *fresh;
  unsigned long long *counts, found[3];
  check(cudaMalloc(&out, LAUNCHES * WORDS * sizeof(uint32_t)));
  check(cudaMalloc(&maps, LAUNCHES * sizeof(CUtensorMap)));
  check(cudaMalloc(&fresh, LAUNCHES * sizeof(CUtensorMap)));
  check(cudaMalloc(&counts, sizeof(found)));
  void *encode = nullptr;
  cudaDriverEntryPointQueryResult result;
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &result));
  std::vector<CUtensorMap> encoded(LAUNCHES);
  for (int i = 0; i < LAUNCHES; i++) {
    const cuuint64_t size[] = {4}, stride[] = {16};
    const cuuint32_t box[] = {4}, each[] = {1};
    if (reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
            &encoded[i], CU_TENSOR_MAP_DATA_TYPE_UINT32, 1, out + i * WORDS, size, stride, box, each, CU_TENSOR_MAP_INTERLEAVE_NONE,
            CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
      return 2;
  }
  check(cudaMemcpy(fresh, encoded.data(), LAUNCHES * sizeof(CUtensorMap), cudaMemcpyHostToDevice));
  void (*const kernels[])(void *, uint32_t *, uint32_t) = {store<READ>, store<COMPLETE>, store<WORK_BEFORE>, store<WORK_AFTER>};
  cudaStream_t streams[8];
  for (auto &stream : streams) check(cudaStreamCreate(&stream));
  for (const int used : {1, 8})
    for (int variant = 0; variant < VARIANTS; variant++) {
      check(cudaMemset(counts, 0, sizeof(found)));
      for (int round = 0; round < ROUNDS; round++) {
        check(cudaMemcpy(maps, fresh, LAUNCHES * sizeof(CUtensorMap), cudaMemcpyDeviceToDevice));
        check(cudaMemset(out, 0xff, LAUNCHES * WORDS * sizeof(uint32_t)));
        check(cudaDeviceSynchronize());
        for (int i = 0; i < LAUNCHES; i++) kernels[variant]<<<1, 1, 0, streams[i % used]>>>(maps + i, out + i * WORDS + SECOND, i + 1);
        check(cudaDeviceSynchronize());
        count<<<1, LAUNCHES>>>(out, counts);
      }
      check(cudaMemcpy(found, counts, sizeof(found), cudaMemcpyDeviceToHost));
      printf("%s, streams: %d, in place: %llu, moved: %llu, elsewhere: %llu\n", names[variant], used, found[0], found[1], found[2]);
    }
}
