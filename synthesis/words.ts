/** Derives the vocabulary of a search from the words of a user and the coverage of models. */

import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'
import { counted } from '../source/counted.js'
import { otherProxies } from './sketch.js'
import type { Scope, Vocabulary } from './vocabulary.js'

const scopes: readonly Scope[] = ['cta', 'gpu', 'sys']
const proxies = ['alias', ...otherProxies] as const

/** The features that a word turns on or off. */
export const vocabularyWords = [
  ...scopes,
  ...proxies,
  'proxies',
  'alias-proxies',
  'atomics',
  'fences',
  'one-sided-fences',
  'proxy-orders',
  'dependencies',
  'final-values',
  'several-ctas',
  'several-gpus',
  'async',
  'async-loads',
  'strong-copies',
  'async-stores',
  'one-way-alias-fences',
] as const

export type VocabularyWord = (typeof vocabularyWords)[number]

/** The words that are off by default, since they slow a search down most. */
const unusual: readonly VocabularyWord[] = [
  'sys',
  'alias-proxies',
  'one-sided-fences',
  'proxy-orders',
  'several-gpus',
  'async',
  'async-loads',
  'strong-copies',
  'async-stores',
  'one-way-alias-fences',
]
const usual: readonly VocabularyWord[] = vocabularyWords.filter((word) => !unusual.includes(word))

export interface Wanted {
  readonly with: readonly VocabularyWord[]
  readonly without: readonly VocabularyWord[]
  /** The most threads. */
  readonly threads: number
  /** The most locations. */
  readonly locations: number
}

const group = (words: readonly VocabularyWord[]): readonly VocabularyWord[] =>
  words.flatMap((word) => (word === 'proxies' ? proxies : [word]))

/**
 * Returns the words with those that they imply. A scope beyond a GPU is useful only with several GPUs, and what is
 * loaded in bulk has usually been stored in bulk.
 */
const implied = (words: readonly VocabularyWord[]): readonly VocabularyWord[] => [
  ...(words.includes('sys') ? (['several-gpus'] as const) : []),
  ...(words.includes('async-loads') || words.includes('strong-copies') ? (['async'] as const) : []),
]

/** Returns the words that a model does not cover. */
function uncovered(model: Model): readonly VocabularyWord[] {
  const excluded = new Set(excludedBy(model))
  return [
    ...(excluded.has('proxies') ? [...otherProxies, 'alias-proxies' as const] : []),
    ...(excluded.has('aliases') ? (['alias', 'alias-proxies'] as const) : []),
    ...(excluded.has('read-only path') ? (['read-only'] as const) : []),
    ...(excluded.has('atomics other than add') ? (['atomics'] as const) : []),
    ...(excluded.has('final values') ? (['final-values'] as const) : []),
    ...(excluded.has('one-sided fences') ? (['one-sided-fences'] as const) : []),
    // Copied memory starts with a value other than 0, and some effects of copies show only in final memory.
    ...((['asynchronous operations', 'initial values', 'final values'] as const).some((one) => excluded.has(one))
      ? (['async', 'async-loads', 'strong-copies'] as const)
      : []),
    ...(excluded.has('asynchronous operations') ? (['async-stores'] as const) : []),
    ...(excluded.has('one-way alias fences') || excluded.has('aliases') ? (['one-way-alias-fences'] as const) : []),
  ]
}

/** Returns the wanted words for features that a model does not cover at all. */
export const leftOut = (model: Model, wanted: readonly VocabularyWord[]): readonly VocabularyWord[] => {
  const without = new Set(uncovered(model))
  return wanted.filter((word) => group([word]).every((one) => without.has(one)))
}

/**
 * Returns the part of the wanted vocabulary that all models cover. `anyDependency` says whether a model orders by
 * dependencies, so that they matter anywhere.
 */
export function vocabularyOf(models: readonly Model[], wanted: Wanted, anyDependency: boolean): Vocabulary {
  const on = new Set([...usual, ...group(wanted.with), ...implied(wanted.with)])
  // `--without proxies --with surface` leaves surfaces.
  for (const word of group(wanted.without)) if (!wanted.with.includes(word)) on.delete(word)
  for (const word of models.flatMap(uncovered)) on.delete(word)
  return {
    scopes: scopes.filter((scope) => on.has(scope)),
    paths: [
      ...proxies.filter((path) => on.has(path)),
      ...otherProxies.flatMap((path) =>
        on.has(path) && on.has('alias') && on.has('alias-proxies') ? [`alias-${path}` as const] : [],
      ),
    ],
    atomics: on.has('atomics'),
    fences: on.has('fences'),
    oneSided: on.has('one-sided-fences'),
    proxyOrders: on.has('proxy-orders'),
    dependencies: !on.has('dependencies') ? 'none' : anyDependency ? 'anywhere' : 'in cycles',
    finalValues: on.has('final-values'),
    severalCtas: on.has('several-ctas'),
    severalGpus: on.has('several-gpus'),
    ...(on.has('async') ? { asynchronous: true as const } : {}),
    ...(on.has('async-loads') ? { asyncLoads: true as const } : {}),
    ...(on.has('strong-copies') ? { strongCopies: true as const } : {}),
    ...(on.has('async-stores') ? { asyncStores: true as const } : {}),
    ...(on.has('one-way-alias-fences') ? { oneWayAlias: true as const } : {}),
    threads: wanted.threads,
    locations: wanted.locations,
  }
}

/** Returns what a search uses, in words: `scopes cta, gpu; surface; atomics; up to 4 threads, 3 locations`. */
export function vocabularyText(vocabulary: Vocabulary): string {
  const { scopes, paths, atomics, fences, oneSided, proxyOrders, dependencies, finalValues } = vocabulary
  const { severalCtas, severalGpus, asynchronous, asyncLoads, strongCopies, asyncStores, oneWayAlias } = vocabulary
  const { threads, locations } = vocabulary
  return [
    `scopes ${scopes.join(', ')}`,
    paths.length === 0 ? 'no proxies' : paths.join(', '),
    ...(atomics ? ['atomics'] : []),
    ...(fences ? ['fences'] : []),
    ...(oneSided ? ['one-sided fences'] : []),
    ...(proxyOrders ? ['proxies with orders'] : []),
    ...(dependencies === 'none' ? [] : ['dependencies']),
    ...(finalValues ? ['final values'] : []),
    ...(asynchronous === true ? ['bulk copies from shared to global memory, waits for them, fence.proxy.async'] : []),
    ...(asyncLoads === true ? ['bulk copies from global to shared memory'] : []),
    ...(strongCopies === true ? ['relaxed bulk copies'] : []),
    ...(asyncStores === true ? ['st.async into global memory'] : []),
    ...(oneWayAlias === true ? ['one-way alias fences'] : []),
    ...(severalGpus ? [severalCtas ? 'several GPUs' : 'several GPUs, one CTA of each'] : []),
    ...(severalGpus || severalCtas ? [] : ['one CTA']),
    `at most ${counted(threads, 'thread')} and ${counted(locations, 'location')}`,
  ].join('; ')
}
