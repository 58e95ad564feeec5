import { formats } from '../../../litmus/format.js'
import type { Instruction } from '../../../litmus/instruction.js'
import { printProgram } from '../../../litmus/print.js'
import { threadAt } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import { testIn } from '../../support.js'
import { placeless } from '../placeless.js'

const memory = `.shared .b64 bar; .shared .b64 bars[2]; .shared .u32 s[8]; .global .u32 g[8]; .global .u64 w[4];`
const before = 'mov.u32 n, 16; mov.u64 state, 5; setp.eq.u32 p, n, 1; mov.u32 at, &bar; mov.u64 far, &g; '

const program = (line: string) =>
  testIn(`${memory} d0.c0.b0.t0 { ${before} ${line}; } d0.c0.b1.t0 { mbarrier.init.shared.b64 [bar], 1; st.shared.u32 [s], 0; ld.shared.u64 b, [bars]; }
    check (true) as q;`)
const instructionsOf = (line: string): readonly Instruction[] =>
  threadAt(program(line).threads, 0).instructions.slice(5)

const bulk = 'cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes'
const toCluster = 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes'
const acrossCtas = 'cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes'
const out = 'cp.async.bulk.global.shared::cta.bulk_group'
const reduceHere = 'cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes'
const reduceOut = 'cp.reduce.async.bulk.global.shared::cta.bulk_group'
const store = 'st.async.weak.shared::cluster.mbarrier::complete_tx::bytes'
const genericStore = 'st.async.mbarrier::complete_tx::bytes'
const reduction = 'red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes'
const nothing = ''

/** Statements as PTX writes them, and as we do if that differs. */
const statements: readonly (readonly [string, string?])[] = [
  ['mbarrier.init.shared.b64 [bar], 1'],
  ['mbarrier.init.shared::cta.b64 [bars+8], n', 'mbarrier.init.shared.b64 [bars[1]], n'],
  ['mbarrier.init.b64 [bar], 1048575'],
  ['mbarrier.init.shared.b64 [at], 1'],
  ['mbarrier.inval.shared.b64 [bar]'],
  ['mbarrier.inval.b64 [bar]'],
  ['mbarrier.arrive.shared.b64 r, [bar]', 'mbarrier.arrive.release.cta.shared.b64 r, [bar]'],
  ['mbarrier.arrive.b64 _, [bar], 2', 'mbarrier.arrive.release.cta.b64 _, [bar], 2'],
  ['mbarrier.arrive.release.cluster.shared::cluster.b64 _, [d0.c0.b1:bar]'],
  ['mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [at+8], n'],
  ['mbarrier.arrive.relaxed.cta.shared::cta.b64 r, [bar], n', 'mbarrier.arrive.relaxed.cta.shared.b64 r, [bar], n'],
  [
    'mbarrier.arrive.expect_tx.shared.b64 r, [bar], 16',
    'mbarrier.arrive.expect_tx.release.cta.shared.b64 r, [bar], 16',
  ],
  ['mbarrier.arrive.expect_tx.relaxed.cluster.shared::cluster.b64 _, [d0.c0.b1:bar], n'],
  [
    'mbarrier.arrive.noComplete.shared.b64 r, [bar], 3',
    'mbarrier.arrive.noComplete.release.cta.shared.b64 r, [bar], 3',
  ],
  ['mbarrier.arrive_drop.shared.b64 r, [bar]', 'mbarrier.arrive_drop.release.cta.shared.b64 r, [bar]'],
  ['mbarrier.arrive_drop.release.cluster.shared::cluster.b64 _, [d0.c0.b1:bar], 4'],
  ['mbarrier.arrive_drop.expect_tx.relaxed.cta.shared.b64 _, [bar], 16'],
  ['mbarrier.arrive_drop.noComplete.release.cta.shared.b64 r, [bar], 3'],
  ['mbarrier.expect_tx.shared.b64 [bar], 16', 'mbarrier.expect_tx.relaxed.cta.shared.b64 [bar], 16'],
  ['mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [d0.c0.b1:bar], n'],
  ['mbarrier.complete_tx.relaxed.cta.shared.b64 [bar], 16'],
  ['mbarrier.complete_tx.b64 [bar], -16', 'mbarrier.complete_tx.relaxed.cta.b64 [bar], -16'],
  ['mbarrier.test_wait.shared.b64 q, [bar], state', 'mbarrier.test_wait.acquire.cta.shared.b64 q, [bar], state'],
  [
    'mbarrier.test_wait.parity.relaxed.cluster.shared::cta.b64 q, [bar], n',
    'mbarrier.test_wait.parity.relaxed.cluster.shared.b64 q, [bar], n',
  ],
  ['mbarrier.try_wait.parity.shared.b64 q, [bar], 1', 'mbarrier.try_wait.parity.acquire.cta.shared.b64 q, [bar], 1'],
  ['mbarrier.try_wait.b64 q, [bar], state, 1000', 'mbarrier.try_wait.acquire.cta.b64 q, [bar], state'],
  [
    'mbarrier.try_wait.parity.acquire.cluster.shared.b64 q, [bar], 0, n',
    'mbarrier.try_wait.parity.acquire.cluster.shared.b64 q, [bar], 0',
  ],
  ['mbarrier.init.layout::v0.shared.b64 [bar], 2', 'mbarrier.init.shared.b64 [bar], 2'],
  [
    'mbarrier.try_wait.parity.phase_type::conditional.relaxed.cta.shared.b64 q, [bar], 0',
    'mbarrier.try_wait.parity.relaxed.cta.shared.b64 q, [bar], 0',
  ],
  [
    'mbarrier.test_wait.phase_type::primary.shared.b64 q, [bar], state',
    'mbarrier.test_wait.acquire.cta.shared.b64 q, [bar], state',
  ],
  ['mbarrier.pending_count.layout::v0.b64 r, state'],
  ['mbarrier.pending_count.b64 r, state'],
  ['cp.async.ca.shared.global [s], [g], 16', 'cp.async.ca.shared.global [s[0]], [g[0]], 16'],
  ['cp.async.cg.shared::cta.global.L2::128B [s], [far], 16', 'cp.async.ca.shared.global [s[0]], [far], 16'],
  ['cp.async.ca.shared.global [s[2]], [far+8], 8, 4'],
  ['cp.async.ca.shared.global [s[1]], [g[1]], 4, 0'],
  ['cp.async.ca.shared.global [s[0]], [g[0]], 16, n'],
  ['cp.async.ca.shared.global [s[0]], [g[0]], 16, p'],
  [
    'cp.async.ca.shared.global.L2::cache_hint [s[0]], [g[0]], 16, p, state',
    'cp.async.ca.shared.global [s[0]], [g[0]], 16, p',
  ],
  ['cp.async.commit_group'],
  ['cp.async.wait_group 0'],
  ['cp.async.wait_all'],
  ['cp.async.mbarrier.arrive.b64 [bar]'],
  ['cp.async.mbarrier.arrive.noinc.shared::cta.b64 [bar]', 'cp.async.mbarrier.arrive.noinc.shared.b64 [bar]'],
  ['cp.async.bulk.commit_group'],
  ['cp.async.bulk.wait_group 3'],
  ['cp.async.bulk.wait_group.read 0'],
  [`${bulk} [s[0]], [g[0]], 32, [bar]`],
  [`${bulk}.L2::cache_hint [s+4], [far], n, [bars[1]], state`, `${bulk} [s[1]], [far], n, [bars[1]]`],
  [`${bulk} [s[0]], [g[0]], 6, [bar]`],
  [`${toCluster} [d0.c0.b1:s[0]], [g[4]], 16, [d0.c0.b1:bar]`],
  [`${toCluster} [at+8], [far], 16, [at]`],
  [`${toCluster}.multicast::cluster [s[0]], [g[0]], 16, [bar], 3`],
  [
    `${toCluster}.multicast::cluster.L2::cache_hint [at], [far], n, [at], n, state`,
    `${toCluster}.multicast::cluster [at], [far], n, [at], n`,
  ],
  [`${acrossCtas} [d0.c0.b1:s[0]], [s[0]], 16, [d0.c0.b1:bar]`],
  [`${out} [g[0]], [s[0]], 16`],
  [`${out}.L2::cache_hint [far+16], [at], n, state`, `${out} [far+16], [at], n`],
  ...['add.u32', 'add.s32', 'add.u64', 'min.u32', 'max.s32', 'inc.u32', 'dec.u32', 'and.b32', 'or.b32', 'xor.b32'].map(
    (what) => [`${reduceHere}.${what} [d0.c0.b1:s[0]], [s[0]], 16, [d0.c0.b1:bar]`] as const,
  ),
  ...[
    'add.u64',
    'min.u64',
    'max.s64',
    'and.b64',
    'add.f32',
    'add.f64',
    'add.noftz.f16',
    'add.noftz.bf16',
    'min.f16',
    'max.bf16',
  ].map((what) => [`${reduceOut}.${what} [g[0]], [s[0]], 16`] as const),
  [`${store}.u32 [d0.c0.b1:s[0]], 1, [d0.c0.b1:bar]`],
  [`${store}.b32 [s], n, [bar]`, `${store}.s32 [s[0]], n, [bar]`],
  [`${store}.u64 [s[2]], state, [bars[1]]`],
  [`${store}.s64 [s[2]], -1, [bars[1]]`],
  [`${store}.v2.f32 [s], {n, 0f3F800000}, [bar]`, `${store}.v2.u32 [s[0]], {n, 1065353216}, [bar]`],
  [`${store}.v2.u64 [s[0]], {state, 2}, [bar]`],
  [`${store}.v4.s32 [s[4]], {n, 2, -3, n}, [bar]`],
  [`${store}.u32 [at-8], n, [at]`],
  [`${genericStore}.u64 [far], &s, [bar]`, `st.async.weak.mbarrier::complete_tx::bytes.u64 [far], &s[0], [bar]`],
  ...['add.u32', 'add.s32', 'add.u64', 'min.u32', 'max.s32', 'inc.u32', 'dec.u32', 'and.b32', 'or.b32', 'xor.b32'].map(
    (what) => [`${reduction}.${what} [d0.c0.b1:s[0]], ${what.endsWith('64') ? 'state' : 'n'}, [d0.c0.b1:bar]`] as const,
  ),
  [`st.async.release.gpu.global.u32 [g[0]], n`],
  [`st.async.sys.release.mmio.global.b64 [w], 5`, `st.async.mmio.release.sys.global.s64 [w[0]], 5`],
  [`st.async.release.sys.u8 [far+1], n`, `st.async.release.sys.global.u8 [far+1], n`],
  ...['u32', 's32'].map((type) => [`red.async.release.sys.global.add.${type} [g[1]], n`] as const),
  ...['u64', 's64'].map((type) => [`red.async.release.gpu.global.add.${type} [w[1]], state`] as const),
  [`${bulk.replace('bulk', 'bulk.weak')} [s[0]], [g[0]], 32, [bar]`, `${bulk} [s[0]], [g[0]], 32, [bar]`],
  ...['cta', 'cluster', 'gpu', 'sys'].map(
    (scope) => [`${out.replace('bulk', `bulk.relaxed.${scope}`)}.b128 [g[0]], [s[0]], 16`] as const,
  ),
  [`${acrossCtas.replace('bulk', 'bulk.relaxed.cluster')}.b128 [d0.c0.b1:s[0]], [s[0]], 16, [d0.c0.b1:bar]`],
  [`${toCluster.replace('bulk', 'bulk.relaxed.gpu')}.multicast::cluster.b128 [s[0]], [g[0]], 16, [bar], 3`],
  [`${reduceOut.replace('bulk', 'bulk.relaxed.gpu')}.add.u32 [g[0]], [s[0]], 16`],
  [
    `${reduceOut.replace('bulk', 'bulk.relaxed.sys')}.add.u32 [g[0]], [s[0]], 16`,
    `${reduceOut}.add.u32 [g[0]], [s[0]], 16`,
  ],
  ['cp.async.bulk.prefetch.L2.global [g], 16', nothing],
  ['cp.async.bulk.prefetch.L2.global.L2::cache_hint [g], 16, state', nothing],
  ['fence.proxy.async'],
  ['fence.proxy.async.global'],
  ['fence.proxy.async.shared::cta'],
  ['fence.proxy.async.shared::cluster'],
  ['membar.proxy.async', 'fence.proxy.async'],
  ['membar.proxy.alias', 'fence.proxy.alias'],
  ['fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster'],
  ['fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster'],
  ['fence.release.sync_restrict::shared::cta.cluster'],
  ['fence.acquire.sync_restrict::shared::cluster.cluster'],
  ['fence.mbarrier_init.release.cluster'],
  ['fence.proxy.alias.release.sys'],
  ['fence.proxy.alias.acquire.sys'],
]

/** Returns instructions with the names of copies as nvlitmus tests write them. */
const withoutFormat = (instructions: readonly Instruction[]): unknown =>
  JSON.parse(JSON.stringify(placeless(instructions)).replace(/"P([01]):/g, '"d0.c0.b$1:'))

/** Returns the lines of the first thread after those that precede the statement. */
const printedAs = (line: string): readonly string[] => {
  const text = printProgram(program(line), 'nvlitmus')
  const [, body = ''] = /d0\.c0\.b0\.t0 \{\n(.*?)\n\}/s.exec(text) ?? []
  return body
    .split('\n')
    .slice(5)
    .map((one) => one.trim().replace(/;$/, ''))
}

describe.each(statements.map(([line, canonical = line]) => [line, canonical] as const))('%s', (line, canonical) => {
  test('is printed', () => expect(printedAs(line)).toEqual(canonical === nothing ? [] : [canonical]))
  test.each(formats)('is read again in %s', (format) => {
    const again = testIn(printProgram(program(line), format))
    expect(withoutFormat(threadAt(again.threads, 0).instructions.slice(5))).toEqual(withoutFormat(instructionsOf(line)))
  })
})

test('a herd-style test names memory without brackets', () => {
  const text = (body: readonly string[]) =>
    `PTX q\n{\nuint64_t bar @ shared; uint32_t s[4] @ shared; uint32_t g[4];\n}\n P0@cta 0,gpu 0 ;\n${body.map((one) => ` ${one} ;\n`).join('')}exists (true)`
  const lines = ['mbarrier.init.shared.b64 bar, 1', `${bulk} s, g, 16, bar`, 'mbarrier.arrive.shared.b64 r, bar']
  const inBrackets = lines.map((one) => one.replace(/\b(bar|s|g)(?=,|$)/g, '[$1]'))
  const instructions = (body: readonly string[]) => placeless(testIn(text(body)).threads[0]?.instructions)
  expect(instructions(lines)).toEqual(instructions(inBrackets))
})

describe('the meaning of the instructions', () => {
  const only = (line: string): Instruction => must(instructionsOf(line)[0], 'an instruction')
  test.each<readonly [string, object]>([
    [
      'mbarrier.init.shared.b64 [bar], 2',
      { order: 'weak', scope: undefined, count: { value: 2n }, destination: undefined },
    ],
    [
      'mbarrier.arrive.shared.b64 _, [bar]',
      { order: 'release', scope: 'cta', count: undefined, destination: undefined },
    ],
    ['mbarrier.arrive.shared.b64 r, [bar], 3', { destination: 'r', count: { value: 3n }, tx: undefined }],
    ['mbarrier.arrive.expect_tx.shared.b64 r, [bar], 16', { action: 'arrive', count: undefined, tx: { value: 16n } }],
    ['mbarrier.complete_tx.shared.b64 [bar], 8', { order: 'relaxed', scope: 'cta', tx: { value: 8n } }],
    [
      'mbarrier.test_wait.shared.b64 q, [bar], state',
      { order: 'acquire', waitsFor: { parity: false, value: { name: 'state' } } },
    ],
    [
      'mbarrier.try_wait.parity.shared.b64 q, [bar], 1, n',
      { destination: 'q', waitsFor: { parity: true, value: { value: 1n } } },
    ],
    ['cp.async.cg.shared.global [s], [g], 16, p', { bulk: false, ignored: { name: 'p' }, completes: undefined }],
    ['cp.async.cg.shared.global [s], [g], 16, n', { read: { name: 'n' } }],
    [
      `${bulk} [s], [far+8], 16, [bar]`,
      {
        bulk: true,
        from: { value: { name: 'far' }, offset: 8n },
        completes: { by: 'mbarrier', at: { value: { name: 'd0.c0.b0:bar' } } },
      },
    ],
    [
      `${out} [g+8], [s], 16`,
      { to: { value: { name: 'g', offset: 8n }, offset: 0n, space: 'global' }, completes: { by: 'group' } },
    ],
    [`${reduceOut}.add.f32 [g], [s], 16`, { reduction: { operation: 'function', function: 'atom.add.f32' } }],
    [
      `${store}.v2.b32 [s], {n, 2}, [bar]`,
      {
        values: [{ name: 'n' }, { value: 2n }],
        type: { width: 32 },
        operation: undefined,
        to: { space: 'shared::cluster' },
      },
    ],
    [`${toCluster}.multicast::cluster [s], [g], 16, [bar], 2`, { multicast: { kind: 'integer', value: 2n } }],
    [`${genericStore}.u32 [far], n, [bar]`, { to: { value: { name: 'far' }, space: undefined } }],
    [`${reduction}.min.s32 [s], n, [bar]`, { operation: 'min', type: { width: 32, signed: true } }],
    ['cp.async.bulk.wait_group.read 1', { of: 'bulk', action: 'wait', read: true, pending: 1n }],
    ['cp.async.wait_all', { of: 'cp.async', action: 'wait-all', pending: undefined }],
  ])('%s', (line, expected) => expect(only(line)).toMatchObject(expected))

  test('a predicate of `cp.async` is not a size', () =>
    expect(only('cp.async.ca.shared.global [s], [g], 16, p')).not.toHaveProperty('read'))
})
