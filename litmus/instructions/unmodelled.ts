/** What PTX has and ptx-litmus does not model, each with the reason. A test that uses it is refused. */

import { scopeInCuda } from './cuda.js'

const noFlags =
  'it is not modelled; write a branch, such as `beq a, b, L`, or `setp` and a guard, such as `@p mov r, 1`'

const noComputing = 'this computation is not modelled'

const inWarps = 'operations of a whole warp are not modelled'

/** By the start of the mnemonic, the longest first. */
const instructions: readonly (readonly [start: string, why: string])[] = [
  [
    'ld.param',
    'a test has no parameters; write the name of memory in the access, or take its address with `mov.u64 r, x`',
  ],
  ['fence.proxy.async', 'the async proxy is not modelled'],
  ['fence.proxy.tensormap', 'the tensormap proxy is not modelled'],
  ['fence.mbarrier_init', 'mbarrier objects are not modelled'],
  ['cp.async', 'asynchronous copies are not modelled'],
  ['cp.reduce', 'asynchronous copies are not modelled'],
  ['mbarrier', 'mbarrier objects are not modelled'],
  ['bar.warp.sync', 'barriers among the threads of a warp are not modelled'],
  ['multimem', 'multimem addresses are not modelled'],
  ['bar.cta.sync.aligned', '`.aligned` is about warps; leave it out'],
  ['bar.cta.arrive.aligned', '`.aligned` is about warps; leave it out'],
  ['barrier', 'that of a cluster is written `barrier.cluster.arrive` and `barrier.cluster.wait`'],
  ['bra', 'write `goto L`, or a branch that compares by itself, as in `bne a, b, L`; labels have no `$`'],
  ['brx', 'jumps through a table are not modelled; write `goto L`, or branches such as `bne a, b, L`'],
  ...['set', 'selp', 'slct'].map((name) => [name, noFlags] as const),
  ['ret', 'a thread ends with its last instruction; leave it out'],
  ['exit', 'a thread ends with its last instruction; to end it earlier, `goto` a label after that instruction'],
  ['call', 'calls are not modelled'],
  ['brkpt', 'breakpoints are not modelled'],
  ['abs', `${noComputing}; write \`max\` of the value and its negative`],
  ...[
    ...['fma', 'popc', 'clz', 'cnot', 'bfe', 'bfi', 'bfind', 'brev', 'prmt', 'lop3', 'shf', 'sad', 'mul24', 'mad24'],
    ...['addc', 'subc', 'madc', 'dp2a', 'dp4a', 'sqrt', 'rcp', 'rsqrt', 'sin', 'cos', 'lg2', 'ex2', 'tanh'],
  ].map((name) => [name, noComputing] as const),
  ...['vote', 'match', 'shfl', 'redux', 'activemask', 'elect'].map((name) => [name, inWarps] as const),
  ['nanosleep', 'it takes time but changes no value; leave it out'],
  ['wmma', 'matrix instructions are not modelled'],
  ['mma', 'matrix instructions are not modelled'],
  ['wgmma', 'matrix instructions are not modelled'],
  ['tcgen05', 'matrix instructions are not modelled'],
  ['ldmatrix', 'matrix instructions are not modelled'],
  ['stmatrix', 'matrix instructions are not modelled'],
  ['isspacep', 'asking for the state space of an address is not modelled'],
  ['mapa', 'the copy of another CTA is written `[d0.b1:x]`, in herd-style tests `[P1:x]`'],
  ['prefetch', 'the memory model does not see caches; leave it out'],
  ['discard', 'the memory model does not see caches; leave it out'],
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
  ['async', 'the async proxy is not modelled'],
  ['tensormap', 'the tensormap proxy is not modelled'],
  ['sync_restrict', 'a fence restricted to one state space is not modelled'],
  ['p', 'a formatted surface access converts values, which is not modelled'],
  ...['b128', 'b64x2'].map((name) => [name, 'accesses are modelled up to 64 bits'] as const),
  ...['f16', 'f16x2', 'bf16', 'bf16x2', 'f32', 'f64'].map(
    (name) => [name, 'floating-point values are not modelled'] as const,
  ),
  ...['ca', 'cg', 'cs', 'lu', 'cv', 'wb', 'wt', 'noftz'].map(
    (name) => [name, 'cache and rounding hints are not modelled; leave it out'] as const,
  ),
  ...['level::eviction_priority', 'L1::evict_last', 'L1::evict_first', 'L1::no_allocate', 'L2::cache_hint'].map(
    (name) => [name, 'cache hints are not modelled; leave it out'] as const,
  ),
])

/** Why a qualifier is not modelled; undefined if it is modelled or unknown. */
export const unmodelledQualifier = (qualifier: string): string | undefined =>
  /^v\d+$/.test(qualifier)
    ? 'a vector has 2, 4 or 8 elements: `.v2`, `.v4` or `.v8`'
    : (qualifiers.get(qualifier) ?? qualifiers.get(qualifier.replace(/::.*/s, '')))
