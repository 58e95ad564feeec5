/** Finds the places where the text of a program changes when an instruction does. */

import { match } from 'ts-pattern'
import type { Instruction } from '../litmus/instruction.js'
import { isCompiled, type Program, threadAt } from '../litmus/program.js'
import { inFile, type Span } from '../source/text.js'
import type { TextEdit } from './edits.js'
import { instructionText } from './instruction-text.js'
import { isUnwritten } from './lines.js'
import { newlineAt } from './newline.js'
import { launchWith } from './relaunches.js'
import type { Repair } from './repair.js'
import { respelled } from './respelled.js'

/**
 * Returns ways to write a change into the text of an nvlitmus test or of a module, the best one first. They need not
 * all have the same meaning.
 */
export const waysToWrite = (program: Program, change: Repair): readonly (readonly TextEdit[])[] => [
  ...inPlace(program, change),
  ...callAsInstructions(program, change),
]

function inPlace(program: Program, { thread, at, change }: Repair): readonly (readonly TextEdit[])[] {
  const { instructions } = threadAt(program.threads, thread)
  const one = instructions[at]
  return match(change)
    .with({ kind: 'insert' }, ({ instruction }) =>
      insertions(instructions, at, [`${instructionText(instruction, thread, program)};`]),
    )
    .with({ kind: 'await' }, (wait) => insertions(instructions, at, loopText(wait, thread, program)))
    .with({ kind: 'replace' }, ({ instruction }) => {
      if (one === undefined) return []
      const place = bodyOf(one.span)
      return respelled(textAt(place), one, instruction, thread, program).map((text) => [{ ...place, text }])
    })
    .with({ kind: 'remove' }, () => (one === undefined ? [] : [[removal(instructions, at, one)]]))
    .with({ kind: 'relaunch' }, ({ attribute }) => {
      const place = one && inFile(one.span)
      return place === undefined ? [] : [[{ ...place, text: launchWith(textAt(place), attribute) }]]
    })
    .with({ kind: 'swap' }, () => {
      const next = instructions[at + 1]
      if (one === undefined || next === undefined) return []
      const [first, second] = [bodyOf(one.span), bodyOf(next.span)]
      return [
        [
          { ...first, text: textAt(second) },
          { ...second, text: textAt(first) },
        ],
      ]
    })
    .exhaustive()
}

const textAt = ({ source, start, end }: Span): string => source.text.slice(start, end)

/** Returns a statement without its semicolon. */
const bodyOf = ({ source, start, end }: Span): Span => ({
  source,
  start,
  end: source.text[end - 1] === ';' ? end - 1 : end,
})

const semicolon = /^(?:\s|\/\/[^\n]*\n|\/\*.*?\*\/)*;/s

/** Returns where a statement ends, including its semicolon. */
function endOf({ source: { text }, start, end }: Span): number {
  if (text.slice(start, end).endsWith(';')) return end
  const [rest] = semicolon.exec(text.slice(end)) ?? []
  return end + (rest?.length ?? 0)
}

/** Returns the lines of a loop that waits. In a module, a block declares its predicate. */
function loopText(
  { instruction, label }: Extract<Repair['change'], { readonly kind: 'await' }>,
  thread: number,
  program: Program,
): readonly string[] {
  const { destination = '' } = instruction
  if (!isCompiled(threadAt(program.threads, thread)))
    return [`${label}:`, `${instructionText(instruction, thread, program)};`, `beq ${destination}, 0, ${label};`]
  const [name = '', place = ''] = [destination.split(' ')[0], label.split(' ')[0]]
  const wait = instructionText({ ...instruction, destination: name }, thread, program)
  return ['{', `.reg .pred ${name};`, `${place}:`, `${wait};`, `@!${name} bra ${place};`, '}']
}

/** Returns the places for an insertion: before the next statement, or after the previous one. */
function insertions(
  instructions: readonly Instruction[],
  at: number,
  text: readonly string[],
): readonly (readonly TextEdit[])[] {
  const [before, next] = [instructions[at - 1], instructions[at]]
  const indent = indentAround(instructions, at)
  const whole = ({ span }: Instruction): Span => statementAround(span, instructions)
  return [
    ...(next === undefined || isUnwritten(next) ? [] : [[insertionBefore(whole(next), text, indent)]]),
    ...(before === undefined ? [] : [[insertionBehind(whole(before), text, indent)]]),
  ]
}

/** Returns the call from which an instruction comes: a fence may come from the memory order of a call. */
const statementAround = (span: Span, instructions: readonly Instruction[]): Span =>
  instructions
    .filter(({ kind }) => kind !== 'label')
    .map((one) => one.span)
    .find((one) => one.source === span.source && one.start < span.start && span.end < one.end) ?? span

/** Writes a call of CUDA C++ that is several instructions as these instructions, with the change. */
function callAsInstructions(program: Program, { thread, at, change }: Repair): readonly (readonly TextEdit[])[] {
  const { instructions } = threadAt(program.threads, thread)
  const one = instructions[at]
  if (one === undefined || change.kind === 'swap' || change.kind === 'await' || change.kind === 'relaunch') return []
  const call = statementAround(one.span, instructions)
  const parts = [...instructions.entries()].filter(([, { span }]) => isWithin(span, call))
  if (parts.length < 2) return []
  const written = (part: Instruction): string => instructionText(part, thread, program)
  const texts = parts.flatMap(([i, part]) =>
    i !== at
      ? [written(part)]
      : match(change)
          .with({ kind: 'insert' }, ({ instruction }) => [written(instruction), written(part)])
          .with({ kind: 'replace' }, ({ instruction }) => [written(instruction)])
          .with({ kind: 'remove' }, () => [])
          .exhaustive(),
  )
  const indent = indentOf(call)
  const between = indent === undefined ? '; ' : `;${newlineAt(call.source.text, call.start)}${indent}`
  return [[{ ...bodyOf(call), text: texts.join(between) }]]
}

const isWithin = (inner: Span, outer: Span): boolean =>
  inner.source === outer.source && outer.start <= inner.start && inner.end <= outer.end

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1

/** Returns the blanks before a statement that begins its line. */
function indentOf({ source: { text }, start }: Span): string | undefined {
  const lead = text.slice(lineStart(text, start), start)
  return lead.trim() === '' ? lead : undefined
}

/** Labels are not indented like instructions. */
function indentAround(instructions: readonly Instruction[], at: number): string | undefined {
  const around = [at, at - 1, at + 1, at - 2].flatMap((index) => instructions[index] ?? [])
  const [indent] = around.filter(({ kind }) => kind !== 'label').flatMap(({ span }) => indentOf(span) ?? [])
  return indent
}

function insertionBefore({ source, start }: Span, written: readonly string[], indent: string | undefined): TextEdit {
  const own = indentOf({ source, start, end: start })
  if (own === undefined) return { source, start, end: start, text: `${written.join(' ')} ` }
  const place = aboveComments(source.text, lineStart(source.text, start))
  return { source, start: place, end: place, text: linesOf(written, indent ?? own, newlineAt(source.text, place)) }
}

/** Comments above a statement are about it. */
function aboveComments(text: string, start: number): number {
  if (start === 0) return start
  const above = lineStart(text, start - 1)
  const line = text.slice(above, start).trim()
  return line.startsWith('//') && !/^\/\/ end\b/.test(line) ? aboveComments(text, above) : start
}

const linesOf = (written: readonly string[], indent: string, newline: string): string =>
  written.map((line) => `${line.endsWith(':') ? '' : indent}${line}${newline}`).join('')

function insertionBehind(span: Span, written: readonly string[], indent: string | undefined): TextEdit {
  const { source } = span
  const { text } = source
  const end = endOf(span)
  const [rest = ''] = /^[^\n]*/.exec(text.slice(end)) ?? []
  const own = indent ?? indentOf(span)
  if (own === undefined || !/^\s*(?:\/\/.*)?$/.test(rest.trimEnd()) || end + rest.length === text.length)
    return { source, start: end, end, text: ` ${written.join(' ')}` }
  const place = end + rest.length + 1
  return { source, start: place, end: place, text: linesOf(written, own, newlineAt(text, place)) }
}

/** Returns the removal of a statement with its guard, and of its whole line if nothing else is on it. */
function removal(instructions: readonly Instruction[], at: number, { span }: Instruction): TextEdit {
  const { source } = span
  const { text } = source
  const before = instructions[at - 1]
  const start = before?.kind === 'branch' && before.guards ? Math.min(before.span.start, span.start) : span.start
  const end = endOf(span)
  const [rest = ''] = /^[^\n]*\n?/.exec(text.slice(end)) ?? []
  const own = indentOf({ source, start, end })
  if (own !== undefined && rest.trim() === '')
    return { source, start: start - own.length, end: end + rest.length, text: '' }
  const [blanks = ''] = /^[ \t]*/.exec(rest) ?? []
  return { source, start, end: end + blanks.length, text: '' }
}
