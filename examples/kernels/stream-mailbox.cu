// One kernel leaves a value in a mailbox, another takes it. Neither synchronises: the order of the two is that of their streams.
extern "C" __global__ void leave(int *box, int value) {
  *box = value;
}

extern "C" __global__ void take(int *box, int *out) {
  *out = *box;
  *box = 0;
}
