// Each thread whose bit is set in `wanted` draws a number from a counter that several blocks share. Lane 0 of each warp draws for all of its
// lanes by one atomic, and leaves the first number in shared memory.
extern "C" __global__ void draw(unsigned wanted, unsigned *numbers, unsigned *counter) {
  __shared__ unsigned first;
  unsigned lane = threadIdx.x;
  unsigned thread = blockIdx.x * blockDim.x + lane;
  bool wants = (wanted >> thread) & 1;
  unsigned all = __ballot_sync(0xffffffff, wants);
  if (lane == 0) {
    first = atomicAdd(counter, __popc(all));
  }
  __syncwarp();
  if (wants) {
    numbers[thread] = first + __popc(all & ((1u << lane) - 1));
  }
}
