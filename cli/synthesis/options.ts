/** The options of commands that search for tests. */

import * as z from 'zod'
import { otherProxies } from '../../synthesis/sketch.js'
import { vocabularyWords } from '../../synthesis/words.js'
import type { Problem } from '../commandline/command.js'
import { oneOf, option } from '../commandline/option.js'
import { secondsOption } from '../commandline/options.js'

const whole = (what: string, most: number) =>
  z.coerce
    .number(`expected a number of ${what}`)
    .int('it must be a whole number')
    .min(1, 'it must be at least 1')
    .max(most, `it must be at most ${most}`)

const largestNumber = 8

const words = z.array(oneOf(vocabularyWords))

/** The vocabulary of a search. */
export const using = {
  with: option(words, {
    type: 'string',
    repeatable: true,
    choices: vocabularyWords,
    describe: 'also use this; an error if a model does not cover it',
  }),
  without: option(words, {
    type: 'string',
    repeatable: true,
    choices: vocabularyWords,
    describe: 'leave this out of tests',
  }),
  threads: option(whole('threads', largestNumber), {
    type: 'number',
    default: 4,
    describe: `the most threads of a test, up to ${largestNumber}`,
  }),
  locations: option(whole('locations', largestNumber), {
    type: 'number',
    default: 3,
    describe: `the most locations of a test, up to ${largestNumber}`,
  }),
}

/** Tests of up to 8 instructions have at most 24 events, so a set of them fits in a word. */
export const instructions = option(whole('instructions', largestNumber), {
  type: 'number',
  default: 4,
  describe: `the most instructions of a test, up to ${largestNumber}`,
})

/** Typed in seconds, used in milliseconds. */
export const seconds = option(
  z.coerce
    .number('expected a number of seconds')
    .positive('it must be more than 0')
    .max(2_000_000, 'it must be at most 2000000')
    .transform((given) => given * 1000)
    .optional(),
  secondsOption,
)

/** Returns the words without which a word is useless: one of each list is needed. */
function needs(word: string): readonly (readonly string[])[] {
  if (word === 'one-way-alias-fences') return [['alias']]
  if (word === 'async-loads' || word === 'strong-copies') return [['async']]
  if (word === 'alias-proxies') return [['alias'], otherProxies]
  if (word === 'proxy-orders') return [otherProxies.filter((one) => one !== 'read-only')]
  return word === 'one-sided-fences' ? [['fences']] : []
}

/** Returns whether something that is on by default is off. */
const isOff = (word: string, wanted: readonly string[], without: readonly string[]): boolean =>
  without.includes(word) ||
  (without.includes('proxies') && ['alias', ...otherProxies].includes(word) && !wanted.includes(word))

/** A set of events fits in a word. */
const mostEvents = 32

/**
 * Returns the maximum number of events of a test with copies: each copy has three, and a wait follows the copies of a
 * thread, or each load.
 */
const eventsOf = ({ instructions, threads, locations }: Sizes, hasLoads: boolean): number =>
  Math.min(locations, 2 * instructions) + (hasLoads ? 4 : 3) * instructions + Math.min(threads, instructions)

interface Sizes {
  readonly instructions: number
  readonly threads: number
  readonly locations: number
}

/** Reports contradictory or useless options. */
export function wrongUse({
  with: wanted,
  without,
  ...sizes
}: Sizes & {
  readonly with: readonly string[]
  readonly without: readonly string[]
}): readonly Problem[] {
  const needless = wanted.flatMap((word) => {
    const lacking = needs(word).find((others) => others.every((one) => isOff(one, wanted, without)))
    return lacking === undefined
      ? []
      : [{ argument: 'with', message: `${word} has no effect without ${lacking.join(' or ')}` }]
  })
  const hasLoads = wanted.includes('async-loads')
  const isAsync = hasLoads || wanted.includes('async') || wanted.includes('strong-copies')
  const both = wanted.filter((word) => without.includes(word))
  return [
    ...needless,
    ...(isAsync && eventsOf(sizes, hasLoads) > mostEvents
      ? [
          {
            argument: 'with',
            message: `${hasLoads ? 'async-loads' : 'async'} is searched where instructions, each counted ${hasLoads ? 'four' : 'three'} times, threads and locations are at most ${mostEvents} together`,
          },
        ]
      : []),
    ...both.map((word) => ({ argument: 'with', message: `${word} is also in --without` })),
    ...(without.includes('cta') && without.includes('gpu') && !wanted.includes('sys')
      ? [{ argument: 'without', message: 'it needs a scope' }]
      : []),
  ]
}
