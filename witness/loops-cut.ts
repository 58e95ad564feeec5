/** The loops that a bound cuts, as text. */

import { printable } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { rangesText } from './alike.js'

/**
 * Returns the words for loops, each given by a thread, a label and a place, `P0 L, a.litmus:4:2`. A loop of several
 * threads is one entry: `P0, P1 L, a.litmus:4:2`.
 */
export const loopsCutText = (loops: readonly string[]): string =>
  [...groupBy(loops.map(parted), ({ loop }) => loop)]
    .map(([loop, some]) => printable(`${rangesText(some.map(({ thread }) => thread))} ${loop}`))
    .join('; ')

/** Splits a loop behind its thread, whose name has no space. */
function parted(text: string): { readonly thread: string; readonly loop: string } {
  const end = text.indexOf(' ')
  return { thread: text.slice(0, end), loop: text.slice(end + 1) }
}
