/** Families of tests that grow: each shape for as many threads, hops or rounds as asked. */

export interface Family {
  readonly name: string
  /** What the size counts. */
  readonly size: string
  readonly sizes: readonly number[]
  /** The bound of loops, if that is the size, and not something in the text. */
  readonly bound?: (size: number) => number
  readonly text: (size: number) => string
  /** The ending of the name of such a test's file. */
  readonly ending: '.test' | '.litmus'
}

const upTo = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const each = (count: number, text: (index: number) => string): string =>
  upTo(0, count - 1)
    .map(text)
    .join('')
const thread = (index: number, body: string): string => `d0.b${index}.t0 {\n${body}}\n`

/** Store buffering in a ring: each thread stores, fences, and does not see the store of the next. */
const ring = (threads: number): string =>
  each(threads, (i) => `.global x${i};\n`) +
  each(threads, (i) =>
    thread(i, `  st.relaxed.gpu [x${i}], 1;\n  fence.sc.gpu;\n  ld.relaxed.gpu r${i}, [x${(i + 1) % threads}];\n`),
  ) +
  `assert (not (${upTo(0, threads - 1)
    .map((i) => `r${i} == 0`)
    .join(' && ')})) as all_stale;\n`

/** Message passing along a chain: each thread but the first waits for the flag of the one before. */
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

/** Two writers, and readers that take turns in which of the two stores they look for first: can they disagree? */
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

/** A lock that serves threads in the order of their tickets, around an addition that is not atomic: is one lost? */
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

/** Message passing of a value through `proxies` surfaces, one after the other, with all the fences that it takes. */
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

/** Threads that add 1 to a counter atomically: can it end below their number? */
const counter = (threads: number): string =>
  '.global x;\n' +
  each(threads, (i) => thread(i, `  atom.add.relaxed.gpu r${i}, [x], 1;\n`)) +
  `assert ([x] >= ${threads}) as complete;\n`

const release = (flag: string): string => `  st.release.gpu [${flag}], 1;\n`
const acquire = (register: string, flag: string): string => `  ld.acquire.gpu ${register}, [${flag}] == 1;\n`
const fence = '  fence.acq_rel.gpu;\n'

export const families: readonly Family[] = [
  { name: 'ring', size: 'threads', sizes: upTo(2, 16), text: ring, ending: '.test' },
  { name: 'chain', size: 'threads', sizes: upTo(2, 32), text: (k) => chain(k, release, acquire), ending: '.test' },
  {
    name: 'chain+fence.acq_rel',
    size: 'threads',
    sizes: upTo(2, 32),
    text: (k) =>
      chain(
        k,
        (flag) => `${fence}  st.relaxed.gpu [${flag}], 1;\n`,
        (register, flag) => `  ld.relaxed.gpu ${register}, [${flag}] == 1;\n${fence}`,
      ),
    ending: '.test',
  },
  { name: 'IRIW', size: 'readers', sizes: upTo(2, 16), text: iriw, ending: '.test' },
  ...[2, 3].map(
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
  { name: 'counter', size: 'threads', sizes: upTo(2, 10), text: counter, ending: '.test' },
]
