// nvcc -std=c++17 -arch=sm_80 -O3 -lineinfo
#include <mma.h>
using namespace nvcuda;

template <class T>
__device__ void multiply(const T *a, const T *b, float *c, int n) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < n; k += 16) {
    wmma::load_matrix_sync(left, a + blockIdx.y * 16 * n + k, n);
    wmma::load_matrix_sync(right, b + blockIdx.x * 16 * n + k, n);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, sum, n, wmma::mem_row_major);
}

extern "C" __global__ void halves(const half *a, const half *b, float *c, int n) { multiply(a, b, c, n); }
extern "C" __global__ void bfloats(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int n) {
  multiply(a, b, c, n);
}
extern "C" __global__ void doubles(const double *a, const double *b, double *c, int n) {
  wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> sum;
  wmma::fill_fragment(sum, 0.0);
  wmma::load_matrix_sync(left, a, n);
  wmma::load_matrix_sync(right, b, n);
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(c, sum, n, wmma::mem_row_major);
}
