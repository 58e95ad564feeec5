// nvcc -std=c++20 -arch=sm_90 -O3 -lineinfo
// The C++ library on the device: no kernel here shares anything but its results.
#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/mdspan>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/variant>

namespace std_ = cuda::std;

extern "C" __global__ void numbers(std_::complex<double> *z, unsigned *bits, int n) {
  auto span = std_::span<std_::complex<double>>(z, n);
  for (auto &one : span) one = std_::exp(one) / std_::sqrt(one + 1.0);
  bits[0] = std_::popcount(bits[1]) + std_::countl_zero(bits[2]) + std_::rotl(bits[3], 5);
}

__device__ std_::optional<int> halved(int x) { return x % 2 == 0 ? std_::optional<int>(x / 2) : std_::nullopt; }

extern "C" __global__ void choices(int *x, double *y) {
  std_::variant<int, double> either = *x > 0 ? std_::variant<int, double>(*x) : std_::variant<int, double>(*y);
  *y = std_::visit([](auto v) { return v * 2.0; }, either);
  auto [a, b] = std_::make_tuple(halved(*x).value_or(-1), std_::clamp(*x, 0, 10));
  *x = a + b;
}

extern "C" __global__ void views(float *data, int rows, int columns) {
  auto matrix = std_::mdspan<float, std_::dextents<int, 2>>(data, rows, columns);
  std_::array<float, 4> row{};
  for (int i = 0; i < 4; i++) row[i] = matrix(threadIdx.x, i);
  std_::make_heap(row.begin(), row.end());
  std_::sort_heap(row.begin(), row.end());
  for (int i = 0; i < 4; i++) matrix(threadIdx.x, i) = row[i];
}
