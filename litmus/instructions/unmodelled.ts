/** What PTX has and ptx-litmus does not model, each with the reason. A test that uses it is refused. */

import { scopeInCuda } from './cuda.js'

const noComputing = 'this computation is not modelled'

/** By the start of the mnemonic, the longest first. */
const instructions: readonly (readonly [start: string, why: string])[] = [
  [
    'ld.param',
    'a test has no parameters; write the name of memory in the access, or take its address with `mov.u64 r, x`',
  ],
  ...['fence', 'membar'].flatMap((name) => [
    ...['fabric', 'generic::fabric'].map(
      (proxy) => [`${name}.proxy.${proxy}`, 'the fabric proxy is not modelled'] as const,
    ),
    ...['release', 'acquire'].map(
      (order) => [`${name}.proxy.alias.${order}`, 'an alias fence in one direction is not modelled'] as const,
    ),
  ]),
  ['mbarrier.check_layout', 'an mbarrier has one layout here'],
  ['multimem', 'multimem addresses are not modelled'],
  ['bar.cta.sync.aligned', '`.aligned` is about warps; leave it out'],
  ['bar.cta.arrive.aligned', '`.aligned` is about warps; leave it out'],
  ['barrier', 'that of a cluster is written `barrier.cluster.arrive` and `barrier.cluster.wait`'],
  ['bra', 'write `goto L`, or a branch that compares by itself, as in `bne a, b, L`; labels have no `$`'],
  ['brx', 'jumps through a table are not modelled; write `goto L`, or branches such as `bne a, b, L`'],
  ['ret', 'a thread ends with its last instruction; leave it out'],
  ['exit', 'a thread ends with its last instruction; to end it earlier, `goto` a label after that instruction'],
  ['call', 'calls are not modelled'],
  ['brkpt', 'breakpoints are not modelled'],
  ['cvt.pack', noComputing],
  ...['vadd', 'vsub', 'vabsdiff', 'vmin', 'vmax', 'vshl', 'vshr', 'vmad', 'vset', 'vavrg'].flatMap((name) =>
    ['', '2', '4'].map((lanes) => [`${name}${lanes}`, 'video instructions are not modelled'] as const),
  ),
  ['wmma', 'matrix instructions are not modelled'],
  ['mma', 'matrix instructions are not modelled'],
  ['wgmma', 'matrix instructions are not modelled'],
  ['tcgen05', 'matrix instructions are not modelled'],
  ['ldmatrix', 'matrix instructions are not modelled'],
  ['stmatrix', 'matrix instructions are not modelled'],
  ['discard', 'what it leaves in memory is undefined, which is not modelled'],
  ['clusterlaunchcontrol', 'requests for further clusters are not modelled'],
  ['alloca', 'memory on the stack is declared: `.local .b8 x[16];`'],
  ['tld4', 'gathers of four elements are not modelled'],
  ...['istypep', 'txq', 'suq'].map((name) => [name, 'textures and surfaces by handles are not modelled'] as const),
  ['st.bulk', 'asynchronous stores of zeros are not modelled'],
]

/** Why the instruction is not modelled; undefined if it is modelled or unknown. */
export const unmodelledInstruction = (mnemonic: string): string | undefined =>
  instructions.find(
    ([start]) => mnemonic === start || mnemonic.startsWith(`${start}.`) || mnemonic.startsWith(`${start}::`),
  )?.[1]

const qualifiers: ReadonlyMap<string, string> = new Map([
  ...[...scopeInCuda].map(([name, scope]) => [name, `it is a scope of CUDA C++; in PTX, write \`.${scope}\``] as const),
  ['thread', 'it is a scope of CUDA C++; what one thread alone sees is a weak access in PTX'],
  ['gl', 'it is a scope of `membar` alone; write `.gpu`'],
  ['seq_cst', 'it is an order of CUDA C++; PTX has it on fences only, as `fence.sc`, which goes before the access'],
  ['param', 'a test has no parameters'],
  ['tensormap', 'of tensor maps there are `tensormap.replace`, `tensormap.cp_fenceproxy` and their fences'],
  ...['level', 'grad', 'base'].map((name) => [name, 'levels of detail are not modelled'] as const),
  ...['cube', 'acube', '2dms', 'a2dms'].map((name) => [name, 'textures of this form are not modelled'] as const),
  [
    'sync_restrict',
    'of the fences of one state space, `fence.release.sync_restrict::shared::cta.cluster` and `fence.acquire.sync_restrict::shared::cluster.cluster` are modelled',
  ],
  [
    'multicast',
    'of operations in several CTAs of a cluster, only bulk copies from global memory, with `.multicast::cluster`, are modelled',
  ],
  ...['cp_mask', 'ignore_oob'].map((name) => [name, 'a copy of some of the bytes is not modelled'] as const),
  ...['im2col', 'im2col_no_offs', 'tile::gather4', 'tile::scatter4'].map(
    (mode) => [mode, 'of the modes of tensor copies, only `.tile` is modelled'] as const,
  ),
  ['cta_group', 'pairs of CTAs that signal each other are not modelled'],
  ['layout', 'an mbarrier has one layout here'],
  ['phase_type', 'conditional phases are not modelled'],
  ['p', 'a formatted surface access converts values, which is not modelled'],
  ...['u16x2', 's16x2'].map((name) => [name, 'two numbers in one register are not modelled'] as const),
  ['level::eviction_priority', 'write a hint in its place, such as `.L1::evict_last`'],
])

/** Why a qualifier is not modelled; undefined if it is modelled or unknown. */
export const unmodelledQualifier = (qualifier: string): string | undefined =>
  /^v\d+$/.test(qualifier)
    ? 'a vector has 2, 4 or 8 elements: `.v2`, `.v4` or `.v8`'
    : (qualifiers.get(qualifier) ?? qualifiers.get(qualifier.replace(/::.*/s, '')))
