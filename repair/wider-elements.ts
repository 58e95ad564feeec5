/**
 * Vectors of wider elements. The elements of a vector are accesses of their own, in no order (ISA 8.2.4), so a flag beside
 * its data may come before it, and no fence can help; an element that holds both can.
 */

import { isCompiled, type Program } from '../litmus/program.js'
import { groupBy } from '../source/group.js'
import { lineText } from '../source/line.js'
import type { Span } from '../source/text.js'
import { edited, type TextEdit } from './edits.js'
import type { Changed, Wanted } from './judge.js'
import { deviceTexts } from './lines.js'
import { readAgain } from './texts.js'

/** A vector access of compiled code, and the same bytes with elements twice as wide. */
interface Widened {
  readonly span: Span
  readonly from: string
  readonly to: string
  readonly text: string
}

/** \`ld.volatile.global.v4.u32 {a, b, c, d}, [p]\`; for a store, the place comes first. */
const vector = /^((?:ld|st)[\w.:]*)\.v([248])\.[bus]32$/

/** Returns a vector access of 32-bit elements with elements of 64 bits; undefined for any other statement. */
function widened(span: Span): Widened | undefined {
  const statement = span.source.text.slice(span.start, span.end)
  const [, mnemonic = '', operands = ''] = /^([\w.:]+)\s+(.*?);?$/s.exec(statement) ?? []
  const [, head, count] = vector.exec(mnemonic) ?? []
  const [, list = ''] = /\{([^{}]*)\}/.exec(operands) ?? []
  const [, place] = /(\[[^[\]]*\])/.exec(operands) ?? []
  const elements = list.split(',').map((one) => one.trim())
  if (head === undefined || place === undefined || elements.length !== Number(count)) return undefined
  const pairs = elements.flatMap((one, i) => (i % 2 === 0 ? [`{${one}, ${elements[i + 1]}}`] : []))
  const names = pairs.map((_, i) => `%wide${i}`)
  const to = `${head}${pairs.length === 1 ? '' : `.v${pairs.length}`}.b64`
  const whole = pairs.length === 1 ? names.join() : `{${names.join(', ')}}`
  const isLoad = head.startsWith('ld')
  const access = isLoad ? `${to} ${whole}, ${place};` : `${to} ${place}, ${whole};`
  const moves = pairs.map((pair, i) => (isLoad ? `mov.b64 ${pair}, ${names[i]};` : `mov.b64 ${names[i]}, ${pair};`))
  const lines = isLoad ? [access, ...moves] : [...moves, access]
  return { span, from: mnemonic, to, text: ['{', `.reg .b64 ${names.join(', ')};`, ...lines, '}'].join(' ') }
}

const strong = /\.(?:volatile|mmio|relaxed|acquire|release)\b/

/**
 * Returns the sentence that wider elements are enough, if the vectors of 32-bit elements with them are judged to be: the
 * strong ones, or else all. Undefined otherwise. The program must be of compiled code, in which such vectors are written
 * and read.
 */
export function widerElementsText(program: Program, judge: (changed: Changed) => Wanted): string | undefined {
  const compiled = deviceTexts(program).flatMap(([, text]) => (isCompiled(text) ? text.instructions : []))
  const spans = new Set(compiled.flatMap((one) => ('element' in one && one.element === 0 ? [one.span] : [])))
  const wide = [...spans].flatMap((span) => widened(span) ?? [])
  const all = [...groupBy(wide, ({ span }) => `${span.source.name} ${span.start}`).values()].map(([one]) => one)
  const some = all.filter(({ from }) => strong.test(from))
  const enough = [some, ...(some.length < all.length ? [all] : [])].find((places) => isEnough(program, places, judge))
  if (enough === undefined) return undefined
  const replaced = enough.map(({ span, from, to }) => `${to} in place of ${from} at ${lineText(span, true)}`)
  return `the elements of a vector are accesses of their own, in no order (ISA 8.2.4), so that no fence orders them, and one element can hold what belongs together: verified with ${replaced.join(', and ')}`
}

/** Returns whether the goal is reached with these vectors, of which some must write and some read. */
function isEnough(program: Program, places: readonly Widened[], judge: (changed: Changed) => Wanted): boolean {
  if (!['ld', 'st'].every((kind) => places.some(({ from }) => from.startsWith(kind)))) return false
  const texts = edited(places.map(({ span, text }): TextEdit => ({ ...span, text })))
  const changed = texts && readAgain(program, texts)
  return (
    changed !== undefined &&
    changed.threads.length === program.threads.length &&
    judge({ program: changed, edits: [], unsafe: true }).kind === 'good'
  )
}
