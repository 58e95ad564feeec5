// nvcc -std=c++17 -arch=sm_80 -O3 -lineinfo
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scan.h>

struct Mark {
  int *flags;
  __device__ void operator()(int i) const { flags[i] = 1; }
};

void scan(thrust::device_vector<int> &flags) {
  thrust::for_each(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(100),
                   Mark{thrust::raw_pointer_cast(flags.data())});
  thrust::exclusive_scan(flags.begin(), flags.end(), flags.begin());
}
