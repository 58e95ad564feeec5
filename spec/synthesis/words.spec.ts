import { defaultModel, models, nvlitmus, ptx60, ptx75 } from '../../axioms/models.js'
import { must } from '../../source/must.js'
import { leftOut, vocabularyOf, vocabularyText, type Wanted } from '../../synthesis/words.js'

const usual: Wanted = { with: [], without: [], threads: 4, locations: 3 }

const everyPath = ['alias', 'texture', 'surface', 'constant', 'read-only']

describe('the words of a search', () => {
  test('unless something is said: all but scope sys and fences on one side', () => {
    expect(vocabularyOf([defaultModel], usual, false)).toEqual({
      scopes: ['cta', 'gpu'],
      paths: everyPath,
      atomics: true,
      fences: true,
      oneSided: false,
      proxyOrders: false,
      dependencies: 'in cycles',
      finalValues: true,
      severalCtas: true,
      severalGpus: false,
      threads: 4,
      locations: 3,
    })
  })
  test('with and without', () => {
    const wanted: Wanted = {
      ...usual,
      with: ['sys', 'one-sided-fences'],
      without: ['cta', 'texture', 'atomics', 'dependencies', 'final-values'],
    }
    expect(vocabularyOf([ptx75], wanted, true)).toMatchObject({
      scopes: ['gpu', 'sys'],
      paths: ['alias', 'surface', 'constant', 'read-only'],
      atomics: false,
      fences: true,
      oneSided: true,
      proxyOrders: false,
      dependencies: 'none',
      finalValues: false,
    })
  })
  test('proxies are all of them', () => {
    expect(vocabularyOf([ptx75], { ...usual, without: ['proxies'] }, false).paths).toEqual([])
    expect(vocabularyOf([ptx75], { ...usual, with: ['proxies'] }, false).paths).toEqual(everyPath)
    expect(vocabularyOf([ptx75], { ...usual, with: ['surface'], without: ['proxies'] }, false).paths).toEqual([
      'surface',
    ])
  })
  test('proxies at the alias are those that are at the name, and need an alias', () => {
    const wanted: Wanted = { ...usual, with: ['alias-proxies'], without: ['texture', 'read-only'] }
    const paths = ['surface', 'constant', 'alias-surface', 'alias-constant']
    expect(vocabularyOf([ptx75], wanted, false).paths).toEqual(['alias', ...paths])
    expect(vocabularyOf([ptx75], { ...wanted, without: ['alias'] }, false).paths).toEqual(everyPath.slice(1))
    expect(vocabularyOf([ptx60], wanted, false).paths).toEqual([])
    expect(vocabularyText(vocabularyOf([ptx75], wanted, false))).toContain(`; alias, ${paths.join(', ')}; `)
  })
  test('places: several CTAs, and several GPUs if there is a scope for them', () => {
    const places = (words: Partial<Wanted>) => {
      const vocabulary = vocabularyOf([ptx75], { ...usual, ...words }, false)
      return [vocabulary.severalCtas, vocabulary.severalGpus, vocabularyText(vocabulary).split('final values; ')[1]]
    }
    const most = 'at most 4 threads and 3 locations'
    expect(places({})).toEqual([true, false, most])
    expect(places({ with: ['sys'] })).toEqual([true, true, `several GPUs; ${most}`])
    expect(places({ with: ['several-gpus'] })).toEqual([true, true, `several GPUs; ${most}`])
    expect(places({ with: ['sys'], without: ['several-gpus'] })).toEqual([true, false, most])
    expect(places({ without: ['several-ctas'] })).toEqual([false, false, `one CTA; ${most}`])
    expect(places({ with: ['sys'], without: ['several-ctas'] })[2]).toBe(`several GPUs, one CTA of each; ${most}`)
  })
  test('dependencies matter anywhere if a model orders by them', () => {
    expect(vocabularyOf([ptx75], usual, true).dependencies).toBe('anywhere')
  })
  test('words that a model does not cover are left out, even if they are wanted', () => {
    expect(vocabularyOf([ptx60], { ...usual, with: ['proxies'] }, false)).toMatchObject({ paths: [], atomics: true })
    expect(vocabularyOf([nvlitmus], { ...usual, with: ['atomics', 'one-sided-fences'] }, false)).toMatchObject({
      paths: ['alias', 'texture', 'surface', 'constant'],
      atomics: false,
      oneSided: false,
      proxyOrders: false,
      finalValues: false,
    })
  })
  test('with two models, words that both cover', () => {
    expect(vocabularyOf([ptx60, nvlitmus], usual, false)).toEqual(
      vocabularyOf([nvlitmus], { ...usual, without: ['proxies'] }, false),
    )
  })
})

test('asynchronous operations are of use where all models have them, and only said where they are on', () => {
  const [proposed, strict] = [
    defaultModel,
    must(
      models.find(({ name }) => name === 'ptx-9.4-strict'),
      'a model',
    ),
  ]
  const wanted: Wanted = { ...usual, with: ['async'] }
  expect(vocabularyOf([proposed, strict], wanted, false)).toEqual({
    ...vocabularyOf([proposed, strict], usual, false),
    asynchronous: true,
  })
  expect(vocabularyOf([proposed, ptx75], wanted, false)).not.toHaveProperty('asynchronous')
  expect([proposed, strict, ptx75, ptx60, nvlitmus].map((model) => leftOut(model, ['async']))).toEqual([
    [],
    [],
    ['async'],
    ['async'],
    ['async'],
  ])
  expect(vocabularyText(vocabularyOf([proposed], wanted, false))).toContain(
    '; final values; bulk copies from shared to global memory, waits for them, fence.proxy.async; at most',
  )
})

test('words for features that a model does not cover at all', () => {
  expect(leftOut(ptx60, ['alias', 'surface', 'proxies', 'sys', 'atomics'])).toEqual(['alias', 'surface', 'proxies'])
  expect(leftOut(nvlitmus, ['proxies', 'read-only', 'atomics', 'sys'])).toEqual(['read-only', 'atomics'])
  expect(leftOut(ptx60, ['alias-proxies'])).toEqual(['alias-proxies'])
  expect(leftOut(ptx75, ['proxies', 'alias-proxies', 'atomics', 'one-sided-fences'])).toEqual([])
})
