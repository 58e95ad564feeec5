// The pointer is volatile in place of atomic. That the reader needs the pointer to find the value orders nothing in PTX.
struct node {
  int key;
  int value;
};

extern "C" __global__ void publish(node *fresh, node *volatile *published, int *out) {
  if (blockIdx.x == 0) {
    fresh->key = 1;
    fresh->value = 42;
    __threadfence();
    *published = fresh;
  } else {
    node *found;
    do {
      found = *published;
    } while (found == nullptr);
    out[blockIdx.x] = found->value;
  }
}
