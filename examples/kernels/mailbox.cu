// A kernel that runs beside the host: it waits for a request in memory that both have mapped, and answers it.
#include <cuda/atomic>

struct mailbox {
  int request;
  int asked;
  int answer;
  int answered;
};
using flag_ref = cuda::atomic_ref<int, cuda::thread_scope_system>;

extern "C" __global__ void serve(mailbox *box) {
  while (flag_ref(box->asked).load(cuda::memory_order_acquire) == 0) {
  }
  box->answer = box->request + 1;
  flag_ref(box->answered).store(1, cuda::memory_order_release);
}
