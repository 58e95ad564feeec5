// The lanes do not wait for lane 0 before they use the number that it has drawn. They need not run in lockstep, and without __syncwarp a store
// to shared memory is not visible to the other lanes.
extern "C" __global__ void draw(unsigned wanted, unsigned *numbers, unsigned *counter) {
  __shared__ unsigned first;
  unsigned lane = threadIdx.x;
  unsigned thread = blockIdx.x * blockDim.x + lane;
  bool wants = (wanted >> thread) & 1;
  unsigned all = __ballot_sync(0xffffffff, wants);
  if (lane == 0) {
    first = atomicAdd(counter, __popc(all));
  }
  if (wants) {
    numbers[thread] = first + __popc(all & ((1u << lane) - 1));
  }
}
