import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defaultModel } from '../../../axioms/models.js'
import { type SearchOptions, search } from '../../../cli/synthesis/search.js'
import { once } from '../../../source/once.js'
import { classes, type SketchClass, sketches } from '../../../synthesis/sketches.js'
import { vocabularyOf } from '../../../synthesis/words.js'
import { root } from '../../support.js'

const vocabulary = vocabularyOf(
  [defaultModel],
  { with: [], without: ['atomics', 'surface', 'texture'], threads: 4, locations: 3 },
  false,
)
const surroundings = { compiled: compiledZ3, threadScript: pathToFileURL(join(root, 'dist/worker.js')) }

/** The sketches of each class, which is not empty. */
const all = classes(3, vocabulary).flatMap((one) => {
  const own = [...sketches(one, vocabulary)]
  return own.length === 0 ? [] : [{ ...one, own }]
})
const total = all.reduce((sum, { own }) => sum + own.length, 0)

interface Heard {
  readonly first: number
  readonly count: number
  readonly inClass: SketchClass
  readonly index: number
}

/** Runs a search for the tests of up to 3 instructions that tell a model from itself. Returns its results. */
async function searched(options: Partial<SearchOptions> = {}) {
  const heard: Heard[] = []
  const done: SketchClass[] = []
  await search(
    { kind: 'different', models: [defaultModel, defaultModel], vocabulary },
    {
      instructions: 3,
      jobs: 2,
      shard: { number: 1, of: 1 },
      from: 0,
      isEnough: (one) => {
        done.push(one)
        return false
      },
      onChunk: ({ chunk, inClass, index }, result) => {
        expect(result).toEqual({ kind: 'different', tests: [] })
        heard.push({ first: chunk.first, count: chunk.sketches.length, inClass, index })
      },
      signal: new AbortController().signal,
      ...options,
    },
    surroundings,
  )
  return { heard, done }
}

/** Searches everything, once for all tests. */
const whole = once(() => searched())

test('all sketches are searched, in their order, each in a chunk of its class', async () => {
  const { heard } = await whole()
  expect(heard.length).toBeGreaterThan(all.length)
  let next = 0
  for (const [i, { first, count, index }] of heard.entries()) {
    expect([first, index]).toEqual([next, i])
    next += count
  }
  expect(next).toBe(total)
  for (const { instructions, threads, own } of all) {
    const inIt = heard.filter(({ inClass }) => inClass.instructions === instructions && inClass.threads === threads)
    expect(inIt.reduce((sum, { count }) => sum + count, 0)).toBe(own.length)
  }
})

test('each class is said to be done, the last one too, and nothing is begun after enough', async () => {
  const { done } = await whole()
  expect(done).toEqual(all.map(({ instructions, threads }) => ({ instructions, threads })))
  const { heard } = await searched({ isEnough: () => true })
  expect(heard.reduce((sum, { count }) => sum + count, 0)).toBe(all[0]?.own.length)
})

test('the parts of the work have all chunks, each once', async () => {
  const { heard } = await whole()
  const parts = []
  for (const number of [1, 2, 3]) parts.push(...(await searched({ shard: { number, of: 3 } })).heard)
  expect(parts.toSorted((a, b) => a.index - b.index)).toEqual(heard)
  expect((await searched({ shard: { number: 1000, of: 1000 } })).heard).toEqual([])
})

test('it goes on from a sketch', async () => {
  const { heard } = await whole()
  const from = heard[1]?.first ?? 0
  expect((await searched({ from })).heard).toEqual(heard.slice(1))
  expect((await searched({ from: total })).heard).toEqual([])
})

test('a signal ends it, even one that came before it began; then no further class is said to be done', async () => {
  const before = new AbortController()
  before.abort()
  expect(await searched({ signal: before.signal })).toEqual({ heard: [], done: [] })
  const within = new AbortController()
  let count = 0
  const { done } = await searched({
    signal: within.signal,
    onChunk: () => {
      count += 1
      within.abort()
    },
  })
  expect(count).toBe(1)
  expect(done.length).toBeLessThan(all.length)
})

test('a thread that fails is a fault of its chunk', async () => {
  const kinds: string[] = []
  await search(
    { kind: 'different', models: [defaultModel, defaultModel], vocabulary },
    {
      instructions: 3,
      jobs: 1,
      shard: { number: 1, of: 1 },
      from: 0,
      isEnough: () => true,
      onChunk: (_, { kind }) => kinds.push(kind),
      signal: new AbortController().signal,
    },
    { ...surroundings, threadScript: new URL('file:///none.js') },
  )
  expect([...new Set(kinds)]).toEqual(['fault'])
})
