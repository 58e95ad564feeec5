/**
 * Fences that may be inserted: memory fences before accesses, proxy fences anywhere between two lines; and proxy fences
 * that may move.
 */

import { factsOf } from '../litmus/facts.js'
import { type Instruction, isBarrier } from '../litmus/instruction.js'
import type { Fence, ProxyFence } from '../litmus/instructions/fences.js'
import type { Program } from '../litmus/program.js'
import { type FencedProxy, fencedProxies, proxies } from '../litmus/proxy.js'
import type { Span } from '../source/text.js'
import { deviceTexts, isFurtherElement, startOfLine } from './lines.js'
import type { Price } from './prices.js'
import { scopesNeeded } from './scopes.js'
import { alternatives, asItIs, type Slot, single } from './slot.js'
import { scopes } from './strength.js'

/** The ranks of what is inserted at one place: a proxy fence may be before or after a memory fence. */
const [early, middle, late] = [0, 1, 2]

/** Returns a fence before each access to memory, and before each arrival for others. */
export function memoryFences(program: Program): readonly Slot[] {
  const among = scopesNeeded(program)
  return deviceTexts(program).flatMap(([thread, { instructions }]) => {
    return placesOfFences(program, instructions).map(({ at, span }): Slot => {
      const fences = (['acq_rel', 'sc'] as const).flatMap((order) =>
        among.map((scope): Fence => ({ kind: 'fence', order, scope, span })),
      )
      return {
        rank: middle,
        like: `fence ${thread}`,
        addsOrder: true,
        levels: alternatives<Fence | undefined>(
          [undefined, ...fences],
          (a, b) =>
            a === undefined ||
            (b !== undefined &&
              (a.order === b.order || b.order === 'sc') &&
              scopes.indexOf(a.scope) <= scopes.indexOf(b.scope)),
          (fence) =>
            fence === undefined
              ? asItIs
              : {
                  change: {
                    kinds: ['fences'],
                    edits: [{ thread, at, change: { kind: 'insert', instruction: fence } }],
                    prices: [`fence.${fence.order}.${fence.scope}`, 'line'],
                  },
                  safe: true,
                },
        ),
      }
    })
  })
}

interface PlaceOfFence {
  readonly at: number
  /** The span of a neighbour. */
  readonly span: Span
}

/**
 * Lists the places before accesses and synchronisation, and at the end of a branch: what follows is executed by more
 * threads. At the start and at the end of a text, a fence has an effect
 * only if other grids come before or after.
 */
function placesOfFences({ host }: Program, instructions: readonly Instruction[]): readonly PlaceOfFence[] {
  const last = instructions.findLast(({ kind }) => kind !== 'label')
  const places = [
    ...instructions.flatMap((one, index) => {
      const at = startOfLine(instructions, index)
      const isPlace = isEndOfBranch(instructions, index) || (isOrdered(one) && !isFurtherElement(instructions, index))
      return (at > 0 || host !== undefined) && isPlace ? [{ at, span: one.span }] : []
    }),
    ...(host !== undefined && last !== undefined && isOrdered(last)
      ? [{ at: instructions.lastIndexOf(last) + 1, span: last.span }]
      : []),
  ]
  return places.filter(({ at }, i) => places.findIndex((other) => other.at === at) === i)
}

/** Returns whether a branch of an `if` that accesses memory or synchronises last ends before a label. */
const isEndOfBranch = (instructions: readonly Instruction[], index: number): boolean => {
  const [before, label] = [instructions[index - 1], instructions[index]]
  return (
    label?.kind === 'label' &&
    before !== undefined &&
    isOrdered(before) &&
    instructions
      .slice(0, index)
      .some((one) => one.kind === 'branch' && one.when !== undefined && one.target === label.name)
  )
}

const isOrdered = (one: Instruction): boolean =>
  factsOf(one).accesses || isTrigger(one) || (isBarrier(one) && (one.kind !== 'warp' || one.operation === 'bar'))

const isTrigger = (one: Instruction): boolean => one.kind === 'grid-dependency' && one.action === 'launch_dependents'

/** Returns the proxies that a program uses besides the generic one. */
function proxiesUsed({ threads, variables }: Program): readonly FencedProxy[] {
  const used = new Set(
    threads.flatMap(({ instructions }) =>
      instructions.flatMap((one): readonly string[] => ('proxy' in one ? [one.proxy] : [])),
    ),
  )
  const hasAlias = variables.some(({ alias }) => alias !== undefined)
  return fencedProxies.filter((proxy) => (proxy === 'alias' ? hasAlias : used.has(proxy)))
}

const proxyFence = (proxy: FencedProxy, span: Span): ProxyFence => ({ kind: 'proxy-fence', proxy, span })

export const priceOfProxyFence = (proxy: FencedProxy): readonly Price[] => [
  `fence.proxy.${proxy}`,
  ...(proxies[proxy].fence === 'model only' ? (['model only'] as const) : []),
]

/** Returns the places between any two lines of a text. */
const placesBetween = (instructions: readonly Instruction[]): readonly number[] =>
  instructions.flatMap((_, at) => (at > 0 && startOfLine(instructions, at) === at ? [at] : []))

/**
 * Returns the proxy fences that a program may need, between any two lines. They have different effects before and after
 * a memory fence at the same place.
 */
export function proxyFences(program: Program): readonly Slot[] {
  const used = proxiesUsed(program)
  return deviceTexts(program).flatMap(([thread, { instructions }]) =>
    placesBetween(instructions).flatMap((at) =>
      used.flatMap((proxy) =>
        [early, late].flatMap((rank): readonly Slot[] => {
          const span = instructions[at]?.span
          if (span === undefined) return []
          return [
            single(
              {
                kinds: ['proxy-fences'],
                edits: [{ thread, at, change: { kind: 'insert', instruction: proxyFence(proxy, span) } }],
                prices: [...priceOfProxyFence(proxy), 'line'],
              },
              { rank, like: `fence.proxy.${proxy} ${thread}` },
            ),
          ]
        }),
      ),
    ),
  )
}

/** Returns moves of proxy fences to places between the same labels, branches and barriers. */
export const moves = (program: Program): readonly Slot[] =>
  deviceTexts(program).flatMap(([thread, { instructions }]) =>
    instructions.flatMap((one, from): readonly Slot[] => {
      if (one.kind !== 'proxy-fence' || startOfLine(instructions, from) !== from) return []
      return placesBetween(instructions)
        .filter((at) => at !== from && at !== from + 1)
        .filter((at) => !instructions.slice(Math.min(at, from), Math.max(at, from)).some(divides))
        .map((at) =>
          single(
            {
              kinds: ['proxy-fences'],
              edits: [
                { thread, at: from, change: { kind: 'remove' } },
                { thread, at, change: { kind: 'insert', instruction: one } },
              ],
              prices: ['move'],
            },
            { rank: middle, like: `move ${thread} ${from}`, addsOrder: false },
          ),
        )
    }),
  )

const divides = (one: Instruction): boolean => one.kind === 'label' || one.kind === 'branch' || isBarrier(one)
