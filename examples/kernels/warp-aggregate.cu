// Each thread whose bit is set in `wanted` draws a number from a counter that several blocks share. Of the lanes that want one, the first draws
// for all by one atomic, and the others get the first number by a shuffle among them.
extern "C" __global__ void draw(unsigned wanted, unsigned *numbers, unsigned *counter) {
  unsigned lane = threadIdx.x;
  unsigned thread = blockIdx.x * blockDim.x + lane;
  bool wants = (wanted >> thread) & 1;
  unsigned all = __ballot_sync(0xffffffff, wants);
  if (wants) {
    unsigned leader = __ffs(all) - 1;
    unsigned first;
    if (lane == leader) {
      first = atomicAdd(counter, __popc(all));
    }
    first = __shfl_sync(all, first, leader);
    numbers[thread] = first + __popc(all & ((1u << lane) - 1));
  }
  __syncwarp();
}
