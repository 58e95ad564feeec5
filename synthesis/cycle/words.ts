/** The words of cycles and of names: orders, paths, fences. */

import type { Path } from '../sketch.js'
import type { Scope, Strength } from '../vocabulary.js'
import type { CycleEvent, FenceStep } from './cycle.js'

/** The words that may be written for each order; the first is printed. */
export const orderWords: { readonly [O in Strength['order']]: readonly string[] } = {
  weak: ['weak'],
  relaxed: ['rlx', 'relaxed'],
  acquire: ['acq', 'acquire'],
  release: ['rel', 'release'],
  acq_rel: ['ar', 'acq_rel'],
  sc: ['sc'],
  // The orders of waits, which cycles do not have.
  complete: [],
  read: [],
}

export const pathWords: { readonly [P in Path]: readonly string[] } = {
  generic: [],
  alias: ['alias'],
  texture: ['tex', 'texture'],
  surface: ['surf', 'surface'],
  constant: ['const', 'constant'],
  'read-only': ['nc'],
  'alias-texture': ['atex'],
  'alias-surface': ['asurf'],
  'alias-constant': ['aconst'],
  'alias-read-only': ['anc'],
}

/** The word for an event that is half of an atomic. */
export const atomicWord = 'amo'

export const scopeWords: readonly Scope[] = ['cta', 'cluster', 'gpu', 'sys']

/** A word with the scope that it takes, if any. */
export interface Item {
  readonly text: string
  readonly scope: Scope | undefined
}

/** Writes `amo.acq` with `gpu`, `weak`, `alias.rel` with `gpu`, `tex`. */
export function itemOf({ isAtomic, path }: CycleEvent, { order, scope }: Strength): Item {
  const words = [...(isAtomic ? [atomicWord] : []), ...pathWords[path].slice(0, 1)]
  const isSaid = order !== 'weak' || words.length === 0
  return { text: [...words, ...(isSaid ? orderWords[order].slice(0, 1) : [])].join('.'), scope }
}

/** Writes `fence.sc` with `gpu`, `fence.proxy.alias`. Fences have the words of PTX. */
export const fenceItem = (fence: FenceStep): Item =>
  fence.kind === 'fence'
    ? { text: `fence.${fence.strength.order}`, scope: fence.strength.scope }
    : { text: `fence.proxy.${fence.proxy}`, scope: undefined }

export const withScope = ({ text, scope }: Item): string => (scope === undefined ? text : `${text}.${scope}`)
