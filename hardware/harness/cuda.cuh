// Calls of the runtime and of the driver, checked; memory at several addresses.
#pragma once
#include "run.cuh"

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

// The number of GPUs that can reach the memory of the first as a test says.
static int gpus_here() {
  int count = 0, gpus = 1;
  CHECK(cudaGetDeviceCount(&count));
  for (; gpus < std::min(count, most_gpus); ++gpus) {
    int reaches = 0, atomics = 0;
    CHECK(cudaDeviceCanAccessPeer(&reaches, gpus, 0));
    CHECK(cudaDeviceGetP2PAttribute(&atomics, cudaDevP2PAttrNativeAtomicSupported, gpus, 0));
    if (!reaches || !atomics) break;
  }
  return gpus;
}

// The same memory at several addresses.
static void map(char **views, int count, size_t bytes, int gpus) {
  CUmemAllocationProp wanted = {};
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  wanted.location.id = 0;
  CUmemGenericAllocationHandle memory;
  CHECK(DRIVER(cuMemCreate)(&memory, bytes, &wanted, 0));
  CUmemAccessDesc access[most_gpus] = {};
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
