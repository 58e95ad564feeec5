/** A sketch with strengths as a test: its text, which is read like any other. */

import type { Program } from '../litmus/program.js'
import { readTests } from '../litmus/read.js'
import { must } from '../source/must.js'
import {
  isAccess,
  locationsOf,
  type Outcome,
  type Path,
  type Place,
  type Placed,
  pathParts,
  reads,
  type Sketch,
  slotsOf,
  writes,
} from './sketch.js'
import { mnemonic, type Strength } from './vocabulary.js'

/** A sketch whose instructions have strengths, by position. */
export interface Labelled {
  readonly sketch: Sketch
  readonly strengths: readonly Strength[]
}

const names = ['x', 'y', 'z', 'w', 'v', 'u', 't', 's']

const nameOf = (location: number): string => names[location] ?? `x${location}`

/** What a test calls a location by each path: a suffix of its name for the address, and one for the proxy. */
const suffixes = { generic: '', texture: '_tex', surface: '_surf', constant: '_const', 'read-only': '' } as const
const keywords = { texture: '.texref', surface: '.surfref', constant: '.constref' } as const

const nameBy = (location: number, path: Path): string => {
  const { proxy, isAlias } = pathParts[path]
  return `${nameOf(location)}${isAlias ? '_alias' : ''}${suffixes[proxy]}`
}

/** The declarations that a path needs; that of an alias comes before what is bound to it. */
function declarationsOf(location: number, path: Path): readonly string[] {
  const { proxy, isAlias } = pathParts[path]
  const address = nameBy(location, isAlias ? 'alias' : 'generic')
  return [
    ...(isAlias ? [`.global ${address} physically aliases ${nameOf(location)};`] : []),
    ...(proxy === 'generic' || proxy === 'read-only'
      ? []
      : [`${keywords[proxy]} ${nameBy(location, path)} virtually aliases ${address};`]),
  ]
}

/**
 * What each write stores, by position: of each location, 1, 2 and so on, in the order of the threads; but the last write of an outcome stores the
 * greatest.
 */
export function valuesOf(sketch: Sketch, last: Outcome['last'] = []): readonly (number | undefined)[] {
  const next = new Map<number, number>()
  const placed = slotsOf(sketch)
  return placed.map(({ slot, position }) => {
    if (!writes(slot)) return undefined
    const { location } = slot
    if (last[location] === position)
      return placed.filter((one) => writes(one.slot) && one.slot.location === location).length
    const value = (next.get(location) ?? 0) + 1
    next.set(location, value)
    return value
  })
}

/** The registers of reads, by position: `r0` and so on, in the order of the threads. */
function registersOf(sketch: Sketch): readonly (string | undefined)[] {
  let next = 0
  return slotsOf(sketch).map(({ slot }) => (reads(slot) ? `r${next++}` : undefined))
}

const threadName = (places: readonly Place[], thread: number): string => {
  const { gpu, cta } = must(places[thread], 'the place of a thread')
  const before = places.slice(0, thread).filter((one) => one.gpu === gpu && one.cta === cta).length
  return `d${gpu}.b${cta}.t${before}`
}

function instructionText(
  { sketch, strengths }: Labelled,
  { last }: Outcome,
  { position, thread, slot }: Placed,
): string {
  const words = mnemonic(slot, must(strengths[position], 'the strength of a slot'))
  if (!isAccess(slot)) return `${words};`
  const registers = registersOf(sketch)
  const register = registers[position]
  const value = valuesOf(sketch, last)[position]
  const at = `[${nameBy(slot.location, slot.path)}]`
  if (slot.kind === 'read') return `${words} ${register}, ${at};`
  const from = slotsOf(sketch).find((one) => one.thread === thread && one.index === slot.data)
  // The value depends on what was read, and is the same whatever that is.
  const computed = `r${100 + position}`
  const before =
    from === undefined
      ? ''
      : `xor ${computed}, ${registers[from.position]}, ${registers[from.position]}; add ${computed}, ${computed}, ${value}; `
  const stored = from === undefined ? value : computed
  if (slot.kind === 'write') return `${before}${words} ${at}, ${stored};`
  return `${before}${words} ${register}, ${at}, ${stored};`
}

/** The condition of an outcome. */
function conditionText(sketch: Sketch, { sources, last }: Outcome): string {
  const values = valuesOf(sketch, last)
  const registers = registersOf(sketch)
  const parts = [
    ...sources.flatMap((source, position) =>
      source === undefined ? [] : [`${registers[position]} == ${source === 'initial' ? 0 : values[source]}`],
    ),
    ...last.flatMap((write, location) => (write === undefined ? [] : [`[${nameOf(location)}] == ${values[write]}`])),
  ]
  return parts.length === 0 ? 'true' : parts.join(' && ')
}

/** The text of the test. It asks about the outcome, or claims that there is none. */
export function testText(labelled: Labelled, outcome: Outcome, asks: 'exists' | '~exists' = 'exists'): string {
  const { sketch } = labelled
  const slots = slotsOf(sketch)
  const used = Array.from({ length: locationsOf(sketch) }, (_, location) => {
    const own = slots.flatMap(({ slot }) => (isAccess(slot) && slot.location === location ? [slot.path] : []))
    const declared = own.flatMap((path) => declarationsOf(location, path))
    return [`.global ${nameOf(location)};`, ...new Set(declared)]
  })
  return [
    ...used.flat(),
    '',
    ...sketch.threads.flatMap((_, thread) => [
      `${threadName(sketch.places, thread)} {`,
      ...slots.filter((one) => one.thread === thread).map((one) => `  ${instructionText(labelled, outcome, one)}`),
      '}',
      '',
    ]),
    `${asks} (${conditionText(sketch, outcome)}) as outcome;`,
    '',
  ].join('\n')
}

/** The test as a program. */
export const programOf = (labelled: Labelled, outcome: Outcome): Program => programIn(testText(labelled, outcome))

/** The program of a test that was made here; its places are those of the text. */
export function programIn(text: string): Program {
  const { tests, diagnostics } = readTests({ name: 'synthesised.test', text })
  const [problem] = diagnostics
  if (problem !== undefined) throw new Error(problem.message)
  return must(tests[0], 'a test')
}
