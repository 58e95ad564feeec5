/** The diff of CUDA sources for changes of their compiled text that are calls before or after statements, or in one. */

import type { Instruction } from '../litmus/instruction.js'
import { isCompiled, type Program, threadAt } from '../litmus/program.js'
import { groupBy } from '../source/group.js'
import { sourceNamed } from '../source/source-line.js'
import type { SourceText } from '../source/text.js'
import { sourceAt } from '../witness/source.js'
import { unifiedDiff } from './diff.js'
import { editedLine } from './in-source.js'
import { type Change, inserts, type Repair } from './repair.js'
import { type SourcePlace, sourcePlaceOf } from './source-places.js'
import { nowInCuda, placesOf, repairInCuda } from './text.js'

/** A change of one line of a source. */
interface LineEdit {
  readonly source: SourceText
  /** From 1. */
  readonly line: number
  /** Equal for equal edits. */
  readonly key: string
  readonly edit: (text: string) => readonly string[]
}

/**
 * Returns a unified diff of the sources, a file after the other; undefined unless each change is a call that the source
 * can have in a line of its own, or has in one line already, or another order or scope of a call. `nameOf` is the name of a file in the diff. What the compiler
 * makes of it is not decided.
 */
export function sourceDiff(
  program: Program,
  changes: readonly Change[],
  nameOf: (file: string) => string,
): string | undefined {
  const edits = changes.flatMap((change) => lineEdits(program, change))
  const known = edits.filter((one) => one !== undefined)
  const isSame = ([first, ...others]: readonly LineEdit[]): boolean => others.every(({ key }) => key === first?.key)
  const byLine = [...groupBy(known, ({ source, line }) => `${source.name}:${line}`).values()]
  if (known.length === 0 || known.length < edits.length || !byLine.every(isSame)) return undefined
  return [...groupBy(byLine, ([{ source }]) => source)]
    .map(([source, changed]) => {
      const at = new Map(changed.map(([one]) => [one.line, one.edit]))
      const lines = source.text.split('\n').flatMap((text, i) => at.get(i + 1)?.(text) ?? [text])
      const name = nameOf(source.name)
      return unifiedDiff({ name, text: source.text }, { name, text: lines.join('\n') })
    })
    .join('\n')
}

/** Returns what becomes of the source for a change, place by place; undefined where that is more than a call in a line. */
function lineEdits(program: Program, change: Change): readonly (LineEdit | undefined)[] {
  const { edits, declaration, place, mayBeFenced } = change
  const [first] = edits
  if (declaration !== undefined || first === undefined) return [undefined]
  if (place !== undefined) return [insertion(program, first, place, mayBeFenced)]
  return placesOf(program, edits).map(([one]) => {
    if (!inserts(one.change)) return replacement(program, one, mayBeFenced)
    const at = sourcePlaceOf(threadAt(program.threads, one.thread).instructions, one.at)
    return at && insertion(program, one, at, mayBeFenced)
  })
}

/** A call without arguments that a reader must fill in. */
const call = /^[a-z_][\w:]*(<\w+>)?\([\w:, ]*\)$/

/** Returns the first name of the change in CUDA C++, if it is a call. */
const callOf = (program: Program, repair: Repair, mayBeFenced: boolean | undefined): string | undefined =>
  repairInCuda(program, repair, mayBeFenced)
    .slice(0, 1)
    .find((name) => call.test(name))

function sourceOf(program: Program, { thread, at }: Repair, file: string): SourceText | undefined {
  const changed = threadAt(program.threads, thread)
  const beside = changed.instructions[at] ?? changed.instructions.at(-1)
  return isCompiled(changed) && beside !== undefined ? sourceNamed(beside.span.source, file) : undefined
}

function insertion(
  program: Program,
  repair: Repair,
  { where, file, line, text, needsBraces, statement }: SourcePlace,
  mayBeFenced: boolean | undefined,
): LineEdit | undefined {
  const [inserted, source] = [callOf(program, repair, mayBeFenced), sourceOf(program, repair, file)]
  if (inserted === undefined || source === undefined || needsBraces || statement !== undefined) return undefined
  const added = (beside: string): string =>
    `${/^\s*/.exec(beside)?.[0] ?? ''}${inserted};${beside.endsWith('\r') ? '\r' : ''}`
  if (where === 'end of function') {
    // The line of a brace that begins in the first column of its function.
    if (text !== '}') return undefined
    const lines = source.text.split('\n').slice(0, line - 1)
    const beside = lines.findLast((one) => one.trim() !== '') ?? ''
    return { source, line, key: `end ${inserted}`, edit: (brace) => [added(beside), brace] }
  }
  if (where === 'before') return { source, line, key: `before ${inserted}`, edit: (beside) => [added(beside), beside] }
  // A statement that ends in a later line, or is not the last of its line, has no line after it that is known.
  return where === 'after' && text.indexOf(';') === text.length - 1
    ? { source, line, key: `after ${inserted}`, edit: (beside) => [beside, added(beside)] }
    : undefined
}

function replacement(program: Program, repair: Repair, mayBeFenced: boolean | undefined): LineEdit | undefined {
  const changed = threadAt(program.threads, repair.thread).instructions[repair.at]
  const inlined = changed && sourceAt(changed.span).source
  // A change in a function that several calls inline would be one for all of them.
  const from = inlined?.calls?.at(-1) ?? inlined
  const [before, after] = [nowInCuda(program, repair), callOf(program, repair, mayBeFenced)]
  const source = from && sourceOf(program, repair, from.file)
  if (source === undefined || from === undefined) return undefined
  const edited = rewordedIn(source, from.line, changed, repair)
  if (edited !== undefined) return { source, line: from.line, key: edited, edit: () => [edited] }
  if (before === undefined || after === undefined) return undefined
  return from.text?.split(before).length === 2
    ? { source, line: from.line, key: after, edit: (text) => [text.replace(before, () => after)] }
    : undefined
}

/** Returns the line with another order or scope, if it says both in one place each. */
function rewordedIn(
  source: SourceText,
  line: number,
  instruction: Instruction | undefined,
  { change }: Repair,
): string | undefined {
  const text = source.text.split('\n')[line - 1]
  return change.kind !== 'replace' || instruction === undefined || text === undefined
    ? undefined
    : editedLine(text, instruction, change.instruction)
}
