import fc from 'fast-check'
import { must } from '../../source/must.js'
import { automorphisms, canonical } from '../../synthesis/canonical.js'
import { outcomesOf } from '../../synthesis/outcomes.js'
import type { Vocabulary } from '../../synthesis/vocabulary.js'
import { always, holds, randomly } from '../extent.js'
import { asynchronous, drawnSketches, drawnTests, everything, plain } from './drawn.js'
import { naiveKey, renamed, renamings } from './naive.js'

describe('the text is the same under all names of threads, locations, aliases, CTAs and GPUs', () => {
  for (const [name, vocabulary] of [
    ['of accesses and fences', everything],
    ['with copies', asynchronous],
  ] as const)
    always(name, { runs: 200, seed: 1 }, () =>
      fc.property(drawnTests(vocabulary, 5), fc.nat(), ({ labelled, outcome }, number) => {
        const own = { ...labelled, outcome }
        const all = renamings(own.sketch)
        const other = renamed(own, must(all[number % all.length], 'a renaming'))
        const places = other.sketch.places.map(({ gpu, cta }) => ({ gpu: 7 - gpu, cta: cta + 3 * gpu + 1 }))
        expect(canonical({ ...other, sketch: { ...other.sketch, places } })).toBe(canonical(own))
      }),
    )
})

const few: Vocabulary = { ...everything, scopes: ['gpu', 'sys'], paths: ['alias', 'texture'], oneSided: false }
const fewCopies: Vocabulary = { ...plain, paths: ['alias'], asynchronous: true, threads: 2 }

describe('the text distinguishes sketches that no renaming makes equal', () => {
  for (const [name, vocabulary] of [
    ['of accesses and fences', few],
    ['with copies', fewCopies],
  ] as const)
    randomly(name, { runs: 1500, seed: 2, least: { again: 51 } }, async (draw) => {
      const keys = new Map<string, string>()
      let again = 0
      const property = fc.property(drawnTests(vocabulary, 3), ({ labelled, outcome }) => {
        const test = { ...labelled, outcome }
        const [text, key] = [canonical(test), naiveKey(test)]
        const known = keys.get(text)
        if (known !== undefined) again++
        expect(known ?? key).toBe(key)
        keys.set(text, key)
      })
      const tests = await holds(property, draw)
      expect(new Set(keys.values()).size).toBe(keys.size)
      return { tests, again }
    })
})

test.each([
  [
    'which of two addresses a texture has',
    { kind: 'write', location: 0, path: 'generic' },
    { kind: 'write', location: 0, path: 'alias' },
  ],
  [
    'what a write does',
    { kind: 'write', location: 0, path: 'generic' },
    { kind: 'atomic', location: 0, path: 'generic' },
  ],
] as const)('%s makes a difference', (_, first, second) => {
  const [one, other] = [first, second].map((slot) =>
    canonical({
      sketch: { threads: [[slot, { kind: 'read', location: 0, path: 'texture' }]], places: [{ gpu: 0, cta: 0 }] },
    }),
  )
  expect(one).not.toBe(other)
})

test.each([
  ['a proxy at the alias is one at the name', ['alias', 'alias-surface'], ['generic', 'surface']],
  [
    'the name is the address with a proxy, though the other is accessed first',
    ['alias', 'surface'],
    ['generic', 'alias-surface'],
  ],
  [
    'with proxies at both, the name is what is accessed first',
    ['alias-surface', 'surface'],
    ['surface', 'alias-surface'],
  ],
] as const)('%s', (_, first, second) => {
  const [one, other] = [first, second].map((paths) =>
    canonical({
      sketch: { threads: [paths.map((path) => ({ kind: 'write', location: 0, path }))], places: [{ gpu: 0, cta: 0 }] },
    }),
  )
  expect(one).toBe(other)
})

randomly(
  'of outcomes that are the same up to symmetry, the first is one',
  { runs: 50, seed: 3, least: { symmetric: 21 } },
  async (draw) => {
    const vocabulary: Vocabulary = { ...everything, scopes: ['gpu'], paths: [], fences: false }
    let symmetric = 0
    const property = fc.property(drawnSketches(vocabulary, 2), ({ threads, places }) => {
      const sketch = { threads: [...threads, ...threads], places: [...places, ...places] }
      const { isFirst } = automorphisms(sketch)
      const outcomes = [...outcomesOf(sketch, vocabulary)]
      const all = new Set(outcomes.map((outcome) => canonical({ sketch, outcome })))
      const first = outcomes.filter(isFirst).map((outcome) => canonical({ sketch, outcome }))
      expect(new Set(first)).toEqual(all)
      if (first.length < outcomes.length) symmetric++
    })
    return { sketches: await holds(property, draw), symmetric }
  },
)
