/** Recognises texts that are not a module of PTX, or only the beginning of one. */

import { type Diagnostic, diagnostic, type Note } from '../../source/diagnostic.js'
import { type SourceText, type Span, span } from '../../source/text.js'

const first = 600
const last = 905

/** Reports a text that does not begin as a module does, and versions of PTX before 6.0 and after 9.5. */
export function checkBeginning(source: SourceText): readonly Diagnostic[] {
  const { text } = source
  if (text.trim() === '') return [diagnostic('the module is empty', span(source, 0, 0))]
  const [begin] = text.match(/^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/) ?? ['']
  const version = /^\.version\s+(\d+)\.(\d+)/.exec(text.slice(begin.length))
  if (version === null) {
    const at = span(source, begin.length, begin.length + 1)
    return [diagnostic(`a module of PTX begins with \`.version\`${insteadOf(text)}`, at)]
  }
  const [whole, major, minor] = version
  const number = versionNumber(`${major}.${minor}`)
  const end = begin.length + whole.length
  const place = span(source, end - `${major}.${minor}`.length, end)
  return number >= first && number <= last
    ? []
    : [diagnostic(`PTX ${major}.${minor} is not read: the versions are 6.0 to 9.5`, place)]
}

/** Returns a version as a number: 903 for 9.3. */
export function versionNumber(text: string): number {
  const [major, minor] = text.split('.')
  return 100 * Number(major) + Number(minor)
}

/** Returns advice on how to get a module from another kind of text. */
function insteadOf(text: string): string {
  if (/__global__|__device__|#include|<<<|\bextern "C"/.test(text))
    return '; this is CUDA C++: compile it, as in `nvcc -ptx -lineinfo`'
  if (/^(; ModuleID|target triple|define |source_filename)/m.test(text))
    return '; this is LLVM IR: compile it, as in `llc -march=nvptx64`'
  return /\/\*[0-9a-f]{4,}\*\/|^\s*Function : /m.test(text)
    ? '; this is machine code: `cuobjdump -ptx` prints the PTX that a binary has'
    : ''
}

/**
 * Reports an entry or function that is not closed, since the text ends in it or another one begins there. `reason` is
 * where reading ended.
 */
export function unclosed(source: SourceText, reason: Diagnostic): Diagnostic | undefined {
  const tokens = source.text.matchAll(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|[{}();]|\.(entry|func|section)\b(?:[ \t]*\([^)]*\))?\s*([.\w$%]*)/g,
  )
  let head: Head | undefined
  let depth = 0
  for (const token of tokens) {
    const [text, directive, name = ''] = token
    if (directive !== undefined) {
      const end = token.index + text.length
      const opening: Head = { text: `.${directive} ${name}`, place: span(source, end - name.length, end) }
      if (head !== undefined) return notClosed(head, `\`${opening.text}\` begins in it`, reason)
      head = opening
    } else if (text === '{' || text === '(') depth++
    else if (text === '}' || text === ')') depth--
    if (depth === 0 && (text === '}' || text === ';')) head = undefined
  }
  return head && notClosed(head, 'the file ends in it, as if it were cut off', reason)
}

interface Head {
  readonly text: string
  readonly place: Span
}

const notClosed = ({ text, place }: Head, why: string, { message, place: at }: Diagnostic): Diagnostic => {
  const note: Note = typeof at === 'string' ? { message } : { message, place: at }
  return diagnostic(`\`${text}\` is not closed: ${why}`, place, note)
}
