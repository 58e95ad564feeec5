// The fences do not reach the other GPU.
#define FENCE __threadfence
#include "all-reduce-two-stages.cu"
