// A flag and data in a volatile structure of 64 bits, which is written and read member by member.
struct message {
  unsigned flag;
  unsigned data;
};

extern "C" __global__ void pass(volatile message *word, unsigned *out) {
  if (blockIdx.x == 0) {
    word->data = 42;
    word->flag = 1;
  } else {
    while (word->flag == 0) {
    }
    *out = word->data;
  }
}
