import { redefine, withoutAxiom } from '../../axioms/algebra/edit.js'
import { difference, type Model, product as pairsOf } from '../../axioms/algebra/terms.js'
import { ASYNC } from '../../axioms/algebra/vocabulary.js'
import { models, ptx60, ptx75 } from '../../axioms/models.js'
import { must } from '../../source/must.js'
import { canonical } from '../../synthesis/canonical.js'
import { compiled } from '../../synthesis/compiled.js'
import { hasCopies } from '../../synthesis/copies.js'
import { nameOf } from '../../synthesis/cycle/name.js'
import { distinguishing } from '../../synthesis/distinguish.js'
import { isForbidden, isUndefined } from '../../synthesis/judge.js'
import { outcomesOf } from '../../synthesis/outcomes.js'
import { product } from '../../synthesis/product.js'
import { testText } from '../../synthesis/program.js'
import { weakerOutcomes } from '../../synthesis/relaxed.js'
import type { Sketch, Slot } from '../../synthesis/sketch.js'
import { classes, sketches } from '../../synthesis/sketches.js'
import type { Vocabulary } from '../../synthesis/vocabulary.js'
import { strengthOf } from '../../synthesis/vocabulary.js'
import { laddersOf } from '../../synthesis/weakest.js'
import { modelIn } from '../axioms/algebra/cat/models.js'
import { verdictOf } from '../support.js'
import { bruteForbids } from './brute.js'
import { plain } from './drawn.js'
import { naiveKey } from './naive.js'
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
  test.each(pairs)('%s: brute force confirms the differences', (name, first, second) => {
    const vocabulary: Vocabulary = name.includes('Causality') ? { ...plain, locations: 1 } : { ...small, paths: [] }
    const search = distinguishing(inBits(first), inBits(second), vocabulary)
    const found = allSketches(3, vocabulary).flatMap(search)
    expect(found.length).toBeGreaterThan(0)
    const [byFirst, bySecond] = [bruteForbids(first), bruteForbids(second)]
    for (const { labelled, outcome, forbids, canonical: key } of found.slice(0, 10)) {
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
  const without9 = redefine(ptx75, 'preserved-alias-across-proxies', (body) => difference(body, body))
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

describe('a model may forbid what threads reach when they take turns', () => {
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
    const mistaken = allSketches(2, vocabulary).filter((sketch) => {
      const outcomes = [...outcomesOf(sketch, vocabulary)]
      const isDifferent = [...product(laddersOf(sketch, vocabulary).map(({ strengths }) => strengths))].some(
        (strengths) =>
          outcomes.some(
            (outcome) =>
              isForbidden(a, { sketch, strengths }, outcome) !== isForbidden(b, { sketch, strengths }, outcome),
          ),
      )
      return search(sketch).length > 0 !== isDifferent
    })
    expect(mistaken).toEqual([])
  })
})

test('the weight of a test is how far its instructions are from their weakest', () => {
  const [found] = allSketches(2, plain).flatMap(
    distinguishing(inBits(ptx75), inBits(withoutAxiom(ptx75, 'Coherence')), plain),
  )
  // Two weak writes of one thread.
  expect([found?.labelled.strengths.map(({ order }) => order), found?.weight]).toEqual([['weak', 'weak'], 0])
})

test('no test is another test with a stronger outcome', () => {
  const vocabulary = { ...small, paths: [] }
  const withoutAtomicity = inBits(withoutAxiom(ptx75, 'Atomicity'))
  const found = allSketches(2, vocabulary).flatMap(distinguishing(inBits(ptx75), withoutAtomicity, vocabulary))
  expect(found.length).toBeGreaterThan(0)
  for (const { labelled, outcome } of found)
    for (const less of weakerOutcomes(labelled.sketch, outcome))
      expect([labelled, less, isForbidden(inBits(ptx75), labelled, less)]).toEqual([labelled, less, false])
})

describe('models of asynchronous operations', () => {
  const named = (name: string): Model =>
    must(
      models.find((model) => model.name === name),
      name,
    )
  const [usual, strict] = [named('ptx-9.4'), named('ptx-9.4-strict')]
  const copying: Vocabulary = { ...plain, asynchronous: true, threads: 2 }
  const search = distinguishing(inBits(usual), inBits(strict), copying)
  const place = (cta: number) => ({ gpu: 0, cta })
  const access = (kind: 'read' | 'write', location: number): Slot => ({ kind, location, path: 'generic' })
  const aliased = (kind: 'read' | 'write', location: number): Slot => ({ kind, location, path: 'alias' })
  const leaveOut = (model: Model, name: string): Model => redefine(model, name, (body) => difference(body, body))
  const copy = (from: number, location: number): Slot => ({ kind: 'copy', from, location, path: 'generic' })

  test('a fence in the CTA of an access is enough for one of them', async () => {
    const sketch: Sketch = {
      threads: [
        [access('write', 0), { kind: 'async fence' }, access('write', 1)],
        [access('read', 1), copy(2, 0)],
      ],
      places: [place(0), place(1)],
    }
    const [found, ...others] = search(sketch)
    const { labelled, outcome, forbids } = must(found, 'a difference')
    expect([others, forbids]).toEqual([[], 'first'])
    const text = testText(labelled, outcome)
    expect(text).toMatchInlineSnapshot(`
".global x[4];
.global y;
.shared z[4] = {30};

d0.b0.t0 {
  st.weak [x], 2;
  fence.proxy.async;
  st.release.gpu [y], 1;
}

d0.b1.t0 {
  ld.acquire.gpu r0, [y];
  cp.async.bulk.global.shared::cta.bulk_group [x], [z], 16;
  cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;
}

exists (r0 == 1 && [x[0]] == 2) as outcome;
"
`)
    expect(await Promise.all([usual, strict].map((model) => verdictOf(text, model)))).toEqual(['forbidden', 'allowed'])
    // The fence of the issuing thread is enough for both.
    const moved: Sketch = {
      threads: [
        [access('write', 0), access('write', 1)],
        [access('read', 1), { kind: 'async fence' }, copy(2, 0)],
      ],
      places: [place(0), place(1)],
    }
    expect(search(moved)).toEqual([])
  })

  test('no test with fewer than 5 instructions tells them apart: here those with 3', () => {
    expect(allSketches(3, copying).flatMap(search)).toEqual([])
  })

  test.each<[string, string, readonly string[]]>([
    [
      'preserved-from-async',
      'A3: completion, and then an access',
      ['CxyWx.1.y1+copy-wait.read-weak', 'CxyRy.0+copy-wait-weak', 'CxyWy.y1+copy-wait-weak'],
    ],
    [
      'preserved-to-async',
      'A2: an access, a fence, a copy',
      [
        'RxCyx.1+weak-fence.proxy.async-copy',
        'WxCxy.0.y1+weak-fence.proxy.async-copy',
        'WxCyx.x1+weak-fence.proxy.async-copy',
      ],
    ],
  ])('without %s: %s', (row, _, names) => {
    const without = redefine(usual, row, (body) => difference(body, body))
    const found = allSketches(3, { ...copying, threads: 1 }).flatMap(
      distinguishing(inBits(usual), inBits(without), { ...copying, threads: 1 }),
    )
    expect(found.map(({ labelled, outcome }) => nameOf(labelled, outcome)).toSorted()).toEqual(names.toSorted())
    expect(new Set(found.map((one) => naiveKey({ ...one.labelled, outcome: one.outcome }))).size).toBe(found.length)
  })

  const load = (from: number, location: number): Slot => ({ kind: 'load', from, location, path: 'generic' })
  const withWeakCopies = redefine(usual, 'ms', (body) => difference(body, pairsOf(ASYNC, ASYNC)))

  // The smallest tests that `distinguish` finds: none with fewer instructions tells the models apart.
  test.each<[string, Model, Vocabulary, Sketch, readonly string[]]>([
    [
      'the pair of one-way alias fences',
      leaveOut(usual, 'preserved-by-alias-pair'),
      { ...plain, paths: ['alias'], finalValues: false, oneWayAlias: true, threads: 2 },
      {
        threads: [
          [access('read', 0), { kind: 'alias fence', direction: 'acquire' }, access('write', 0)],
          [aliased('read', 0), { kind: 'alias fence', direction: 'release' }, access('write', 0)],
        ],
        places: [place(0), place(0)],
      },
      [
        'RxWx_RxWx.2.1+rlx-fence.proxy.alias.acquire-weak+alias-fence.proxy.alias.release-rlx.gpu+cta: relaxed acquire weak weak release relaxed',
      ],
    ],
    [
      'an asynchronous store that releases',
      leaveOut(usual, 'asynchronous-release'),
      { ...plain, asyncStores: true, threads: 2 },
      {
        threads: [
          [access('read', 0), { kind: 'async write', location: 0, path: 'generic' }],
          [access('read', 0), access('write', 0)],
        ],
        places: [place(0), place(0)],
      },
      ['RxWx_RxWx.2.1+acq+rel.gpu+cta: weak release acquire weak'],
    ],
    [
      'relaxed copies',
      withWeakCopies,
      { ...copying, asyncLoads: true, strongCopies: true, locations: 4 },
      { threads: [[load(0, 1), copy(2, 0)], [copy(3, 0)]], places: [place(0), place(0)] },
      ['LxyCzx_Cwx.2.x2.y1+load.rlx-copy.rlx+copy.rlx.gpu+cta: relaxed relaxed relaxed'],
    ],
    ...(['release-by-asynchronous-write', 'acquire-by-asynchronous-read'] as const).map(
      (name): [string, Model, Vocabulary, Sketch, readonly string[]] => [
        name,
        leaveOut(usual, name),
        { ...copying, fences: true, oneSided: true, asyncLoads: true, strongCopies: true, locations: 4 },
        {
          threads: [
            [access('write', 0), { kind: 'fence' }, copy(1, 2)],
            [load(2, 3), { kind: 'fence' }, access('read', 0)],
          ],
          places: [place(0), place(1)],
        },
        [
          'LxyRz_WzCwx.1.0.y1+load.rlx-fence.acquire-weak+weak-fence.release-copy.rlx.gpu: weak release relaxed relaxed acquire weak',
        ],
      ],
    ),
  ])('%s', async (_, without, vocabulary, sketch, names) => {
    const found = distinguishing(inBits(usual), inBits(without), vocabulary)(sketch)
    expect(
      found.map(
        ({ labelled, outcome }) =>
          `${nameOf(labelled, outcome)}: ${labelled.strengths.map(({ order }) => order).join(' ')}`,
      ),
    ).toEqual(names)
    const { labelled, outcome, forbids } = must(found[0], 'a difference')
    expect(forbids).toBe('first')
    const text = testText(labelled, outcome)
    expect(await Promise.all([usual, without].map((model) => verdictOf(text, model)))).toEqual(['forbidden', 'allowed'])
  })

  const withoutA3 = redefine(usual, 'preserved-from-async', (body) => difference(body, body))

  test('strengths with which something is undefined are skipped, and stronger ones found', () => {
    const sketch: Sketch = {
      threads: [[copy(0, 1), { kind: 'wait' }, access('write', 0), access('read', 1)]],
      places: [place(0)],
    }
    const found = distinguishing(inBits(usual), inBits(withoutA3), { ...copying, threads: 1 })(sketch)
    // The copy must not read what is written later; to know what it read, it must be complete.
    const sources = [2, undefined, undefined, 0]
    const [one, ...others] = found.filter(({ outcome }) => `${outcome.sources}` === `${sources}`)
    expect([others, one?.labelled.strengths.map(({ order }) => order)]).toEqual([
      [],
      ['weak', 'complete', 'weak', 'weak'],
    ])
    const early = { sketch, strengths: must(one, 'a difference').labelled.strengths.with(1, strengthOf('read')) }
    const { outcome } = must(one, 'a difference')
    expect([isForbidden(inBits(usual), early, outcome), isForbidden(inBits(withoutA3), early, outcome)]).toEqual([
      true,
      false,
    ])
    expect(isUndefined(inBits(usual), early)).toBe(true)
  })

  test('a sketch has a difference if some strengths show one and leave nothing undefined', () => {
    const [first, second] = [inBits(usual), inBits(withoutA3)]
    const vocabulary: Vocabulary = { ...copying, threads: 1, locations: 2 }
    const search = distinguishing(first, second, vocabulary)
    let [different, undefinedOnly] = [0, 0]
    // The copy is not over when its destination is read.
    const early = [copy(0, 1), access('read', 1), { kind: 'wait' }, access('read', 1)] as const
    for (const sketch of [...allSketches(3, vocabulary), { threads: [early], places: [place(0)] }]) {
      if (!hasCopies(sketch)) continue
      const ladders = laddersOf(sketch, vocabulary)
      const outcomes = [...outcomesOf(sketch, vocabulary)]
      const differing = [...product(ladders.map(({ strengths }) => strengths))].flatMap((strengths) => {
        const labelled = { sketch, strengths }
        const some = outcomes.some(
          (outcome) => isForbidden(first, labelled, outcome) !== isForbidden(second, labelled, outcome),
        )
        return some ? [isUndefined(first, labelled) || isUndefined(second, labelled)] : []
      })
      const isDifferent = differing.includes(false)
      expect([sketch, search(sketch).length > 0]).toEqual([sketch, isDifferent])
      for (const { labelled } of search(sketch))
        expect([isUndefined(first, labelled), isUndefined(second, labelled)]).toEqual([false, false])
      if (isDifferent) different++
      else if (differing.length > 0) undefinedOnly++
    }
    expect([different > 2, undefinedOnly > 0]).toEqual([true, true])
  })
})
