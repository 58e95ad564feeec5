// The mask of the shuffle names all lanes, but those that want no number do not come to it: they are at __syncwarp, and each waits for the
// others.
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
    first = __shfl_sync(0xffffffff, first, leader);
    numbers[thread] = first + __popc(all & ((1u << lane) - 1));
  }
  __syncwarp();
}
