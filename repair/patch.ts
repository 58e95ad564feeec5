/** Changed programs as text: the author's own, with the changes in it. */

import { moduleNamed, type NamedModule } from '../litmus/origin.js'
import { printProgram } from '../litmus/print.js'
import { isCompiled, type Program } from '../litmus/program.js'
import type { SourceText } from '../source/text.js'
import { applied } from './apply.js'
import { edited, type TextEdit } from './edits.js'
import { withNewlinesOf } from './newline.js'
import { waysToWrite } from './places.js'
import type { Repair } from './repair.js'
import { executeTheSame } from './same-program.js'
import { waysInTable } from './tables.js'
import { readAgain, type Texts, textsOf } from './texts.js'

/** A text of the program, and its changed form. */
interface PatchedText {
  readonly source: SourceText
  readonly text: string
}

/** The texts from which the changed program is read; `printed` if the author's text could not be kept. */
export interface Patched {
  readonly test: PatchedText | undefined
  /** The text, changed or not. */
  readonly modules: readonly (PatchedText & NamedModule)[]
  readonly printed: boolean
}

/**
 * Returns the texts of a program with the changes made: the lines are edited, and comments and everything else are
 * kept; if that is not possible, the test is printed. The result reads back as the changed program. Undefined if no
 * text does: for example, a change to one call of a function that compiled code calls twice.
 */
export function patched(program: Program, changes: readonly Repair[]): Patched | undefined {
  const wanted = applied(program, changes)
  const texts = textsOf(program)
  const written = writtenInto(program, changes, wanted)
  if (written !== undefined) return withTexts(texts, written, false)
  if (texts.test === undefined || program.threads.some(isCompiled)) return undefined
  const printed = new Map([
    [texts.test, withNewlinesOf(printProgram(wanted, program.format).trimEnd().concat('\n'), texts.test.text)],
  ])
  return isRight(program, printed, wanted) ? withTexts(texts, printed, true) : undefined
}

const withTexts = ({ test, modules }: Texts, changed: ReadonlyMap<SourceText, string>, printed: boolean): Patched => {
  const patch = (source: SourceText): PatchedText => ({ source, text: changed.get(source) ?? source.text })
  return {
    test: test === undefined ? undefined : patch(test),
    modules: modules.map((module) => ({ ...module, ...patch(module.source) })),
    printed,
  }
}

type Changed = ReadonlyMap<SourceText, string>

const isRight = (program: Program, texts: Changed, wanted: Program): boolean => {
  const read = readAgain(program, texts)
  return read !== undefined && executeTheSame(read, wanted)
}

/**
 * Writes the changes all at once; if that fails, each in the way that is right for it alone; if that fails, one after
 * the other.
 */
function writtenInto(program: Program, changes: readonly Repair[], wanted: Program): Changed | undefined {
  const tried = (edits: readonly (readonly TextEdit[])[]): Changed | undefined => {
    const texts = edits.length === changes.length ? edited(edits.flat()) : undefined
    return texts !== undefined && isRight(program, texts, wanted) ? texts : undefined
  }
  const first = tried(changes.flatMap((one) => waysOf(program, one).slice(0, 1)))
  if (first !== undefined) return first
  const alone = tried(
    changes.flatMap((one) => {
      const right = aloneRight(program, one)
      return right === undefined ? [] : [right.edits]
    }),
  )
  return alone ?? oneByOne(program, changes, wanted)
}

const waysOf = (program: Program, change: Repair): readonly (readonly TextEdit[])[] =>
  program.format === 'herd' ? waysInTable(program, change) : waysToWrite(program, change)

function oneByOne(program: Program, changes: readonly Repair[], wanted: Program): Changed | undefined {
  const last = inTurn(changes).reduce<Program | undefined>((now, change) => now && afterOne(now, change), program)
  if (last === undefined || !executeTheSame(last, wanted)) return undefined
  const [before, after] = [textsOf(program), textsOf(last)]
  const pairs = [
    [before.test, after.test],
    ...before.modules.map(({ path, options, source }) => [source, moduleNamed(after.modules, path, options)?.source]),
  ] as const
  return new Map(
    pairs.flatMap(([one, then]) => (one === undefined || then === undefined ? [] : [[one, then.text] as const])),
  )
}

/**
 * Orders the changes so that each finds its place as the program counted it. As in `applied`, an instruction is
 * replaced before it is exchanged, and an exchange moves nothing that is inserted. Changes that make the text longer or
 * shorter come last to first.
 */
function inTurn(changes: readonly Repair[]): readonly Repair[] {
  const ofKind = (...kinds: readonly Repair['change']['kind'][]): readonly Repair[] =>
    changes.filter(({ change }) => kinds.includes(change.kind))
  const swaps = ofKind('swap')
  const exchanged = (one: Repair): Repair => {
    if (one.change.kind !== 'remove') return one
    const at = swaps
      .filter(({ thread }) => thread === one.thread)
      .reduce((now, swap) => (now === swap.at ? now + 1 : now === swap.at + 1 ? swap.at : now), one.at)
    return { ...one, at }
  }
  const removed = ofKind('remove').map(exchanged)
  const inserted = ofKind('insert', 'await').toReversed()
  return [...ofKind('replace'), ...swaps, ...[...removed, ...inserted].toSorted((a, b) => b.at - a.at)]
}

function afterOne(program: Program, change: Repair): Program | undefined {
  const texts = aloneRight(program, change)
  return texts === undefined ? undefined : readAgain(program, texts.texts)
}

/** Returns the first way to write the change that reads back as intended. */
function aloneRight(
  program: Program,
  change: Repair,
): { readonly edits: readonly TextEdit[]; readonly texts: Changed } | undefined {
  const wanted = applied(program, [change])
  for (const edits of waysOf(program, change)) {
    const texts = edited(edits)
    if (texts !== undefined && isRight(program, texts, wanted)) return { edits, texts }
  }
  return undefined
}
