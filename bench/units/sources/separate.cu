// nvcc -std=c++17 -arch=sm_90 -O3 -lineinfo -rdc=true
// nvcc -std=c++17 -arch=sm_75 -G -rdc=true
// A unit of several: functions and memory of others, calls by pointers, recursion.
extern __device__ int shared_with_others[];
extern __device__ int elsewhere(const int *x, long n);
__constant__ int table[8] = {1, 1, 2, 3, 5, 8, 13, 21};
__device__ volatile int counter;
__managed__ int managed;

struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int side) : side(side) {}
  __device__ int area() const override { return side * side; }
};
struct Wide : Square {
  using Square::Square;
  __device__ int area() const override { return 2 * Square::area() + shared_with_others[side]; }
};

__device__ __noinline__ int ackermann(int m, int n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int thrice(int x) { return 3 * x; }
typedef int (*Function)(int);
__device__ Function functions[2] = {twice, thrice};

extern "C" __global__ void calls(int *x, int which) {
  Shape *shape = which > 3 ? static_cast<Shape *>(new Wide(which)) : new Square(which);
  x[0] = shape->area() + functions[which & 1](x[1]) + ackermann(2, which) + table[which & 7];
  x[1] = elsewhere(x, counter++) + managed;
  delete shape;
}

struct Large {
  double values[12];
  short tag;
};
__device__ __noinline__ Large change(Large all, int i) {
  all.values[i] += 1;
  all.tag++;
  return all;
}

extern "C" __global__ void structures(Large *all, const __grid_constant__ Large given, int i) {
  all[threadIdx.x] = change(given, i);
  switch (i) {
  case 0: all->tag = 5; break;
  case 1: all->tag = 9; break;
  case 2: all->tag = 2; break;
  case 3: all->tag = 6; break;
  case 4: all->tag = 53; break;
  case 5: all->tag = 58; break;
  }
}
