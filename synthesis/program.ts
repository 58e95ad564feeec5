/** Writes a sketch with strengths as a test: a text that is read like any other. */

import type { Program } from '../litmus/program.js'
import { readTests } from '../litmus/read.js'
import { must } from '../source/must.js'
import { endsWithWait, isCopied, isShared } from './copies.js'
import {
  isAccess,
  isCopy,
  locationsOf,
  type Outcome,
  type Path,
  type Placed,
  pathParts,
  reachedBy,
  reads,
  type Sketch,
  slotsOf,
  type ThreadPlace,
  writes,
} from './sketch.js'
import { mnemonic, type Strength, waitRead } from './vocabulary.js'

/** A sketch whose instructions have strengths, by position. */
export interface Labelled {
  readonly sketch: Sketch
  readonly strengths: readonly Strength[]
}

const names = ['x', 'y', 'z', 'w', 'v', 'u', 't', 's']

const nameOf = (location: number): string => names[location] ?? `x${location}`

/** The name of a location for each path: a suffix for the address, and one for the proxy. */
const suffixes = { generic: '', texture: '_tex', surface: '_surf', constant: '_const', 'read-only': '' } as const
const keywords = { texture: '.texref', surface: '.surfref', constant: '.constref' } as const

const nameBy = (location: number, path: Path): string => {
  const { proxy, isAlias } = pathParts[path]
  return `${nameOf(location)}${isAlias ? '_alias' : ''}${suffixes[proxy]}`
}

/** Returns the declarations that a path needs; that of an alias comes before the names that are bound to it. */
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
 * Returns what each write stores, by position, without what copies add to it: 1, 2 and so on for each location, in the
 * order of the threads, except that the last write of an outcome stores the greatest value.
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

/**
 * Returns the initial value of a location. This value, and those written where copies read, occur in no other location,
 * so that a value shows what was copied.
 */
const initialOf = (sketch: Sketch, location: number): number => (isShared(sketch, location) ? 10 * (location + 1) : 0)

/** Returns what each write stores in the text, by position. A copy stores what it reads, if that matters. */
function storedBy(sketch: Sketch, { sources, last }: Outcome): readonly (readonly number[])[] {
  const placed = slotsOf(sketch)
  const values = valuesOf(sketch, last)
  // A load may read what a copy wrote; no copy reads what a load wrote.
  const storedAt = (position: number): readonly number[] => {
    const slot = placed[position]?.slot
    if (slot === undefined || !writes(slot)) return []
    if (!isCopy(slot)) return [initialOf(sketch, slot.location) + (values[position] ?? 0)]
    const source = sources[position]
    if (typeof source === 'number') return storedAt(source)
    const initial = initialOf(sketch, slot.from)
    if (source === 'initial') return [initial]
    const written = placed.flatMap((one) =>
      writes(one.slot) && one.slot.location === slot.from ? storedAt(one.position) : [],
    )
    return [...new Set([initial, ...written])]
  }
  return placed.map(({ position }) => storedAt(position))
}

/** Returns the registers of reads, by position: `r0` and so on, in the order of the threads. */
function registersOf(sketch: Sketch): readonly (string | undefined)[] {
  let next = 0
  return slotsOf(sketch).map(({ slot }) => (reads(slot) ? `r${next++}` : undefined))
}

/** Returns the mbarrier of the load at a position. */
const barrierOf = (position: number): string => `bar${position}`

const threadName = (places: readonly ThreadPlace[], thread: number): string => {
  const { gpu, cta } = must(places[thread], 'the place of a thread')
  const before = places.slice(0, thread).filter((one) => one.gpu === gpu && one.cta === cta).length
  return `d${gpu}.b${cta}.t${before}`
}

function instructionText(
  { sketch, strengths }: Labelled,
  outcome: Outcome,
  { position, thread, slot }: Placed,
): string {
  const words = mnemonic(slot, must(strengths[position], 'the strength of a slot'))
  if (slot.kind === 'copy')
    return `${words} [${nameBy(slot.location, slot.path)}], [${nameOf(slot.from)}], ${bytesCopied};`
  if (slot.kind === 'load') {
    const [bar, passed, again] = [barrierOf(position), `p${position}`, `again${position}`]
    return [
      `mbarrier.init.shared.b64 [${bar}], 1;`,
      `mbarrier.arrive.expect_tx.shared.b64 _, [${bar}], ${bytesCopied};`,
      `${words} [${nameOf(slot.location)}], [${nameBy(slot.from, slot.path)}], ${bytesCopied}, [${bar}];`,
      `${again}: mbarrier.try_wait.parity.shared.b64 ${passed}, [${bar}], 0; beq ${passed}, 0, ${again};`,
    ].join(' ')
  }
  if (!isAccess(slot)) return `${words};`
  const registers = registersOf(sketch)
  const register = registers[position]
  const [value] = storedBy(sketch, outcome)[position] ?? []
  const at = `[${nameBy(slot.location, slot.path)}]`
  if (slot.kind === 'read') return `${words} ${register}, ${at};`
  const from = slotsOf(sketch).find((one) => one.thread === thread && one.index === slot.data)
  // The value depends on what was read only syntactically: it is always the same.
  const computed = `r${100 + position}`
  const before =
    from === undefined
      ? ''
      : `xor ${computed}, ${registers[from.position]}, ${registers[from.position]}; add ${computed}, ${computed}, ${value}; `
  const stored = from === undefined ? value : computed
  if (slot.kind !== 'atomic') return `${before}${words} ${at}, ${stored};`
  return `${before}${words} ${register}, ${at}, ${stored};`
}

/** Returns the condition of an outcome. */
function conditionText(sketch: Sketch, outcome: Outcome): string {
  const { sources, last } = outcome
  const slots = slotsOf(sketch)
  const stored = storedBy(sketch, outcome)
  const registers = registersOf(sketch)
  const parts = [
    ...sources.flatMap((source, position) => {
      const slot = slots[position]?.slot
      // What copies read shows in what they write.
      if (source === undefined || slot === undefined || !isAccess(slot)) return []
      const values = source === 'initial' ? [initialOf(sketch, slot.location)] : (stored[source] ?? [])
      return [{ of: registers[position] ?? '', values }]
    }),
    ...last.flatMap((write, location) =>
      write === undefined ? [] : [{ of: `[${finalNameOf(sketch, location)}]`, values: stored[write] ?? [] }],
    ),
  ].map(({ of, values }) => {
    const either = values.map((value) => `${of} == ${value}`)
    return either.length === 1 ? either.join() : `(${either.join(' || ')})`
  })
  return parts.length === 0 ? 'true' : parts.join(' && ')
}

/**
 * Returns how a condition names a location: an array by its first element, shared memory by the instance of the CTA
 * that uses it.
 */
function finalNameOf(sketch: Sketch, location: number): string {
  const name = nameOf(location)
  if (!isCopied(sketch, location)) return name
  if (!isShared(sketch, location)) return `${name}[0]`
  const user = slotsOf(sketch).find(({ slot }) => reachedBy(slot).some((spot) => spot.location === location))
  const { gpu, cta } = must(sketch.places[must(user, 'a thread that uses it').thread], 'the place of a thread')
  return `d${gpu}.b${cta}:${name}[0]`
}

/** The fewest bytes that a bulk copy moves, and how many words they are. */
const bytesCopied = 16
const wordsCopied = bytesCopied / 4

/** Returns the declaration of a location. A copied location has that size, and accesses use only its first word. */
function declarationOf(sketch: Sketch, location: number): string {
  const name = nameOf(location)
  if (!isCopied(sketch, location)) return `.global ${name};`
  return isShared(sketch, location)
    ? `.shared ${name}[${wordsCopied}] = {${initialOf(sketch, location)}};`
    : `.global ${name}[${wordsCopied}];`
}

/** Returns the text of the test, which asks about the outcome, or asserts that it does not occur. */
export function testText(labelled: Labelled, outcome: Outcome, asks: 'exists' | '~exists' = 'exists'): string {
  const { sketch } = labelled
  const slots = slotsOf(sketch)
  const used = Array.from({ length: locationsOf(sketch) }, (_, location) => {
    const own = slots.flatMap(({ slot }) => reachedBy(slot).filter((spot) => spot.location === location))
    const declared = own.flatMap(({ path }) => declarationsOf(location, path))
    return [declarationOf(sketch, location), ...new Set(declared)]
  })
  return [
    ...used.flat(),
    ...slots.flatMap(({ slot, position }) => (slot.kind === 'load' ? [`.shared .b64 ${barrierOf(position)};`] : [])),
    '',
    ...sketch.threads.flatMap((_, thread) => [
      `${threadName(sketch.places, thread)} {`,
      ...slots
        .filter((one) => one.thread === thread)
        .flatMap((one) => [
          `  ${instructionText(labelled, outcome, one)}`,
          ...(endsWithWait(sketch, one) ? [`  ${waitRead};`] : []),
        ]),
      '}',
      '',
    ]),
    `${asks} (${conditionText(sketch, outcome)}) as outcome;`,
    '',
  ].join('\n')
}

/** Returns the test as a program. */
export const programOf = (labelled: Labelled, outcome: Outcome): Program => programIn(testText(labelled, outcome))

/** Returns the program of a test that was made here; its places are those of the text. */
export function programIn(text: string): Program {
  const { tests, diagnostics } = readTests({ name: 'synthesised.test', text })
  const [problem] = diagnostics
  if (problem !== undefined) throw new Error(problem.message)
  return must(tests[0], 'a test')
}
