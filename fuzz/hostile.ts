/** Texts that are valid except for one thing that is taken to an extreme: a number, a name, a nesting. */

import { must } from '../source/must.js'

/** Draws a whole number from 0 up to, and without, a limit. */
export type Below = (limit: number) => number

const oneOf = <T>(items: readonly T[], below: Below): T => must(items[below(items.length)], 'an item to draw')

const numbers: readonly string[] = [31n, 32n, 53n, 63n, 64n, 128n]
  .map((bits) => 1n << bits)
  .flatMap((power) => [power - 1n, power])
  .flatMap((value) => [`${value}`, `-${value}`, `0x${value.toString(16)}`])

/** Names that every object has, in JavaScript. */
const names = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__']

const longName = 'a'.repeat(1_000_000)

const depth = 10_000

/** The brackets of constructs that may be nested, in one format or another. */
const nestings: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['~(', ')'],
  ['!(', ')'],
  ['(0 == 0 && ', ')'],
  ['(true /\\ ', ')'],
  ['(po | ', ')'],
  ['(po ; ', ')^-1'],
  ['{"a":', '}'],
  ['[1,', ']'],
  ['(*', '*)'],
  ['/*', '*/'],
  ['"', '"'],
  ['let x = ', ' in x'],
  ['', '^-1'],
  ['', '+'],
  ['~', ''],
  ['!', ''],
  ['', ' && r == 0'],
  ['', ' /\\ 0:r0=0'],
  ['', ' | po'],
  ['', ';'],
  ['', ','],
  ['', '\n'],
]

const replaceAt = (text: string, { index, 0: old }: RegExpMatchArray, by: string): string =>
  `${text.slice(0, index)}${by}${text.slice((index ?? 0) + old.length)}`

/** A number that exceeds the limits of every input. */
const mostCharacters = 8_000_000

/** Replaces one match of the pattern, or all of them. */
function replaced(text: string, pattern: RegExp, by: string, below: Below): string {
  const matches = [...text.matchAll(pattern)]
  if (matches.length === 0) return text
  const one = oneOf(matches, below)
  if (below(3) > 0 || matches.length * by.length > mostCharacters) return replaceAt(text, one, by)
  return below(2) === 0 ? text.replaceAll(pattern, () => by) : text.replaceAll(one[0], () => by)
}

const number = /(?<![\w.])-?(?:0x[\da-f]+|\d+)\b/gi
const name = /[A-Za-z_]\w*/g
/** The contents of brackets: names, numbers, and texts in brackets. */
const piece = /\([^()\n]*\)|\[[^[\]\n]*\]|\w+/g

/** Returns a text with one thing taken to an extreme. */
export function hostileText(text: string, below: Below): string {
  const ways = [
    () => replaced(text, number, oneOf(numbers, below), below),
    () => replaced(text, name, oneOf(names, below), below),
    () => replaced(text, name, longName, below),
    () => {
      const [open, close] = oneOf(nestings, below)
      const matches = [...text.matchAll(piece)]
      if (matches.length === 0) return text
      const place = oneOf(matches, below)
      return replaceAt(text, place, `${open.repeat(depth)}${place[0]}${close.repeat(depth)}`)
    },
  ]
  return oneOf(ways, below)()
}

/** Returns a number, as a word of a command line. */
export const hostileNumber = (below: Below): string => oneOf([...numbers, '1e400', 'NaN', 'Infinity', '0', ''], below)
