/** Random tests for the specs of synthesis. */

import fc from 'fast-check'
import { must } from '../../source/must.js'
import { areApart, areLocal, areWhole } from '../../synthesis/copies.js'
import { outcomesOf } from '../../synthesis/outcomes.js'
import type { Labelled } from '../../synthesis/program.js'
import {
  type Copy,
  fencedProxies,
  isAccess,
  isCopy,
  isWritable,
  type Outcome,
  type Path,
  reads,
  type Sketch,
  type Slot,
  type ThreadPlace,
} from '../../synthesis/sketch.js'
import type { Vocabulary } from '../../synthesis/vocabulary.js'
import { laddersOf, type Rungs, strengthsAt } from '../../synthesis/weakest.js'

/** Everything that a search may use. */
export const everything: Vocabulary = {
  scopes: ['cta', 'gpu', 'sys'],
  paths: [
    ...(['alias', 'texture', 'surface', 'constant', 'read-only'] as const),
    ...(['alias-texture', 'alias-surface', 'alias-constant', 'alias-read-only'] as const),
  ],
  atomics: true,
  fences: true,
  oneSided: true,
  proxyOrders: true,
  dependencies: 'anywhere',
  finalValues: true,
  severalCtas: true,
  severalGpus: true,
  threads: 3,
  locations: 3,
}

/** Plain accesses of one scope. */
export const plain: Vocabulary = {
  scopes: ['gpu'],
  paths: [],
  atomics: false,
  fences: false,
  oneSided: false,
  proxyOrders: false,
  dependencies: 'none',
  finalValues: true,
  severalCtas: true,
  severalGpus: false,
  threads: 3,
  locations: 3,
}

/** Asynchronous operations, and some synchronous ones. */
export const asynchronous: Vocabulary = {
  ...plain,
  scopes: ['cta', 'gpu'],
  paths: ['alias', 'surface'],
  atomics: true,
  fences: true,
  dependencies: 'anywhere',
  asynchronous: true,
}

/** Bulk copies in both directions, which may be relaxed. */
export const strong: Vocabulary = {
  ...asynchronous,
  paths: ['alias'],
  atomics: false,
  oneSided: true,
  asyncLoads: true,
  strongCopies: true,
}

/** One-way alias fences and asynchronous stores, and some synchronous operations. */
export const oneWay: Vocabulary = {
  ...everything,
  paths: ['alias', 'surface'],
  proxyOrders: false,
  oneWayAlias: true,
  asyncStores: true,
}

/** A test with an outcome, and the rungs of its strengths. */
export interface Drawn {
  readonly labelled: Labelled
  readonly rungs: Rungs
  readonly outcome: Outcome
}

/** Draws sketches of at most this many instructions, at least one of them an access. */
export function drawnSketches(vocabulary: Vocabulary, instructions: number): fc.Arbitrary<Sketch> {
  const { locations, fences, paths } = vocabulary
  const drawnAccess = fc.record({
    is: fc.constant('access' as const),
    kind: fc.constantFrom(
      'read',
      'write',
      ...(vocabulary.atomics ? (['atomic'] as const) : []),
      ...(vocabulary.asyncStores === true ? (['async write'] as const) : []),
    ),
    // There are few locations, so that threads meet.
    location: fc.nat(Math.min(locations, 2) - 1),
    path: fc.constantFrom<Path[]>('generic', 'generic', 'generic', 'generic', ...paths),
    data: fc.nat(3),
  })
  const drawnFence = fc.record({
    is: fc.constant('fence' as const),
    proxy: fc.constantFrom(
      undefined,
      undefined,
      ...fencedProxies.filter((proxy) => paths.includes(proxy)),
      ...(vocabulary.oneWayAlias === true ? (['acquire', 'release', 'acquire', 'release'] as const) : []),
    ),
  })
  const drawnCopy = fc.record({
    is: fc.constant('copy' as const),
    from: fc.constantFrom(2, 2, 2, 0, 1, 3),
    location: fc.constantFrom(0, 0, 1, 2),
    isAlias: fc.constantFrom(false, false, false, paths.includes('alias')),
    kind: fc.constantFrom<Copy['kind'][]>('copy', ...(vocabulary.asyncLoads === true ? (['load'] as const) : [])),
  })
  const drawnAbout = fc.record({ is: fc.constant('about copies' as const), isWait: fc.boolean() })
  const synchronous = fences ? fc.oneof({ weight: 3, arbitrary: drawnAccess }, drawnFence) : drawnAccess
  const drawnSlot =
    vocabulary.asynchronous === true
      ? fc.oneof(
          { weight: 5, arbitrary: synchronous },
          { weight: 1, arbitrary: drawnAccess.map((one) => ({ ...one, location: 2, path: 'generic' as const })) },
          { weight: 3, arbitrary: drawnCopy },
          { weight: 3, arbitrary: drawnAbout },
        )
      : synchronous
  const drawnThread = fc.array(drawnSlot, { minLength: 1, maxLength: instructions })
  const place = fc.record({ gpu: fc.nat(vocabulary.severalGpus ? 1 : 0), cta: fc.nat(1) })
  return fc
    .array(fc.tuple(drawnThread, place), { minLength: 1, maxLength: vocabulary.threads })
    .map((drawn) => {
      const numbers = new Map<number, number>()
      const numbered = (location: number): number => {
        if (!numbers.has(location)) numbers.set(location, numbers.size)
        return must(numbers.get(location), 'a number')
      }
      const threads = drawn.map(([slots]) => {
        const made: Slot[] = []
        for (const one of slots) {
          if (one.is === 'fence') {
            const { proxy } = one
            if (proxy === 'acquire' || proxy === 'release') made.push({ kind: 'alias fence', direction: proxy })
            else made.push(proxy === undefined ? { kind: 'fence' } : { kind: 'proxy fence', proxy })
            continue
          }
          if (one.is === 'copy') {
            const [from, location] = [numbered(one.from), numbered(one.location)]
            // Loaded locations are not copied on.
            const [source, target] = one.kind === 'load' ? [location, numbered(3)] : [from, location]
            made.push({ kind: one.kind, from: source, location: target, path: one.isAlias ? 'alias' : 'generic' })
            continue
          }
          if (one.is === 'about copies') {
            made.push({ kind: one.isWait ? 'wait' : 'async fence' })
            continue
          }
          const { kind } = one
          const path =
            (kind === 'write' && !isWritable(one.path)) ||
            ((kind === 'atomic' || kind === 'async write') && one.path !== 'alias')
              ? 'generic'
              : one.path
          const isRead = made[one.data] !== undefined && reads(must(made[one.data], 'a slot'))
          const depends = kind !== 'read' && kind !== 'async write' && vocabulary.dependencies !== 'none' && isRead
          const location = numbered(one.location)
          made.push({ kind, location, path, ...(depends ? { data: one.data } : {}) })
        }
        return made
      })
      return { threads, places: drawn.map(([, where]): ThreadPlace => where) }
    })
    .filter(({ threads }) => threads.flat().length <= instructions && threads.flat().some(isAccess))
    .filter((sketch) => areApart(sketch.threads) && areLocal(sketch))
    .filter(({ threads }) => vocabulary.strongCopies !== true || areWhole(threads))
    .filter(({ threads }) => threads.flat().every((slot) => !isCopy(slot) || slot.from !== slot.location))
}

/** Draws tests of at most this many instructions. */
export function drawnTests(vocabulary: Vocabulary, instructions: number): fc.Arbitrary<Drawn> {
  const numbers = fc.array(fc.nat(999), { minLength: instructions, maxLength: instructions })
  return fc.tuple(drawnSketches(vocabulary, instructions), numbers, fc.nat(9999)).map(([sketch, drawn, number]) => {
    const ladders = laddersOf(sketch, vocabulary)
    const rungs = ladders.map(({ strengths }, i) => must(drawn[i], 'a number') % strengths.length)
    const outcomes = [...outcomesOf(sketch, vocabulary)]
    const outcome = must(outcomes[number % outcomes.length], 'an outcome')
    return { labelled: { sketch, strengths: strengthsAt(ladders, rungs) }, rungs, outcome }
  })
}
