// The fences do not reach the next GPU.
#define FENCE __threadfence
#include "ring.cu"
