/** The instructions of the table of machine code: those that are priced, and those of other spaces and units. */

import type { Scope } from '../../../litmus/operand.js'
import { measured } from '../../../repair/measured.js'
import { rows as priced } from '../../prices/rows.js'

/** An instruction whose machine code the table shows. */
export interface TableRow {
  readonly name: string
  /** The lines of PTX. `result` is a register of 32 bits, and the names of `inputs` hold what they say. */
  readonly lines: readonly string[]
  /** The cycles of a step of the loop that `repair/measured.ts` describes; undefined if it is not measured. */
  readonly cycles?: number
}

export interface Section {
  readonly title: string
  readonly rows: readonly TableRow[]
}

/** The registers of 64 bits that a row may read: addresses, the state of an mbarrier, and a tensor map. */
export const inputs = ['in_global', 'in_shared', 'other_shared', 'phase', 'map'] as const

const scopes: readonly Scope[] = ['cta', 'cluster', 'gpu', 'sys']

/** Splits statements into lines, at semicolons and braces. */
const linesOf = (statements: string): readonly string[] => statements.split(/(?<=[;{])\s+/)

const row = (name: string, statements: string): TableRow => ({ name, lines: linesOf(statements) })
const alone = (name: string): TableRow => row(name, `${name};`)

/** The rows of the program that measures prices. A store alone is the loop that the others have, too. */
const pricedRows: readonly TableRow[] = priced.map(({ instruction, ptx }) => {
  const statements = instruction === 'st' ? 'st.global.u32 [in_global], 0;' : placed(ptx)
  return { ...row(instruction, statements), cycles: measured[instruction].cycles }
})

/** Writes the operands of a statement of inline assembly as the registers of the table. */
function placed(ptx: string): string {
  return ptx
    .replaceAll('%0', 'result')
    .replaceAll('%1', 'in_global')
    .replaceAll('%2', 'in_shared')
    .replaceAll('%=', '_again')
    .replaceAll('%%', '%')
}

/** The accesses of a space, in each order and scope. */
function accessesOf(space: string, address: string): readonly TableRow[] {
  const at = (name: string): string => `${name}${space}`
  return [
    row(at('ld'), `ld${space}.u32 result, [${address}];`),
    row(at('st'), `st${space}.u32 [${address}], 1;`),
    row(at('ld.volatile'), `ld.volatile${space}.u32 result, [${address}];`),
    row(at('st.volatile'), `st.volatile${space}.u32 [${address}], 1;`),
    ...scopes.flatMap((scope) => [
      ...['relaxed', 'acquire'].map((order) =>
        row(at(`ld.${order}.${scope}`), `ld.${order}.${scope}${space}.u32 result, [${address}];`),
      ),
      ...['relaxed', 'release'].map((order) =>
        row(at(`st.${order}.${scope}`), `st.${order}.${scope}${space}.u32 [${address}], 1;`),
      ),
      ...['relaxed', 'acquire', 'release', 'acq_rel'].map((order) =>
        row(at(`atom.${order}.${scope}`), `atom.${order}.${scope}${space}.add.u32 result, [${address}], 1;`),
      ),
      ...['relaxed', 'release'].map((order) =>
        row(at(`red.${order}.${scope}`), `red.${order}.${scope}${space}.add.u32 [${address}], 1;`),
      ),
    ]),
  ]
}

const ask = (kind: 'test_wait' | 'try_wait', order: string): TableRow =>
  row(
    `mbarrier.${kind}.${order}`,
    `{ .reg .pred p; mbarrier.${kind}.${order}.shared::cta.b64 p, [in_shared], phase; selp.u32 result, 1, 0, p; }`,
  )

const arrive = (action: string, order: string, operands = ''): TableRow =>
  row(
    `mbarrier.${action}.${order}`,
    `{ .reg .b64 state; mbarrier.${action}.${order}.shared::cta.b64 state, [in_shared]${operands}; cvt.u32.u64 result, state; }`,
  )

const mbarriers: readonly TableRow[] = [
  row('mbarrier.init', 'mbarrier.init.shared::cta.b64 [in_shared], 1;'),
  row('mbarrier.inval', 'mbarrier.inval.shared::cta.b64 [in_shared];'),
  ...['relaxed.cta', 'relaxed.cluster', 'release.cta', 'release.cluster'].flatMap((order) => [
    arrive('arrive', order),
    arrive('arrive_drop', order),
    arrive('arrive.expect_tx', order, ', 16'),
    row(`mbarrier.arrive.${order}.shared::cluster`, `mbarrier.arrive.${order}.shared::cluster.b64 _, [in_shared];`),
  ]),
  row('mbarrier.expect_tx', 'mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [in_shared], 16;'),
  row('mbarrier.complete_tx', 'mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [in_shared], 16;'),
  ...(['test_wait', 'try_wait'] as const).flatMap((kind) =>
    ['relaxed.cta', 'relaxed.cluster', 'acquire.cta', 'acquire.cluster'].map((order) => ask(kind, order)),
  ),
  row('cp.async.mbarrier.arrive', 'cp.async.mbarrier.arrive.shared::cta.b64 [in_shared];'),
  row('cp.async.mbarrier.arrive.noinc', 'cp.async.mbarrier.arrive.noinc.shared::cta.b64 [in_shared];'),
]

const completes = 'mbarrier::complete_tx::bytes'

const copies: readonly TableRow[] = [
  row('cp.async', 'cp.async.ca.shared::cta.global [in_shared], [in_global], 16;'),
  row('cp.async.cg', 'cp.async.cg.shared::cta.global [in_shared], [in_global], 16;'),
  row('cp.async.wait_group', 'cp.async.wait_group 1;'),
  row(
    'cp.async.bulk.shared::cluster.global',
    `cp.async.bulk.shared::cluster.global.${completes} [in_shared], [in_global], 16, [other_shared];`,
  ),
  row(
    'cp.async.bulk.shared::cluster.shared::cta',
    `cp.async.bulk.shared::cluster.shared::cta.${completes} [in_shared], [phase], 16, [other_shared];`,
  ),
  row('cp.async.bulk.global.shared::cta', 'cp.async.bulk.global.shared::cta.bulk_group [in_global], [in_shared], 16;'),
  row(
    'cp.reduce.async.bulk.global.shared::cta',
    'cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [in_global], [in_shared], 16;',
  ),
  row(
    'cp.reduce.async.bulk.shared::cluster.shared::cta',
    `cp.reduce.async.bulk.shared::cluster.shared::cta.${completes}.add.u32 [in_shared], [phase], 16, [other_shared];`,
  ),
  row(
    'cp.async.bulk.tensor.shared::cluster.global',
    `cp.async.bulk.tensor.1d.shared::cluster.global.tile.${completes} [in_shared], [map, {0}], [other_shared];`,
  ),
  row(
    'cp.async.bulk.tensor.global.shared::cta',
    'cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [map, {0}], [in_shared];',
  ),
  row(
    'cp.reduce.async.bulk.tensor.global.shared::cta',
    'cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group [map, {0}], [in_shared];',
  ),
  row('cp.async.bulk.prefetch.L2', 'cp.async.bulk.prefetch.L2.global [in_global], 16;'),
  row('tensormap.replace', 'tensormap.replace.tile.global_address.global.b1024.b64 [in_global], map;'),
  row(
    'tensormap.cp_fenceproxy',
    'tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [in_global], [in_shared], 128;',
  ),
  row('st.async', `st.async.weak.shared::cluster.${completes}.u32 [in_shared], 1, [other_shared];`),
  row('red.async', `red.async.relaxed.cluster.shared::cluster.${completes}.add.u32 [in_shared], 1, [other_shared];`),
  row('st.bulk', 'st.bulk.weak.shared::cta [in_shared], 64, 0;'),
]

const barriers: readonly TableRow[] = [
  row('bar.arrive', 'bar.arrive 1, 64;'),
  row('bar.red', '{ .reg .pred p; setp.ne.u64 p, phase, 0; bar.red.popc.u32 result, 1, p; }'),
  alone('barrier.cluster.arrive'),
  alone('barrier.cluster.arrive.relaxed'),
  alone('barrier.cluster.wait'),
  ...['membar.cta', 'membar.gl', 'membar.sys'].map(alone),
  row('fence.proxy.alias.acquire.sys', 'fence.proxy.alias.acquire.sys;'),
  row('fence.proxy.alias.release.sys', 'fence.proxy.alias.release.sys;'),
  row('vote.sync', '{ .reg .pred p; setp.ne.u64 p, phase, 0; vote.sync.ballot.b32 result, p, 0xffffffff; }'),
  row('shfl.sync', 'shfl.sync.idx.b32 result, result, 0, 31, 0xffffffff;'),
  row('match.sync', 'match.any.sync.b32 result, result, 0xffffffff;'),
  row('redux.sync', 'redux.sync.add.u32 result, result, 0xffffffff;'),
]

const matrices: readonly TableRow[] = [
  alone('wgmma.fence.sync.aligned'),
  alone('wgmma.commit_group.sync.aligned'),
  row('wgmma.wait_group.sync.aligned', 'wgmma.wait_group.sync.aligned 0;'),
  alone('tcgen05.fence::before_thread_sync'),
  alone('tcgen05.fence::after_thread_sync'),
  alone('tcgen05.wait::ld.sync.aligned'),
  alone('tcgen05.wait::st.sync.aligned'),
  row('tcgen05.ld', 'tcgen05.ld.sync.aligned.32x32b.x1.b32 {result}, [result]; tcgen05.wait::ld.sync.aligned;'),
  row('tcgen05.st', 'tcgen05.st.sync.aligned.32x32b.x1.b32 [result], {result}; tcgen05.wait::st.sync.aligned;'),
  row('tcgen05.commit', 'tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [in_shared];'),
  row('tcgen05.alloc', 'tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [in_shared], 32;'),
  row(
    'clusterlaunchcontrol.try_cancel',
    `clusterlaunchcontrol.try_cancel.async.shared::cta.${completes}.b128 [in_shared], [other_shared];`,
  ),
]

const others: readonly TableRow[] = [
  row('ld.const', 'ld.const.u32 result, [in_global];'),
  row('ld.mmio.relaxed.sys.global', 'ld.mmio.relaxed.sys.global.u32 result, [in_global];'),
  row('st.mmio.relaxed.sys.global', 'st.mmio.relaxed.sys.global.u32 [in_global], 1;'),
  row('ldmatrix', 'ldmatrix.sync.aligned.m8n8.x1.shared::cta.b16 {result}, [in_shared];'),
  row('stmatrix', 'stmatrix.sync.aligned.m8n8.x1.shared::cta.b16 [in_shared], {result};'),
  row('atom.cas.relaxed.gpu.global', 'atom.relaxed.gpu.global.cas.b32 result, [in_global], 0, 1;'),
  row('atom.exch.relaxed.gpu.global', 'atom.relaxed.gpu.global.exch.b32 result, [in_global], 1;'),
]

/** The table, in the order in which it is printed. */
export const sections: readonly Section[] = [
  { title: 'Priced instructions: global memory, fences, barriers, groups', rows: pricedRows },
  { title: 'Generic addresses', rows: accessesOf('', 'in_global') },
  { title: 'Shared memory of the CTA', rows: accessesOf('.shared::cta', 'in_shared') },
  { title: 'Shared memory of the cluster', rows: accessesOf('.shared::cluster', 'in_shared') },
  { title: 'Other accesses', rows: others },
  { title: 'mbarriers', rows: mbarriers },
  { title: 'Asynchronous copies', rows: copies },
  { title: 'Other barriers and fences', rows: barriers },
  { title: 'Matrix units and cancelled launches', rows: matrices },
]
