/** The instructions whose cycles are measured, and how each is measured. */

import type { Scope } from '../../litmus/operand.js'
import type { Measured } from '../../repair/measured.js'

/** The way in which an instruction is measured: what surrounds it in the loop, and how many threads run it. */
export type Setting =
  /** One thread stores, and then executes the instruction: a fence or a release waits for the store. */
  | 'after a store'
  /** One thread executes the instruction, whose result is part of the address of the next. */
  | 'chained'
  /** All threads of a CTA, or of a cluster of two, execute it after a store. */
  | 'CTA'
  | 'cluster'

export interface Row {
  /** The instruction by the name under which `--costs` lists it. */
  readonly instruction: Measured
  /** The statements in PTX. `%0` is a result of 32 bits, `%1` an address in global memory, `%2` one in shared memory. */
  readonly ptx: string
  readonly setting: Setting
}

const scopes: readonly Scope[] = ['cta', 'cluster', 'gpu', 'sys']

const inScopes = (rows: (scope: Scope) => readonly Row[]): readonly Row[] => scopes.flatMap(rows)

const row = (instruction: Measured, ptx: string, setting: Setting = 'after a store'): Row => ({
  instruction,
  ptx,
  setting,
})

const store = (instruction: Measured): Row => row(instruction, `${typed(instruction)} [%1], 0;`)
const load = (instruction: Measured): Row => row(instruction, `${typed(instruction)} %0, [%1];`, 'chained')
const alone = (instruction: Measured, setting: Setting = 'after a store'): Row =>
  row(instruction, `${instruction};`, setting)

/** Completes a mnemonic: `ld.acquire.gpu` is `ld.acquire.gpu.global.u32`. */
const typed = (instruction: string): string => `${instruction}.global.u32`

/** Arrives at an mbarrier of one expected arrival, and waits for the phase that this completes. */
const handshake = (arrive: string, wait: string): string =>
  `{ .reg .b64 s; .reg .pred p; mbarrier.arrive.${arrive}.shared::cta.b64 s, [%2]; ` +
  `L%=: mbarrier.test_wait.${wait}.shared::cta.b64 p, [%2], s; @!p bra L%=; }`

/** The table of what is measured, in the order in which the program prints it. */
export const rows: readonly Row[] = [
  row('st', 'mov.u32 %0, 0;'),
  load('ld'),
  row('ld.global.nc', 'ld.global.nc.u32 %0, [%1];', 'chained'),
  load('ld.volatile'),
  store('st.volatile'),
  ...inScopes((scope) => [
    load(`ld.relaxed.${scope}`),
    load(`ld.acquire.${scope}`),
    store(`st.relaxed.${scope}`),
    store(`st.release.${scope}`),
    ...(['relaxed', 'acquire', 'release', 'acq_rel'] as const).map((order) =>
      row(`atom.${order}.${scope}`, `atom.${order}.${scope}.global.add.u32 %0, [%1], 0;`, 'chained'),
    ),
    ...(['relaxed', 'release'] as const).map((order) =>
      row(`red.${order}.${scope}`, `red.${order}.${scope}.global.add.u32 [%1], 0;`),
    ),
    ...(['acquire', 'release', 'acq_rel', 'sc'] as const).map((order) => alone(`fence.${order}.${scope}`)),
    row(`fence.proxy.tensormap.release.${scope}`, `fence.proxy.tensormap::generic.release.${scope};`),
    row(`fence.proxy.tensormap.acquire.${scope}`, `fence.proxy.tensormap::generic.acquire.${scope} [%1], 128;`),
  ]),
  row('fence.mbarrier_init', 'fence.mbarrier_init.release.cluster;'),
  row(
    'fence.sync_restrict',
    'fence.acquire.sync_restrict::shared::cluster.cluster; fence.release.sync_restrict::shared::cta.cluster;',
  ),
  alone('fence.proxy.alias'),
  ...(['', '.global', '.shared::cta', '.shared::cluster'] as const).map((space) => alone(`fence.proxy.async${space}`)),
  row(
    'fence.proxy.async::generic',
    'fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; ' +
      'fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;',
  ),
  row('bar.warp.sync', 'bar.warp.sync 0xffffffff;', 'CTA'),
  row('bar.sync', 'bar.sync 0;', 'CTA'),
  row('barrier.cluster', 'barrier.cluster.arrive.release; barrier.cluster.wait.acquire;', 'cluster'),
  row('mbarrier.relaxed.cta', handshake('relaxed.cta', 'relaxed.cta')),
  row('mbarrier.release.cta', handshake('release.cta', 'acquire.cta')),
  row('mbarrier.release.cluster', handshake('release.cluster', 'acquire.cluster')),
  alone('cp.async.commit_group'),
  alone('cp.async.wait_all'),
  alone('cp.async.bulk.commit_group'),
  row('cp.async.bulk.wait_group', 'cp.async.bulk.wait_group 0;'),
  row('cp.async.bulk.wait_group.read', 'cp.async.bulk.wait_group.read 0;'),
  alone('griddepcontrol.wait'),
  alone('griddepcontrol.launch_dependents'),
]
