/** Eight compiled kernels among the examples, launched with more and more threads, or blocks. */

export interface Growing {
  readonly kernel: string
  /** Relative to the examples. */
  readonly file: string
  readonly grows: 'threads' | 'blocks'
  readonly sizes: readonly number[]
  readonly launch: (size: number) => string
  readonly claim: (size: number) => string
}

const powers = (to: number): readonly number[] => [1, 2, 4, 8, 16, 32, 64, 128].filter((one) => one <= to)
const numbers = (count: number, item: (index: number) => number): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(', ')

export const growing: readonly Growing[] = [
  {
    kernel: 'counter',
    file: 'sizes/counter.ptx',
    grows: 'threads',
    sizes: powers(64),
    launch: (n) => `count<<<1, ${n}>>>(counter: unsigned)`,
    claim: (n) => `counter == ${n}`,
  },
  {
    kernel: 'claim',
    file: 'sizes/claim.ptx',
    grows: 'threads',
    sizes: powers(32),
    launch: (n) => `insert<<<1, ${n}>>>(slot: unsigned, count: unsigned)`,
    claim: (n) => `count == ${n}`,
  },
  {
    kernel: 'arrivals',
    file: 'sizes/arrivals.ptx',
    grows: 'threads',
    sizes: powers(64),
    launch: (n) => `exchange<<<1, ${n}>>>(out: int)`,
    claim: () => 'out == 7',
  },
  {
    kernel: 'meeting',
    file: 'sizes/meeting.ptx',
    grows: 'threads',
    sizes: powers(32),
    launch: (n) => `meet<<<1, ${n}>>>(out: int)`,
    claim: () => 'out == 7',
  },
  {
    kernel: 'last-block, 8 threads each',
    file: 'kernels/last-block.ptx',
    grows: 'blocks',
    sizes: powers(16),
    launch: (n) =>
      `last<<<${n}, 8>>>(in: int[${n}] = {${numbers(n, (i) => i + 1)}}, part: int[${n}], finished: unsigned, out: int)`,
    claim: (n) => `out == ${(n * (n + 1)) / 2}`,
  },
  {
    kernel: 'lock, 32 threads each',
    file: 'sizes/lock.ptx',
    grows: 'blocks',
    sizes: powers(8),
    launch: (n) => `visit<<<${n}, 32>>>(lock: unsigned, visits: unsigned)`,
    claim: (n) => `visits == ${n}`,
  },
  {
    kernel: 'semaphore',
    file: 'sizes/semaphore.ptx',
    grows: 'blocks',
    sizes: powers(4),
    launch: (n) => `visit<<<${n}, 1>>>(visits: unsigned)`,
    claim: (n) => `visits == ${2 * n}`,
  },
  {
    kernel: 'grid-barrier',
    file: 'kernels/grid-barrier.ptx',
    grows: 'blocks',
    sizes: powers(8),
    launch: (n) => `grid<<<${n}, 1>>>(x: unsigned[${n}], out: unsigned[${n}], arrived: unsigned)`,
    claim: (n) => `out == {${numbers(n, (i) => ((i + 1) % n) + 1)}}`,
  },
]
