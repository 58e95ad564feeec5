/** What PTX has and the models do not speak of, each with a word on why. A test that uses it is refused. */

import type { Format } from '../format.js'

const barrierForm =
  'the barriers of a CTA are written `bar.cta.sync i, id, quorum` and `bar.cta.arrive i, id, quorum`, in herd-style tests'

/** By the start of the mnemonic, the longest first. */
const instructions: readonly (readonly [start: string, why: string])[] = [
  ['ld.param', 'parameters are not shared memory'],
  ['fence.proxy.async', 'the async proxy is not modelled'],
  ['fence.proxy.tensormap', 'the tensormap proxy is not modelled'],
  ['fence.mbarrier_init', 'mbarrier objects are not modelled'],
  ['cp.async', 'asynchronous copies are not modelled'],
  ['cp.reduce', 'asynchronous copies are not modelled'],
  ['mbarrier', 'mbarrier objects are not modelled'],
  ['bar.warp.sync', 'barriers among the threads of a warp are not modelled'],
  ['multimem', 'multimem addresses are not modelled'],
  ['barrier', barrierForm],
  ['bar', barrierForm],
  ...['bra', 'brx', 'setp', 'set', 'selp', 'slct'].map(
    (name) => [name, 'predicates are not modelled; herd-style tests have goto, beq, bne, blt, ble, bgt, bge'] as const,
  ),
  ...['call', 'ret', 'exit', 'trap'].map((name) => [name, 'calls and exits are not modelled'] as const),
  ...[
    'cvt',
    'mad',
    'fma',
    'rem',
    'abs',
    'neg',
    'min',
    'max',
    'and',
    'or',
    'xor',
    'not',
    'shl',
    'shr',
    'popc',
    'clz',
  ].map((name) => [name, 'of computations on registers only mov, add, sub, mul and div are modelled'] as const),
  ['wmma', 'matrix instructions are not modelled'],
  ['mma', 'matrix instructions are not modelled'],
  ['wgmma', 'matrix instructions are not modelled'],
  ['tcgen05', 'matrix instructions are not modelled'],
  ['ldmatrix', 'matrix instructions are not modelled'],
  ['stmatrix', 'matrix instructions are not modelled'],
  ['isspacep', 'addresses are names; they are not computed'],
  ['cvta', 'addresses are names; they are not computed'],
  ['prefetch', 'caches are below the memory model'],
  ['discard', 'caches are below the memory model'],
]

const onlyInHerd = ['goto', 'beq', 'bne', 'blt', 'ble', 'bgt', 'bge']

/** Why the instruction is not modelled, or not in this format; undefined where it is, or is not known at all. */
export function unmodelledInstruction(mnemonic: string, format: Format): string | undefined {
  if (format === 'nvlitmus' && onlyInHerd.includes(mnemonic))
    return 'labels and branches are of herd-style tests, `.litmus`'
  return instructions.find(
    ([start]) => mnemonic === start || mnemonic.startsWith(`${start}.`) || mnemonic.startsWith(`${start}::`),
  )?.[1]
}

const qualifiers: ReadonlyMap<string, string> = new Map([
  ['param', 'parameters are not shared memory'],
  ['async', 'the async proxy is not modelled'],
  ['tensormap', 'the tensormap proxy is not modelled'],
  ['sync_restrict', 'a fence restricted to one state space is not modelled'],
  ['p', 'a formatted surface access converts values, which is not modelled'],
  ...['v2', 'v4', 'v8'].map(
    (name) => [name, 'vector accesses are not modelled; write one access for each element'] as const,
  ),
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

/** Why a qualifier is not modelled; undefined where it is, or is not known at all. */
export const unmodelledQualifier = (qualifier: string): string | undefined =>
  qualifiers.get(qualifier) ?? qualifiers.get(qualifier.replace(/::.*/s, ''))
