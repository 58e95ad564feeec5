/**
 * Lays tests out as the printers do. Only blanks at the start of lines change, and those around the columns of a
 * `.litmus`: no word, no comment.
 */

import { formatOf } from '../litmus/format.js'
import { templateMark } from '../litmus/template.js'
import type { SourceText } from '../source/text.js'

/** Returns the text, laid out. The rows of a template stay as they are. */
export function formatted(source: SourceText): string {
  const mark = source.text.search(templateMark)
  const [code, rows] = mark === -1 ? [source.text, ''] : [source.text.slice(0, mark), source.text.slice(mark)]
  const newline = /\r\n/.test(code) ? '\r\n' : '\n'
  const lines = code.split(/\r?\n/)
  return (formatOf(source) === 'herd' ? inColumns(lines) : inBraces(lines)).join(newline) + rows
}

/**
 * Indents by two spaces for each open brace, except for labels within their thread. Continuation lines keep their
 * place.
 */
function inBraces(lines: readonly string[]): readonly string[] {
  let depth = 0
  let isOpen = false
  return lines.map((line) => {
    const text = line.trim()
    const code = text.replace(/\/\/.*$/, '').trim()
    const closes = code.startsWith('}') ? 1 : 0
    const isLabel = /^[A-Za-z_]\w*\s*:(?!:)/.test(code) && depth > 0
    const indent = '  '.repeat(Math.max(0, depth - closes - (isLabel ? 1 : 0)))
    const goesOn = isOpen
    depth = Math.max(0, depth + (code.match(/\{/g)?.length ?? 0) - (code.match(/\}/g)?.length ?? 0))
    isOpen = code === '' ? isOpen : depth > 0 && !/[;{}:]$/.test(code)
    if (text === '') return ''
    return goesOn || (depth === 0 && indent === '' && closes === 0 && !startsItem(code))
      ? line.trimEnd()
      : indent + text
  })
}

/** Returns whether a line begins a declaration, a thread or a question; if not, it may continue the one before. */
const startsItem = (code: string): boolean =>
  /^(?:\.|d\d|kernel\b|host\b|module\b|permit\b|assert\b|check\b|exists\b|~\s*exists\b|forall\b|filter\b|locations\b|\})/.test(
    code,
  )

/**
 * Aligns the rows of threads, so that cells of a column are equally wide. Rows of more than one line stay as they are,
 * and so do those with comments.
 */
function inColumns(lines: readonly string[]): readonly string[] {
  const head = lines.findIndex((line) => /^\s*P\d+(?:\.\.\d+)?\s*@.*;\s*$/.test(line))
  if (head === -1) return lines.map((line) => line.trimEnd())
  const end = lines.findIndex((line, i) => i > head && !isRow(line))
  const rows = lines.slice(head, end === -1 ? lines.length : end)
  const cells = rows.map((row) =>
    row
      .trim()
      .replace(/;$/, '')
      .split('|')
      .map((cell) => cell.trim()),
  )
  const count = cells[0]?.length ?? 0
  if (cells.some((row) => row.length !== count)) return lines.map((line) => line.trimEnd())
  const widths = Array.from({ length: count }, (_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const laidOut = cells.map((row) => ` ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} ;`)
  return lines.map((line, i) => laidOut[i - head] ?? line.trimEnd())
}

const isRow = (line: string): boolean =>
  /;\s*$/.test(line) &&
  !/\/\/|\(\*|\*\)/.test(line) &&
  !/^\s*(?:~|not\b|exists\b|forall\b|filter\b|locations\b)/.test(line) &&
  line.split(';').length === 2
