import { kernelsIn } from '../../source/cuda-kernels.js'

test('kernels have parameters with types, pointers and names', () => {
  const [first, ...others] = kernelsIn(`// __global__ void old(int *x)
template <typename T>
__global__ void __launch_bounds__(64, 2) k(const T *__restrict__ in, unsigned long long n,
                                           MACRO) {}
__device__ void helper(int *x) {}
`)
  expect(others).toEqual([])
  expect(first).toEqual({
    name: 'k',
    parameters: [
      { type: 'T', isPointer: true, name: 'in' },
      { type: 'unsigned long long', isPointer: false, name: 'n' },
      undefined,
    ],
  })
})
