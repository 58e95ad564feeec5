/** What a search may use, from the words of a user and from what models cover. */

import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'
import type { Scope, Vocabulary } from './vocabulary.js'

const scopes: readonly Scope[] = ['cta', 'gpu', 'sys']
const proxies = ['alias', 'texture', 'surface', 'constant', 'read-only'] as const

/** What a word turns on or off. */
export const vocabularyWords = [
  ...scopes,
  ...proxies,
  'proxies',
  'atomics',
  'fences',
  'one-sided-fences',
  'proxy-orders',
  'dependencies',
  'final-values',
] as const

export type VocabularyWord = (typeof vocabularyWords)[number]

/** On unless something else is said: what a search takes longest for is not. */
const unusual: readonly VocabularyWord[] = ['sys', 'one-sided-fences', 'proxy-orders']
const usual: readonly VocabularyWord[] = vocabularyWords.filter((word) => !unusual.includes(word))

export interface Wanted {
  readonly with: readonly VocabularyWord[]
  readonly without: readonly VocabularyWord[]
  /** How many threads at most. */
  readonly threads: number
  /** How many locations at most. */
  readonly locations: number
}

const group = (words: readonly VocabularyWord[]): readonly VocabularyWord[] =>
  words.flatMap((word) => (word === 'proxies' ? proxies : [word]))

/** What a model does not cover. */
function uncovered(model: Model): readonly VocabularyWord[] {
  const excluded = new Set(excludedBy(model))
  return [
    ...(excluded.has('proxies') ? proxies.filter((word) => word !== 'alias') : []),
    ...(excluded.has('aliases') ? (['alias'] as const) : []),
    ...(excluded.has('read-only path') ? (['read-only'] as const) : []),
    ...(excluded.has('atomics other than add') ? (['atomics'] as const) : []),
    ...(excluded.has('final values') ? (['final-values'] as const) : []),
    ...(excluded.has('one-sided fences') ? (['one-sided-fences'] as const) : []),
  ]
}

/** Of the words that are wanted, those of which a model covers nothing. */
export const leftOut = (model: Model, wanted: readonly VocabularyWord[]): readonly VocabularyWord[] => {
  const without = new Set(uncovered(model))
  return wanted.filter((word) => group([word]).every((one) => without.has(one)))
}

/**
 * The vocabulary that is wanted, of what all models cover. `anyDependency`: whether a model orders by dependencies, so that they matter
 * anywhere.
 */
export function vocabularyOf(models: readonly Model[], wanted: Wanted, anyDependency: boolean): Vocabulary {
  const on = new Set([...usual, ...group(wanted.with)])
  for (const word of group(wanted.without)) on.delete(word)
  for (const word of models.flatMap(uncovered)) on.delete(word)
  return {
    scopes: scopes.filter((scope) => on.has(scope)),
    paths: proxies.filter((path) => on.has(path)),
    atomics: on.has('atomics'),
    fences: on.has('fences'),
    oneSided: on.has('one-sided-fences'),
    proxyOrders: on.has('proxy-orders'),
    dependencies: !on.has('dependencies') ? 'none' : anyDependency ? 'anywhere' : 'in cycles',
    finalValues: on.has('final-values'),
    threads: wanted.threads,
    locations: wanted.locations,
  }
}

/** What a search uses, in words: `scopes cta, gpu; surface; atomics; up to 4 threads, 3 locations`. */
export function vocabularyText(vocabulary: Vocabulary): string {
  const { scopes, paths, atomics, fences, oneSided, proxyOrders, dependencies, finalValues, threads, locations } =
    vocabulary
  return [
    `scopes ${scopes.join(', ')}`,
    paths.length === 0 ? 'no proxies' : paths.join(', '),
    ...(atomics ? ['atomics'] : []),
    ...(fences ? ['fences'] : []),
    ...(oneSided ? ['one-sided fences'] : []),
    ...(proxyOrders ? ['proxies with orders'] : []),
    ...(dependencies === 'none' ? [] : ['dependencies']),
    ...(finalValues ? ['final values'] : []),
    `at most ${threads} thread${threads === 1 ? '' : 's'} and ${locations} location${locations === 1 ? '' : 's'}`,
  ].join('; ')
}
