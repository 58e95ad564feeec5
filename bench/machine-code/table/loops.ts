/** Programs in which the assembler may delete loads or take them out of loops. */

import type { TableRow } from './rows.js'

/** The strengths of a load, and how PTX writes each. */
const loads = [
  'ld.global',
  'ld.volatile.global',
  'ld.relaxed.cta.global',
  'ld.relaxed.gpu.global',
  'ld.acquire.gpu.global',
]

const load = (opcode: string, into: string): string => `${opcode}.u32 ${into}, [in_global];`
const store = (opcode: string, value: number): string => `${opcode}.u32 [in_global], ${value};`

const spins: readonly TableRow[] = loads.map((opcode) => ({
  name: `until \`${opcode}\` returns another value than 0`,
  lines: ['{', '.reg .pred p;', 'again:', load(opcode, 'result'), 'setp.eq.u32 p, result, 0;', '@p bra again;', '}'],
}))

const counted: readonly TableRow[] = loads.map((opcode) => ({
  name: `at most 1,000 times until \`${opcode}\` returns another value than 0`,
  lines: [
    ...['{', '.reg .pred p;', '.reg .u32 rounds;', 'mov.u32 rounds, 0;', 'again:'],
    ...[load(opcode, 'result'), 'add.u32 rounds, rounds, 1;'],
    ...['setp.lt.u32 p, rounds, 1000;', 'setp.eq.and.u32 p, result, 0, p;', '@p bra again;', '}'],
  ],
}))

const dead: readonly TableRow[] = [
  ...loads.map((opcode) => ({
    name: `\`${opcode}\` whose result nothing reads`,
    lines: ['{', '.reg .u32 unread;', load(opcode, 'unread'), '}'],
  })),
  ...['relaxed.cta', 'relaxed.gpu', 'acquire.gpu', 'acq_rel.gpu'].map((order) => ({
    name: `\`atom.${order}\` whose result nothing reads`,
    lines: ['{', '.reg .u32 unread;', `atom.${order}.global.add.u32 unread, [in_global], 1;`, '}'],
  })),
  ...['test_wait', 'try_wait'].map((kind) => ({
    name: `\`mbarrier.${kind}.acquire.cta\` whose answer nothing reads`,
    lines: ['{', '.reg .pred unread;', `mbarrier.${kind}.acquire.cta.shared::cta.b64 unread, [in_shared], phase;`, '}'],
  })),
]

const repeated: readonly TableRow[] = [
  ...loads.map((opcode) => ({
    name: `two of \`${opcode}\`, of one address`,
    lines: [
      '{',
      '.reg .u32 first;',
      load(opcode, 'first'),
      load(opcode, 'result'),
      'add.u32 result, result, first;',
      '}',
    ],
  })),
  ...['st.global', 'st.volatile.global', 'st.relaxed.cta.global', 'st.relaxed.gpu.global'].map((opcode) => ({
    name: `two of \`${opcode}\`, to one address`,
    lines: [store(opcode, 1), store(opcode, 2)],
  })),
  {
    name: '`st.global`, then `ld.global` of the same address',
    lines: [store('st.global', 1), load('ld.global', 'result')],
  },
  {
    name: '`st.relaxed.gpu.global`, then `ld.relaxed.gpu.global` of the same address',
    lines: [store('st.relaxed.gpu.global', 1), load('ld.relaxed.gpu.global', 'result')],
  },
  {
    name: 'two of `ld.global`, with a `fence.acq_rel.gpu` between them',
    lines: [
      ...['{', '.reg .u32 first;', load('ld.global', 'first'), 'fence.acq_rel.gpu;'],
      ...[load('ld.global', 'result'), 'add.u32 result, result, first;', '}'],
    ],
  },
]

/** The programs, in the order in which the table has them. */
export const loopRows: readonly TableRow[] = [...spins, ...counted, ...dead, ...repeated]
