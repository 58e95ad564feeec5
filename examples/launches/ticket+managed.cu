// Tickets from a counter that all GPUs share. The atomic reaches all of them.
__managed__ int counter;

__global__ void take(int* ticket) { *ticket = atomicAdd_system(&counter, 1); }
