// The look-back that reads a status relaxed: what the status announces may be read before it is there. Each block announces its sum,
// adds up what the blocks before it announced, back to the first that announces all up to itself, and announces that.
#include <cuda/atomic>

enum status : unsigned { nothing, sum, prefix };
using status_ref = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

extern "C" __global__ void scan(const int *in, int *out, int *sums, int *prefixes, unsigned *statuses) {
  int block = blockIdx.x;
  int mine = in[block];
  int before = 0;
  if (block > 0) {
    sums[block] = mine;
    status_ref(statuses[block]).store(sum, cuda::memory_order_release);
    for (int other = block - 1;; other--) {
      unsigned status;
      do {
        status = status_ref(statuses[other]).load(cuda::memory_order_relaxed);
      } while (status == nothing);
      if (status == prefix) {
        before += prefixes[other];
        break;
      }
      before += sums[other];
    }
  }
  prefixes[block] = before + mine;
  status_ref(statuses[block]).store(prefix, cuda::memory_order_release);
  out[block] = before + mine;
}
