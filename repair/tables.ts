/**
 * Finds the places where the text of a herd-style test, a table with a column for each thread, changes when an
 * instruction does.
 */

import { match } from 'ts-pattern'
import * as grammar from '../litmus/herd/grammar.js'
import type { Instruction } from '../litmus/instruction.js'
import { type Program, threadAt } from '../litmus/program.js'
import { parseWith } from '../source/grammar.js'
import type { Span } from '../source/text.js'
import type { TextEdit } from './edits.js'
import { instructionText } from './instruction-text.js'
import { newlineAt } from './newline.js'
import type { Repair } from './repair.js'
import { respelled } from './respelled.js'

/**
 * Returns ways to write a change into the text of a herd-style test, as `waysToWrite` does for others. An insertion is
 * a new row.
 */
export function waysInTable(program: Program, { thread, at, change }: Repair): readonly (readonly TextEdit[])[] {
  const { instructions } = threadAt(program.threads, thread)
  const [one, next] = [instructions[at], instructions[at + 1]]
  return match(change)
    .with({ kind: 'insert' }, ({ instruction }) => {
      const beside = one ?? instructions[at - 1]
      if (beside === undefined) return []
      const text = instructionText(instruction, thread, program)
      return rowWith(text, beside.span, one === undefined ? 'below' : 'above')
    })
    .with({ kind: 'replace' }, ({ instruction }) =>
      one === undefined
        ? []
        : respelled(textAt(one.span), one, instruction, thread, program).map((text) => [{ ...one.span, text }]),
    )
    .with({ kind: 'await' }, { kind: 'relaunch' }, () => [])
    .with({ kind: 'remove' }, () => (one === undefined ? [] : [[blanked(instructions[at - 1], one)]]))
    .with({ kind: 'swap' }, () =>
      one === undefined || next === undefined
        ? []
        : [
            [
              { ...one.span, text: textAt(next.span) },
              { ...next.span, text: textAt(one.span) },
            ],
          ],
    )
    .exhaustive()
}

const textAt = ({ source, start, end }: Span): string => source.text.slice(start, end)

/** Removes a statement with its guard, and keeps the width of its cell. */
function blanked(before: Instruction | undefined, { span }: Instruction): TextEdit {
  const { source, end } = span
  const start = before?.kind === 'branch' && before.guards ? Math.min(before.span.start, span.start) : span.start
  return { source, start, end, text: ' '.repeat(end - start) }
}

/**
 * Returns a row to insert above or below the row of a place, with the text in the same column. The row must be one
 * line.
 */
function rowWith(text: string, { source, start }: Span, where: 'above' | 'below'): readonly (readonly TextEdit[])[] {
  const read = parseWith(grammar, source)
  const row = read.ok ? read.value.rows.find(({ span }) => span.start <= start && start < span.end) : undefined
  if (row === undefined) return []
  const [from, to] = [source.text.lastIndexOf('\n', row.span.start) + 1, source.text.indexOf('\n', row.span.end) + 1]
  const line = source.text.slice(from, row.span.end)
  if (to === 0 || line.includes('\n') || line.slice(0, row.span.start - from).trim() !== '') return []
  const column = source.text.slice(row.span.start, start).split('|').length - 1
  const cells = line.replace(/;$/, '').split('|')
  const written = cells.map((cell, i) => {
    const [blanks = ''] = /^\s*/.exec(cell) ?? []
    return (i === column ? `${blanks}${text} ` : '').padEnd(cell.length)
  })
  const place = where === 'above' ? from : to
  return [[{ source, start: place, end: place, text: `${written.join('|')};${newlineAt(source.text, place)}` }]]
}
