import { type Measured, tables } from '../../../bench/units/table.js'

const measured: readonly Measured[] = [
  {
    unit: { name: 'a', source: 'a.cu', compiler: 'nvcc', flags: ['-arch=sm_90', '-G'] },
    version: '13.5.37',
    bytes: 1234567,
    read: 12.4,
    kernels: [
      {
        name: 'k',
        instructions: 1000,
        refused: new Map([
          ['shfl.sync.up.b32', 2],
          ['cp.async.bulk.wait_group', 1],
        ]),
      },
      { name: 'k (2)', instructions: 5, refused: new Map() },
    ],
  },
  {
    unit: { name: 'b', source: 'b.py', compiler: 'triton', flags: ['sm_80', 'f'] },
    version: '3.9.0',
    bytes: 100,
    read: 30,
    kernels: [
      {
        name: 'f',
        instructions: 7,
        refused: new Map([
          ['shfl.sync.idx.b32', 1],
          ['call by pointer', 3],
        ]),
      },
    ],
  },
]

test('the tables of two units', () => {
  expect(tables(measured)).toBe(`## Units

| unit | compiler | bytes | ms | kernels | nothing refused | instructions | refused |
|---|---|---:|---:|---:|---:|---:|---:|
| a | nvcc 13.5.37 -arch=sm_90 -G | 1,234,567 | 12 | 2 | 1 | 1,005 | 3 |
| b | triton 3.9.0 sm_80 f | 100 | 30 | 1 | 0 | 7 | 4 |
| **most** |  | 1,234,567 | 30 |  |  |  |  |
| **all 2** |  | 1,234,667 | 42 | 3 | 1 | 1,012 | 7 |

## What is refused

| opcode | units | kernels | instructions |
|---|---:|---:|---:|
| \`shfl\` | 2 | 2 | 3 |
| \`call by pointer\` | 1 | 1 | 3 |
| \`cp.async.bulk\` | 1 | 1 | 1 |

## Kernels

| unit | kernel | instructions | refused |
|---|---|---|---|
| a | \`k\` | 1,000 | \`shfl.sync.up.b32\` × 2, \`cp.async.bulk.wait_group\` |
| a | \`k (2)\` | 5 | nothing |
| b | \`f\` | 7 | \`shfl.sync.idx.b32\`, \`call by pointer\` × 3 |`)
})
