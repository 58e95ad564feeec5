// The scope of the flags is the GPU, which the host is not part of.
#include <cuda/atomic>

struct mailbox {
  int request;
  int asked;
  int answer;
  int answered;
};
using flag_ref = cuda::atomic_ref<int, cuda::thread_scope_device>;

extern "C" __global__ void serve(mailbox *box) {
  while (flag_ref(box->asked).load(cuda::memory_order_acquire) == 0) {
  }
  box->answer = box->request + 1;
  flag_ref(box->answered).store(1, cuda::memory_order_release);
}
