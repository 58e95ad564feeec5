// Tickets from a counter of the module. Each GPU has a counter of its own.
__device__ int counter;

__global__ void take(int* ticket) { *ticket = atomicAdd(&counter, 1); }
