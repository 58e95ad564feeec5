/** Damaged proofs and problems. */

import { must } from '../../source/must.js'

export interface Damage {
  readonly what: string
  /** True if the damaged proof is accepted. */
  readonly isAccepted: boolean
  /** Whether another checker accepts it; absent if none was asked. */
  readonly isAcceptedElsewhere?: boolean
}

const kinds = ['a number changed', 'a number left out', 'two numbers exchanged', 'a line left out'] as const

/** Damages a text of numbers in one place. The same seed gives the same damage. */
export function damagedText(given: string, seed: number): { readonly text: string; readonly what: string } {
  const random = numbersFrom(seed)
  const what = must(kinds[random(kinds.length)], 'a kind of damage')
  const lines = given.trimEnd().split('\n')
  const at = random(lines.length)
  const words = must(lines[at], 'a line').split(' ')
  const [one, other] = [random(words.length), random(words.length)]
  const damaged = {
    'a number changed': () => words.with(one, changed(words[one] ?? '', random(2) === 0 ? 1 : -1)),
    'a number left out': () => words.toSpliced(one, 1),
    'two numbers exchanged': () => words.with(one, words[other] ?? '').with(other, words[one] ?? ''),
    'a line left out': () => undefined,
  }[what]()
  const left = damaged === undefined ? lines.toSpliced(at, 1) : lines.with(at, damaged.join(' '))
  return { text: `${left.join('\n')}\n`, what }
}

/** Returns another number; of another word, the word with a number behind it. */
const changed = (word: string, by: 1 | -1): string =>
  Number.isNaN(Number(word)) ? `${word}${by}` : `${Number(word) + by}`

/** Returns a function that draws numbers below its argument: a linear congruential generator (Numerical Recipes). */
function numbersFrom(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
