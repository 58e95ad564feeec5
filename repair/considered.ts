/** The changes among which a search looked, in words. */

import { changeKinds } from './repair.js'
import type { Slot } from './slot.js'

const numbers = ['none', 'one', 'two'] as const

/**
 * Returns the kinds of changes that a search considered, and which of them it does not combine: of those that do not
 * only add order, it takes at most `others` together, and the move of an instruction with none of them.
 */
export function consideredText(slots: readonly Slot[], others: number): string {
  const kinds = kindsIn(slots)
  if (kinds.length === 0) return 'nothing in the text can be changed in these ways'
  const limited = kindsIn(slots.filter(({ addsOrder }) => !addsOrder))
  return [
    `tried: ${kinds.join(', ')}`,
    ...(limited.length === 0 ? [] : [`of ${limited.join(', ')} at most ${numbers[others] ?? others} together`]),
    ...(slots.some(({ isMove }) => isMove) ? ['an instruction moves alone'] : []),
  ].join('; ')
}

const kindsIn = (slots: readonly Slot[]) =>
  changeKinds.filter((kind) =>
    slots.some(({ levels }) => levels.some(({ change }) => change?.kinds.includes(kind) === true)),
  )
