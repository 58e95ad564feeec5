import { redefine, withoutAxiom } from '../../axioms/algebra/edit.js'
import { difference, type Model } from '../../axioms/algebra/terms.js'
import { ptx60, ptx75 } from '../../axioms/models.js'
import { must } from '../../source/must.js'
import { canonical } from '../../synthesis/canonical.js'
import { compiled } from '../../synthesis/compiled.js'
import { nameOf } from '../../synthesis/cycle/name.js'
import { distinguishing } from '../../synthesis/distinguish.js'
import { isForbidden } from '../../synthesis/judge.js'
import { outcomesOf } from '../../synthesis/outcomes.js'
import { product } from '../../synthesis/product.js'
import { weakerOutcomes } from '../../synthesis/relaxed.js'
import type { Sketch } from '../../synthesis/sketch.js'
import { classes, sketches } from '../../synthesis/sketches.js'
import type { Vocabulary } from '../../synthesis/vocabulary.js'
import { laddersOf } from '../../synthesis/weakest.js'
import { modelIn } from '../axioms/algebra/cat/models.js'
import { bruteForbids } from './brute.js'
import { plain } from './drawn.js'
import { cycleIn } from './support.js'

const inBits = (model: Model) => must(compiled(model), 'a model without recursion')

const small: Vocabulary = { ...plain, atomics: true, paths: ['texture'], locations: 1 }

const allSketches = (instructions: number, vocabulary: Vocabulary): readonly Sketch[] =>
  classes(instructions, vocabulary).flatMap((one) => [...sketches(one, vocabulary)])

const pairs: readonly (readonly [string, Model, Model])[] = [
  ...['Coherence', 'Atomicity', 'Causality'].map(
    (name) => [`without ${name}`, ptx75, withoutAxiom(ptx75, name)] as const,
  ),
  ['without Coherence, the other way round', withoutAxiom(ptx75, 'Coherence'), ptx75],
]

describe('ptx-7.5 and itself without an axiom', () => {
  test.each(pairs)('%s: brute force finds the differences to be some', (name, first, second) => {
    const vocabulary: Vocabulary = name.includes('Causality') ? { ...plain, locations: 1 } : { ...small, paths: [] }
    const search = distinguishing(inBits(first), inBits(second), vocabulary)
    const found = allSketches(3, vocabulary).flatMap(search)
    expect(found.length).toBeGreaterThan(0)
    const [byFirst, bySecond] = [bruteForbids(first), bruteForbids(second)]
    for (const { labelled, outcome, forbids, canonical: key } of found.slice(0, 30)) {
      expect([byFirst(labelled, outcome), bySecond(labelled, outcome)]).toEqual([
        forbids === 'first',
        forbids === 'second',
      ])
      expect(key).toBe(canonical({ ...labelled, outcome }))
    }
    expect(new Set(found.map(({ forbids }) => forbids))).toEqual(new Set([name.includes('round') ? 'second' : 'first']))
  })
})

test('row 9 needs other proxies at both addresses, and a fence for each step from one to the other', () => {
  const without9 = redefine(ptx75, 'preserved-9', (body) => difference(body, body))
  const vocabulary: Vocabulary = { ...plain, fences: true, paths: ['alias', 'surface', 'alias-surface'] }
  const search = distinguishing(inBits(ptx75), inBits(without9), vocabulary)
  const between = (fences: string) =>
    search(cycleIn(`PosRW${fences} Rfi+asurf+surf`).test.labelled.sketch).map(({ labelled, outcome }) =>
      nameOf(labelled, outcome),
    )
  const [surface, alias] = ['+fence.proxy.surface', '+fence.proxy.alias']
  const name = 'CoRW1+asurf-fence.proxy.surface-fence.proxy.alias-fence.proxy.surface-surf'
  expect(between(`${surface}${alias}${surface}`)).toEqual([name])
  expect([`${surface}${alias}`, `${alias}${surface}`, `${surface}${surface}`].flatMap(between)).toEqual([])
})

test('values out of thin air: two instructions differ, if one writes to another address what the other read', () => {
  const vocabulary: Vocabulary = { ...plain, paths: ['alias'], dependencies: 'in cycles', threads: 1, locations: 1 }
  const search = distinguishing(inBits(ptx75), inBits(withoutAxiom(ptx75, 'No-Thin-Air')), vocabulary)
  const found = allSketches(2, vocabulary).flatMap(search)
  expect(found.map(({ labelled, outcome, forbids }) => [nameOf(labelled, outcome), forbids])).toEqual([
    ['CoRW1+alias-data-weak', 'first'],
  ])
})

describe('a model may forbid what threads reach that take turns', () => {
  const sane = 'acyclic po | rf as Order'
  test.each<[string, string, number, readonly string[]]>([
    [
      'an acquire may not read from a release',
      'empty [W & REL]; rf; [R & ACQ] as Wrong',
      2,
      ['WxRx.1+rel-acq.gpu', 'Rx_Wx.1+acq+rel.gpu+cta', 'Rx_Wx.1+acq+rel.gpu'],
    ],
    ['nor a thread from itself', 'empty rf & po as Wrong', 1, ['WxRx.1']],
  ])('%s', (_, wrong, threads, names) => {
    const vocabulary: Vocabulary = { ...plain, threads, locations: 1 }
    const search = distinguishing(inBits(modelIn(sane)), inBits(modelIn(`${sane}\n${wrong}`)), vocabulary)
    const found = allSketches(2, vocabulary).flatMap(search)
    expect(found.map(({ labelled, outcome }) => nameOf(labelled, outcome))).toEqual(names)
    expect(new Set(found.map(({ forbids }) => forbids))).toEqual(new Set(['second']))
  })
})

test('a model does not differ from itself', () => {
  const search = distinguishing(inBits(ptx75), inBits(ptx75), small)
  expect(allSketches(2, small).flatMap(search)).toEqual([])
})

describe('a sketch has a difference if some strengths and some outcome of it have one', () => {
  test.each([...pairs, ['and ptx-6.0', ptx75, ptx60] as const])('%s', (_, first, second) => {
    const vocabulary: Vocabulary = second === ptx60 ? { ...small, paths: [] } : small
    const [a, b] = [inBits(first), inBits(second)]
    const search = distinguishing(a, b, vocabulary)
    for (const sketch of allSketches(2, vocabulary)) {
      const outcomes = [...outcomesOf(sketch, vocabulary)]
      const isDifferent = [...product(laddersOf(sketch, vocabulary).map(({ strengths }) => strengths))].some(
        (strengths) =>
          outcomes.some(
            (outcome) =>
              isForbidden(a, { sketch, strengths }, outcome) !== isForbidden(b, { sketch, strengths }, outcome),
          ),
      )
      expect([sketch, search(sketch).length > 0]).toEqual([sketch, isDifferent])
    }
  })
})

test('the weight of a test is how far its instructions are from their weakest', () => {
  const [found] = allSketches(2, plain).flatMap(
    distinguishing(inBits(ptx75), inBits(withoutAxiom(ptx75, 'Coherence')), plain),
  )
  // Two weak writes of one thread.
  expect([found?.labelled.strengths.map(({ order }) => order), found?.weight]).toEqual([['weak', 'weak'], 0])
})

test('no test is another one with an outcome that says more', () => {
  const vocabulary = { ...small, paths: [] }
  const withoutAtomicity = inBits(withoutAxiom(ptx75, 'Atomicity'))
  const found = allSketches(2, vocabulary).flatMap(distinguishing(inBits(ptx75), withoutAtomicity, vocabulary))
  expect(found.length).toBeGreaterThan(0)
  for (const { labelled, outcome } of found)
    for (const less of weakerOutcomes(labelled.sketch, outcome))
      expect([labelled, less, isForbidden(inBits(ptx75), labelled, less)]).toEqual([labelled, less, false])
})
