/**
 * Decides how much is tested. `npm test` draws few values, always from the same seed, and takes a sample of the
 * examples. In a soak (`npm run soak`) the same specs draw from a fresh seed until their share of the time ends, put
 * larger programs to brute force, and take the examples in random order.
 */

import { appendFileSync } from 'node:fs'
import fc from 'fast-check'
import { type Draw, parametersOf } from '../fuzz/draw.js'
import { numbers } from '../fuzz/mutants.js'
import { isCompiled } from '../litmus/program.js'
import { type Expected, examples } from './examples.js'

/**
 * The settings that `spec/soak.mjs` passes on: the seed, the seconds for each file of specs, and the file in which each
 * test reports what it drew.
 */
interface Soak {
  readonly seed: number
  readonly seconds: number
  readonly isNamed: boolean
  readonly report: string
}

const soak: Soak | undefined = process.env['SOAK'] === undefined ? undefined : JSON.parse(process.env['SOAK'])

/** `spec/soak.mjs` knows the tests that draw by the end of their names. */
const mark = ' (random)'

/**
 * Candidate executions up to which brute force takes part: the longer a soak, the more, up to the limit of brute force
 * itself.
 */
export const mostCandidates =
  soak === undefined ? 500 : Math.min(200_000, Math.max(500, Math.round(soak.seconds * 500)))

const end = performance.now() + (soak?.seconds ?? 0) * 1000
let waiting = 0

/** Returns the share of a test in the time that the file has left. */
function drawOf({ runs, seed }: Drawn): Draw {
  if (soak === undefined) return { runs, seed, mostCandidates, mostSets: 100 }
  // After the end, each test still tries one value.
  const time = Math.max(1, (end - performance.now()) / (soak.isNamed ? 1 : waiting))
  return { runs: 1_000_000_000, seed: soak.seed, time, mostCandidates, mostSets: 1000 }
}

interface Drawn {
  /** The number of values that `npm test` draws, and from which seed. */
  readonly runs: number
  readonly seed: number
  /** The least that these must have, so that the test means something. A fresh seed promises nothing. */
  readonly least?: Readonly<Record<string, number>>
}

/** The number of draws of a test, and a value on which it fails, if there is one. */
interface Seen {
  readonly counterexample?: string | undefined
  readonly [what: string]: number | string | undefined
}

/** Defines a test that draws values at random. */
export function randomly(name: string, drawn: Drawn, search: (draw: Draw) => Seen | Promise<Seen>): void {
  waiting++
  test(`${name}${mark}`, async () => {
    const start = performance.now()
    const draw = drawOf(drawn)
    waiting--
    const { counterexample, ...counts } = await search(draw)
    if (soak !== undefined) {
      const { currentTestName, testPath } = expect.getState()
      const seconds = (performance.now() - start) / 1000
      appendFileSync(soak.report, `${JSON.stringify({ testPath, currentTestName, seconds, counts })}\n`)
    }
    expect(counterexample).toBeUndefined()
    if (soak !== undefined) return
    for (const [what, least] of Object.entries(drawn.least ?? {}))
      if (!(Number(counts[what]) >= least)) throw new Error(`${counts[what]} ${what} are drawn, of at least ${least}`)
  })
}

/** Throws if a property does not hold for a drawn value; returns the number of values for which it holds. */
export async function holds<Ts>(property: fc.IRawProperty<Ts>, draw: Draw): Promise<number> {
  const details = await fc.check(property, parametersOf(draw))
  // Time ran out before the first value, but one value is always tried.
  if (details.interrupted && details.numRuns === 0 && details.counterexample === null) {
    const { time: _, ...untimed } = draw
    return holds(property, { ...untimed, runs: 1 })
  }
  if (details.failed && !(details.interrupted && details.counterexample === null))
    throw new Error(fc.defaultReportMessage(details))
  return details.numRuns
}

/** Defines a test of a property, without a summary of the drawn values. */
export const always = <Ts>(name: string, drawn: Drawn, property: () => fc.IRawProperty<Ts>): void =>
  randomly(name, drawn, async (draw) => ({ values: await holds(property(), draw) }))

interface Items<T> {
  readonly all: readonly T[]
  /** Returns the items that `npm test` takes. */
  readonly sample: (all: readonly T[]) => readonly T[]
  /**
   * The least number of items in the sample, so that the tests mean something. With 0, a push may take none, and the
   * soak takes them.
   */
  readonly least: number
}

/** Defines a test for each item of a sample; in a soak, one for as many of all as it has time for, in random order. */
export function onEach<T extends { readonly name: string }>(
  name: string,
  { all, sample, least }: Items<T>,
  check: (one: T) => void | Promise<void>,
): void {
  if (soak === undefined) {
    const some = sample(all)
    if (some.length < least)
      test(name, () => {
        throw new Error(`${some.length} are in the sample, of at least ${least}`)
      })
    else if (some.length > 0) describe(name, () => test.each(some)('$name', check))
    return
  }
  inSoak(name, () => all, check)
}

/** Defines a test of items for which a push has no time: as many as a soak has time for, in random order. */
export function inSoak<T extends { readonly name: string }>(
  name: string,
  items: () => readonly T[],
  check: (one: T) => void | Promise<void>,
): void {
  if (soak === undefined) return
  const all = items()
  randomly(name, { runs: 0, seed: 0 }, async ({ seed, time = 0 }) => {
    const start = performance.now()
    let taken = 0
    for (const one of shuffled(all, seed)) {
      if (taken > 0 && performance.now() - start > time) break
      try {
        await check(one)
      } catch (error) {
        throw new Error(`${one.name}: ${error instanceof Error ? error.message : error}`)
      }
      taken++
    }
    if (taken === 0) throw new Error('there is nothing to take')
    return { taken, 'in all': all.length }
  })
}

function shuffled<T>(all: readonly T[], seed: number): readonly T[] {
  const below = numbers(seed)
  return all
    .map((one) => ({ one, key: below(2 ** 31) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

/** Instructions up to which an example is in a sample. */
const few = 10

/** Returns some of the examples, all of them in a soak. */
export const someExamples = (model: string): readonly Expected[] => examples(model, soak === undefined ? 4 : 1)

/** Returns the first test of each file, unless it is long or compiled. */
export const sampled = (some: readonly Expected[]): readonly Expected[] =>
  some.filter(
    ({ program: { file, threads } }, i) =>
      file !== some[i - 1]?.program.file &&
      !threads.some(isCompiled) &&
      threads.reduce((sum, { instructions }) => sum + instructions.length, 0) <= few,
  )
