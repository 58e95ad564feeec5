/** The places of changes, and the threads that run the changed text, in words. */

import { asWritten, declaredName } from '../litmus/instances.js'
import type { Instruction } from '../litmus/instruction.js'
import { printed } from '../litmus/instructions/print.js'
import { isCompiled, type Program, type Thread, threadAt } from '../litmus/program.js'
import { counted } from '../source/counted.js'
import { baseName, lineText, numberText } from '../source/line.js'
import { must } from '../source/must.js'
import { inFile, position, type Span, writtenAt } from '../source/text.js'
import type { Repair } from './repair.js'
import { sharing } from './same-text.js'
import { type Helper, type SourcePlace, sourcePlaceOf } from './source-places.js'

/** Writes `kernel spin, all threads`, or `P0 and 2 other threads of its text`. */
export function textName(program: Program, texts: readonly number[]): string {
  const [first = 0] = texts
  const kernels = texts.flatMap((text) =>
    sharing(program, text).flatMap((one) => {
      const thread = threadAt(program.threads, one)
      return thread.kind === 'device' && isCompiled(thread) ? (kernelOf(thread) ?? []) : []
    }),
  )
  const names = [...new Set(kernels)]
  if (names.length > 0) return `${names.length === 1 ? 'kernel' : 'kernels'} ${names.join(', ')}, all threads`
  const others = sharing(program, first).length - 1
  const { name } = threadAt(program.threads, first)
  return others === 0 ? name : `${name} and ${counted(others, 'other thread')} of its text`
}

/** Returns the name of a kernel's function. A kernel without a host has the name of its threads. */
const kernelOf = ({ name, ...thread }: Thread): string | undefined => {
  const own = thread.kind === 'device' ? thread.position.kernel : undefined
  return own ?? /^(.+?)\.d\d+\./.exec(name)?.[1]
}

/** Writes where something is inserted: in the source if it is at hand, otherwise in the text. */
export function whereText(
  program: Program,
  edits: readonly Pick<Repair, 'thread' | 'at'>[],
  known?: SourcePlace,
): string {
  const [{ thread, at } = { thread: 0, at: 0 }] = edits
  const { instructions } = threadAt(program.threads, thread)
  const place = known ?? sourcePlaceOf(instructions, at)
  if (place === undefined) return between(program, thread, at)
  const lines = edits.map((one) => {
    const text = threadAt(program.threads, one.thread).instructions
    return lineOf(besideOf(text, one.at).span)
  })
  return `${words(place)} (${listed(lines)})`
}

/** Returns the instruction before which a place is, or the last one that is written. */
function besideOf(instructions: readonly Instruction[], at: number): Instruction {
  const isWritten = (one: Instruction): boolean => one.kind !== 'label'
  const next = instructions[at]
  return must(
    next !== undefined && isWritten(next) ? next : (instructions.slice(0, at).findLast(isWritten) ?? next),
    'an instruction',
  )
}

const lineOf = (place: Span): string => {
  const { file, line } = position(inFile(place))
  return `${baseName(file)}:${line}`
}

/** The most places of a compiled text that are listed. */
const mostListed = 3

const listed = (lines: readonly string[]): string => {
  const all = [...new Set(lines)]
  const some = all.slice(0, mostListed).join(', ')
  return all.length <= mostListed ? some : `${some} and ${counted(all.length - mostListed, 'other place')}`
}

function words(place: SourcePlace): string {
  const { helper } = place
  if (helper === undefined) return wordsOf(place)
  const where = place.where === 'end of function' ? `at its end, ${numberText(place)}` : wordsOf(place)
  return `in \`${helper.name}\`, ${where}${callsText(helper)}`
}

/** Says how many calls of a function get what is inserted there. */
const callsText = ({ calls: [first, ...others], name }: Helper): string =>
  first === undefined || others.length === 0
    ? ''
    : `, so in all ${others.length + 1} calls of \`${name}\`: ${listed([first, ...others].map(numberText))}`

function wordsOf(place: SourcePlace): string {
  const line = numberText(place)
  const braces = place.needsBraces ? ', with braces around the two' : ''
  switch (place.where) {
    case 'before':
      return `${place.statement === undefined ? 'before' : `before \`${place.statement}\` in`} ${line}${braces}`
    case 'after':
      return `after ${line}${braces}`
    case 'end of loop':
      return `at the end of the body of the loop at ${line}${braces}`
    case 'end of function':
      return `at the end of the function that ends at ${line}`
    case 'within':
      return `within a statement, ${line}: no place of the source, but of its PTX`
  }
}

/** Writes the lines of instructions that one line of a source became: `spin.cu:3 (spin.ptx:87, spin.ptx:99)`. */
export function linesOfAll(program: Program, edits: readonly Pick<Repair, 'thread' | 'at'>[]): string {
  const texts = edits.map(({ thread, at }) => {
    const text = threadAt(program.threads, thread)
    const { span } = must(text.instructions[at], 'the instruction that is changed')
    return { whole: lineText(span, isCompiled(text)), own: lineOf(span) }
  })
  const [first] = texts
  if (first === undefined) return ''
  const own = new Set(texts.map((one) => one.own))
  return own.size < 2 ? first.whole : first.whole.replace(/(?:, called at [^(]*)? \([^)]*\)$/, ` (${listed([...own])})`)
}

/** Writes the two lines around a place. */
function between(program: Program, thread: number, at: number): string {
  const changed = threadAt(program.threads, thread)
  const { instructions } = changed
  const instructionAt = (index: number): Instruction => must(instructions[index], 'an instruction beside the change')
  const lines = linesOf(changed, thread, program)
  const beside = (index: number): string => {
    const one = instructionAt(index)
    const text = isCompiled(changed) ? writtenAt(one.span) : lines.findLast(({ from }) => from <= index)?.text
    return `${lineText(one.span, isCompiled(changed))}, ${text ?? ''}`
  }
  // A label of compiled code is no place where one can edit.
  const isAfterLabel = isCompiled(changed) && instructions[at - 1]?.kind === 'label'
  return at === 0 || (isAfterLabel && at < instructions.length)
    ? `before ${beside(at)}`
    : at === instructions.length
      ? `after ${beside(at - 1)}`
      : `between ${beside(at - 1)}, and ${beside(at)}`
}

/** Returns the lines of a thread as it writes them, each with the index of its first instruction. */
function linesOf(
  { instructions }: Thread,
  thread: number,
  program: Program,
): readonly { readonly from: number; readonly text: string }[] {
  const { format } = program
  const isMemory = (name: string): boolean => program.variables.some((one) => declaredName(one) === name)
  const written = instructions.map((one) => asWritten(one, thread, program, format))
  return printed(written, format, isMemory).map(({ instruction, text }) => {
    const index = written.indexOf(instruction)
    const before = written[index - 1]
    return { from: before?.kind === 'branch' && before.guards ? index - 1 : index, text }
  })
}
