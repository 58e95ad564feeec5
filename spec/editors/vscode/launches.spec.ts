import { launchesIn } from '../../../editors/vscode/launches.js'

test.each([
  ['__global__ void k() {}', ['k<<<2, 1>>>()']],
  ['__global__ void k(void) {}', ['k<<<2, 1>>>()']],
  [
    'extern "C" __global__ void __launch_bounds__(256) k(const float *__restrict__ in, volatile int* flag, int n) {}',
    ['k<<<2, 1>>>(in: float, flag: int, 1)'],
  ],
  ['__global__ __launch_bounds__(64, 2) void k(unsigned long long *sum) {}', ['k<<<2, 1>>>(sum: unsigned long long)']],
  ['template <typename T> __global__ void k(T *x, size_t n) {}', ['k<<<2, 1>>>(x: T, 1)']],
  [
    '// __global__ void old(int *x)\n__global__ void a(int *x) {}\nstatic __global__ void b(int *y);',
    ['a<<<2, 1>>>(x: int)', 'b<<<2, 1>>>(y: int)'],
  ],
  ['__device__ void f(int *x) {}', []],
])('%j', (text, launches) => expect(launchesIn(text)).toEqual(launches))
