/** Families of tests that grow: each shape for as many threads, hops or rounds as asked. */

export interface Family {
  readonly name: string
  /** The quantity that the size counts. */
  readonly size: string
  readonly sizes: readonly number[]
  /** Returns the bound of loops, if that is the size, and not something in the text. */
  readonly bound?: (size: number) => number
  readonly text: (size: number) => string
  /** The ending of the name of such a test's file. */
  readonly ending: '.test' | '.litmus'
  /** The folder in which the modules are that it names, if it names some. */
  readonly folder?: string
}

const upTo = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const each = (count: number, text: (index: number) => string): string =>
  upTo(0, count - 1)
    .map(text)
    .join('')
const thread = (index: number, body: string): string => `d0.b${index}.t0 {\n${body}}\n`

/** Returns store buffering in a ring: each thread stores, fences, and does not see the store of the next. */
const ring = (threads: number): string =>
  each(threads, (i) => `.global x${i};\n`) +
  each(threads, (i) =>
    thread(i, `  st.relaxed.gpu [x${i}], 1;\n  fence.sc.gpu;\n  ld.relaxed.gpu r${i}, [x${(i + 1) % threads}];\n`),
  ) +
  `assert (not (${upTo(0, threads - 1)
    .map((i) => `r${i} == 0`)
    .join(' && ')})) as all_stale;\n`

/** Returns message passing along a chain: each thread but the first waits for the flag of the one before. */
const chain = (
  threads: number,
  signal: (flag: string) => string,
  wait: (register: string, flag: string) => string,
): string =>
  '.global x;\n' +
  each(threads - 1, (i) => `.global f${i};\n`) +
  thread(0, `  st.weak [x], 1;\n${signal('f0')}`) +
  each(threads - 2, (i) => thread(i + 1, wait(`r${i}`, `f${i}`) + signal(`f${i + 1}`))) +
  thread(threads - 1, `${wait(`r${threads - 2}`, `f${threads - 2}`)}  ld.weak r, [x];\n`) +
  'assert (not (r == 0)) as stale;\n'

/**
 * Returns a test with two writers, and readers that take turns in which of the two stores they look for first: can they
 * disagree?
 */
const iriw = (readers: number): string =>
  `.global x;\n.global y;\n${thread(0, '  st.relaxed.gpu [x], 1;\n')}${thread(1, '  st.relaxed.gpu [y], 1;\n')}${each(
    readers,
    (i) => {
      const [first, second] = i % 2 === 0 ? ['x', 'y'] : ['y', 'x']
      return thread(
        i + 2,
        `  ld.relaxed.gpu r${i}, [${first}];\n  fence.sc.gpu;\n  ld.relaxed.gpu s${i}, [${second}];\n`,
      )
    },
  )}assert (not (${upTo(0, readers - 1)
    .map((i) => `r${i} == 1 && s${i} == 0`)
    .join(' && ')})) as disagree;\n`

/**
 * Returns a test with a lock that serves threads in the order of their tickets, around an addition that is not atomic:
 * is one lost?
 */
const ticketLock = (threads: number): string => {
  const rows = [
    (i: number) => `P${i}@cta ${i},gpu 0`,
    () => 'atom.relaxed.gpu.add r0, next, 1',
    () => 'WAIT:',
    () => 'ld.acquire.gpu r1, serving',
    () => 'bne r0, r1, WAIT',
    () => 'ld.weak r2, x',
    () => 'add r2, r2, 1',
    () => 'st.weak x, r2',
    () => 'atom.release.gpu.add r3, serving, 1',
  ]
  const line = (cell: (i: number) => string) =>
    ` ${upTo(0, threads - 1)
      .map(cell)
      .join(' | ')} ;\n`
  return `PTX ticket-lock\n{\nx = 0; next = 0; serving = 0;\n}\n${rows.map(line).join('')}exists (x < ${threads})\n`
}

/**
 * Returns message passing of a value through `proxies` surfaces, one after the other, with all the fences that it
 * takes.
 */
const proxies = (count: number): string =>
  each(count, (i) => `.global x${i};\n.surfref s${i} virtually aliases x${i};\n`) +
  '.global flag;\n' +
  thread(0, `${each(count, (i) => `  sust.weak [s${i}], 1;\n`)}  fence.proxy.surface;\n  st.release.gpu [flag], 1;\n`) +
  thread(
    1,
    `  ld.acquire.gpu r, [flag];\n  fence.proxy.surface;\n${each(count, (i) => `  suld.weak r${i}, [s${i}];\n`)}`,
  ) +
  `assert (not (r == 1 && (${upTo(0, count - 1)
    .map((i) => `r${i} == 0`)
    .join(' || ')}))) as stale;\n`

/** Returns a test with threads that add 1 to a counter atomically: can it end below their number? */
const counter = (threads: number): string =>
  '.global x;\n' +
  each(threads, (i) => thread(i, `  atom.add.relaxed.gpu r${i}, [x], 1;\n`)) +
  `assert ([x] >= ${threads}) as complete;\n`

/**
 * Returns a test with threads that add 1 to a counter and store what it was, each elsewhere, so that no two can be
 * exchanged: does the first find it too high?
 */
const distinct = (threads: number): string =>
  '.global x;\n' +
  each(threads, (i) => `.global c${i};\n`) +
  each(threads, (i) => thread(i, `  atom.add.relaxed.gpu r${i}, [x], 1;\n  st.weak [c${i}], r${i};\n`)) +
  `assert (r0 < ${threads}) as below;\n`

/**
 * Returns a test with as many readers as writers of one location: can the readers see the writes follow each other in a
 * circle?
 */
const corr = (writers: number): string =>
  '.global x;\n' +
  each(writers, (i) => thread(i, `  st.relaxed.gpu [x], ${i + 1};\n`)) +
  each(writers, (i) => thread(writers + i, `  ld.relaxed.gpu a${i}, [x];\n  ld.relaxed.gpu b${i}, [x];\n`)) +
  `assert (not (${upTo(0, writers - 1)
    .map((i) => `a${i} == ${i + 1} && b${i} == ${((i + 1) % writers) + 1}`)
    .join(' && ')})) as one_order;\n`

/** Two locks by exchange, one taken inside the other, and a thread that takes the outer one only. */
const nested = `.global x;
.global y;
d0.b0.t0 {
OUTER:
  atom.relaxed.gpu.exch r0, [x], 1;
INNER:
  atom.relaxed.gpu.exch r1, [y], 1;
  bne r1, 0, INNER;
  bne r0, 0, OUTER;
  st.relaxed.gpu [y], 0;
  st.relaxed.gpu [x], 0;
}
d0.b1.t0 {
AGAIN:
  atom.relaxed.gpu.exch r0, [x], 1;
  bne r0, 0, AGAIN;
  st.relaxed.gpu [x], 0;
}
exists (d0.b0.t0:r0 == 0) as taken;
`

/**
 * Returns a test with a bulk copy to each of `stages` stages, twice, and a thread that waits for each tile, reads it,
 * and hands its stage back.
 */
const pipeline = (stages: number): string => {
  const wait = (label: string, barrier: string, parity: number) =>
    `${label}:\n  mbarrier.try_wait.parity.shared.b64 p, [${barrier}], ${parity};\n  beq p, 0, ${label};\n`
  const copy = (tile: number) =>
    `  mbarrier.arrive.expect_tx.shared.b64 _, [full[${tile % stages}]], 16;
  cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [buf[${4 * (tile % stages)}]], [src[${4 * tile}]], 16, [full[${tile % stages}]];\n`
  const tiles = 2 * stages
  return `.global .u32 src[${4 * tiles}] = {${upTo(0, 4 * tiles - 1).map((i) => (i % 4 === 0 ? i / 4 + 1 : 0))}};
.shared .u32 buf[${4 * stages}];
.shared .b64 full[${stages}];
.shared .b64 empty[${stages}];
d0.b0.t0 {
${each(stages, (i) => `  mbarrier.init.shared.b64 [full[${i}]], 1;\n  mbarrier.init.shared.b64 [empty[${i}]], 1;\n`)}  bar.sync 0;
${each(tiles, (i) => (i < stages ? '' : wait(`E${i}`, `empty[${i % stages}]`, 0)) + copy(i))}}
d0.b0.t1 {
  bar.sync 0;
${each(
  tiles,
  (i) =>
    `${wait(`F${i}`, `full[${i % stages}]`, i < stages ? 0 : 1)}  ld.shared.u32 r${i}, [buf[${4 * (i % stages)}]];
  fence.proxy.async.shared::cta;\n  mbarrier.arrive.shared.b64 _, [empty[${i % stages}]];\n`,
)}}
exists (${upTo(0, tiles - 1)
    .map((i) => `r${i} != ${i + 1}`)
    .join(' || ')}) as wrong;
`
}

const list = (count: number, item: (i: number) => number): string =>
  upTo(0, count - 1)
    .map(item)
    .join(', ')

/** The launches of the largest compiled kernels among the examples, by the number of their blocks. */
const launches: Readonly<Record<string, (blocks: number) => readonly [memory: string, launch: string, claim: string]>> =
  {
    'mcs-lock': (n) => [
      `.global .u64 tail;\n.global .u64 nodes[${2 * n}];\n.global .u32 counter;`,
      `count<<<${n}, 1>>>(tail, nodes, counter)`,
      `counter == ${n}`,
    ],
    'mpmc-queue': (n) => [
      `.global .u32 queue[4] = {0, 0, 1, 0};\n.global .u32 tail;\n.global .u32 head;\n.global .u32 out[${n / 2}];`,
      `exchange<<<${n}, 1>>>(queue, tail, head, 2, out)`,
      upTo(0, n / 2 - 1)
        .map((i) => `out[${i}] < ${n + 1}`)
        .join(' && '),
    ],
    'grid-barrier': (n) => [
      `.global .u32 x[${n}];\n.global .u32 out[${n}];\n.global .u32 arrived;`,
      `grid<<<${n}, 1>>>(x, out, arrived)`,
      `out == {${list(n, (i) => ((i + 1) % n) + 1)}}`,
    ],
    'cooperative-groups': (n) => [
      `.global .u32 x[${n}];\n.global .u32 out[${n}];`,
      `grid<<<${n}, 1, cooperative>>>(x, out)`,
      `out == {${list(n, (i) => ((i + 1) % n) + 1)}}`,
    ],
    'double-checked': (n) => [
      `.global .u32 table[2];\n.global .u32 ready;\n.global .u32 mutex;\n.global .u32 out[${n}];`,
      `look_up<<<${n}, 1>>>(table, ready, mutex, out)`,
      `out == {${list(n, () => 4)}}`,
    ],
  }

const release = (flag: string): string => `  st.release.gpu [${flag}], 1;\n`
const acquire = (register: string, flag: string): string => `  ld.acquire.gpu ${register}, [${flag}] == 1;\n`
const fence = '  fence.acq_rel.gpu;\n'

export const families: readonly Family[] = [
  { name: 'ring', size: 'threads', sizes: [...upTo(2, 16), 32, 64], text: ring, ending: '.test' },
  {
    name: 'chain',
    size: 'threads',
    sizes: [...upTo(2, 32), 64, 128],
    text: (k) => chain(k, release, acquire),
    ending: '.test',
  },
  {
    name: 'chain+fence.acq_rel',
    size: 'threads',
    sizes: [...upTo(2, 32), 64, 128],
    text: (k) =>
      chain(
        k,
        (flag) => `${fence}  st.relaxed.gpu [${flag}], 1;\n`,
        (register, flag) => `  ld.relaxed.gpu ${register}, [${flag}] == 1;\n${fence}`,
      ),
    ending: '.test',
  },
  { name: 'IRIW', size: 'readers', sizes: [...upTo(2, 16), 32], text: iriw, ending: '.test' },
  ...[2, 3, 4].map(
    (threads): Family => ({
      name: `ticket-lock-${threads}`,
      size: 'bound',
      sizes: upTo(1, 4),
      bound: (size) => size,
      text: () => ticketLock(threads),
      ending: '.litmus',
    }),
  ),
  { name: 'proxies', size: 'proxies', sizes: upTo(1, 8), text: proxies, ending: '.test' },
  { name: 'counter', size: 'threads', sizes: [...upTo(2, 10), 16], text: counter, ending: '.test' },
  { name: 'corr', size: 'writers', sizes: [4, 8, 16, 24], text: corr, ending: '.test' },
  { name: 'distinct', size: 'threads', sizes: upTo(2, 8), text: distinct, ending: '.test' },
  { name: 'nested', size: 'bound', sizes: upTo(1, 5), bound: (size) => size, text: () => nested, ending: '.test' },
  { name: 'pipeline', size: 'stages', sizes: upTo(1, 4), text: pipeline, ending: '.test' },
  ...Object.entries(launches).map(
    ([kernel, launched]): Family => ({
      name: kernel,
      size: 'blocks',
      sizes: [2, 4, 8],
      text: (blocks) => {
        const [memory, launch, claim] = launched(blocks)
        return `module "${kernel}.ptx";\n${memory}\nhost {\n  ${launch};\n  cudaDeviceSynchronize();\n}\nassert (${claim}) as claimed;\n`
      },
      ending: '.test',
      folder: 'examples/kernels',
    }),
  ),
]
