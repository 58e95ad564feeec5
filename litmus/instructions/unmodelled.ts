/** Qualifiers that PTX has and ptx-litmus does not model, each with the reason. A test that uses one is refused. */

import { scopeInCuda } from './cuda.js'

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
  ...['im2col', 'im2col_no_offs'].map(
    (mode) =>
      [
        mode,
        'of the modes of tensor copies, `.tile`, `.tile::gather4` and `.tile::scatter4` are modelled; the map of this one has other fields',
      ] as const,
  ),
  ['layout', 'of the layouts of an mbarrier, only `.layout::v0` is modelled'],
  ...[
    'disabled',
    ...['80000000', '8000', '80', '8'].map((pattern) => `validity::per_16bytes::${pattern}`),
    'validity::per_element::ff',
  ].map((what) => [`mbarrier::report::${what}`, 'reports at mbarriers are not modelled'] as const),
  ['proxy::readonly', 'loads by the read-only proxy are not modelled'],
  ['phase_type', 'conditional phases are not modelled'],
  ['p', 'a formatted surface access converts values, which is not modelled'],
  ...['u16x2', 's16x2'].map(
    (name) => [name, 'of two numbers in one register, `add`, `min` and `max` are modelled'] as const,
  ),
  ['level::eviction_priority', 'write a hint in its place, such as `.L1::evict_last`'],
])

/** Returns why a qualifier is not modelled; undefined if it is modelled or unknown. */
export const unmodelledQualifier = (qualifier: string): string | undefined =>
  /^v\d+$/.test(qualifier)
    ? 'a vector has 2, 4 or 8 elements: `.v2`, `.v4` or `.v8`'
    : (qualifiers.get(qualifier) ?? qualifiers.get(qualifier.replace(/::.*/s, '')))
