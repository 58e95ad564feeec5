/**
 * Moves of instructions to other lines: what releases moves down and what acquires moves up, past accesses; fences and
 * barriers move both ways; mbarriers are initialised earlier, and expect bytes earlier.
 */

import { factsOf } from '../litmus/facts.js'
import { type Instruction, isBarrier } from '../litmus/instruction.js'
import type { Mbarrier } from '../litmus/instructions/mbarriers.js'
import type { DeviceThread, Program } from '../litmus/program.js'
import { areElsewhere, shareRegister } from './exchanges.js'
import { deviceTexts, startOfLine } from './lines.js'
import type { Price } from './prices.js'
import type { Change, ChangeKind, Repair } from './repair.js'
import { alternatives, asItIs, type Slot } from './slot.js'

type Direction = 'up' | 'down'

interface Movable {
  readonly instruction: Extract<Repair['change'], { kind: 'insert' }>['instruction']
  readonly kind: ChangeKind
  readonly directions: readonly Direction[]
}

const actionsOf: { readonly [A in Mbarrier['action']]?: Direction } = {
  init: 'up',
  expect_tx: 'up',
  arrive: 'down',
  arrive_drop: 'down',
}

/** Returns how an instruction may move; undefined if it may not. */
function movable(one: Instruction): Movable | undefined {
  switch (one.kind) {
    case 'fence':
      return { instruction: one, kind: 'swaps', directions: ['up', 'down'] }
    case 'named-barrier':
      return { instruction: one, kind: 'barriers', directions: ['up', 'down'] }
    case 'cluster-barrier':
      return { instruction: one, kind: 'barriers', directions: [one.action === 'arrive' ? 'down' : 'up'] }
    case 'mbarrier': {
      const direction = actionsOf[one.action]
      return direction === undefined ? undefined : { instruction: one, kind: 'async', directions: [direction] }
    }
    case 'async-group':
      return one.of === 'wgmma' || one.action === 'commit'
        ? undefined
        : { instruction: one, kind: 'async', directions: ['up'] }
    case 'store':
      return one.order === 'release' ? { instruction: one, kind: 'swaps', directions: ['down'] } : undefined
    case 'load':
      return one.order === 'acquire' ? { instruction: one, kind: 'swaps', directions: ['up'] } : undefined
    default:
      return undefined
  }
}

/**
 * Returns moves between the same labels and branches, past instructions that do not concern the registers or the memory
 * of the one that moves. A barrier may also leave the branch in which it is.
 */
export const movesPast = (program: Program): readonly Slot[] =>
  deviceTexts(program).flatMap(([thread, code]) => {
    const { instructions } = code
    return instructions.flatMap((one, from): readonly Slot[] => {
      const how = movable(one)
      if (how === undefined || startOfLine(instructions, from) !== from) return []
      // Arrivals of a warpgroup move past its waits only (`warpgroups`).
      if (one.kind === 'mbarrier' && instructions.some(({ kind }) => kind === 'wgmma')) return []
      const places = how.directions
        .flatMap((direction) => placesFor(program, code, from, direction))
        // An exchange of two neighbours does the same.
        .filter((at) => how.kind !== 'swaps' || (at !== from - 1 && at !== from + 2))
      return moveTo(places, { thread, from }, (at) => ({
        kinds: [how.kind],
        edits: [
          { thread, at: from, change: { kind: 'remove' } },
          { thread, at, change: { kind: 'insert', instruction: how.instruction } },
        ],
        prices: pricesOf(how),
      }))
    })
  })

/** Returns the slot that makes the change for one of the places, to which what is at an index moves; none without places. */
export const moveTo = (
  places: readonly number[],
  { thread, from }: { readonly thread: number; readonly from: number },
  changeFor: (place: number) => Change,
): readonly Slot[] =>
  places.length === 0
    ? []
    : [
        {
          rank: 2,
          like: `move ${thread} ${from}`,
          addsOrder: false,
          isMove: true,
          levels: alternatives<number | undefined>(
            [undefined, ...places],
            () => false,
            (place) => (place === undefined ? asItIs : { change: changeFor(place), safe: false }),
          ),
        },
      ]

/** Other threads wait elsewhere if a barrier moves. */
const pricesOf = ({ kind }: Movable): readonly Price[] => [
  'move',
  ...(kind === 'barriers' ? (['threads wait'] as const) : []),
]

/** Returns the places for a move, the nearest first: beyond each access or other instruction that is ordered. */
export function placesFor(program: Program, code: DeviceThread, from: number, direction: Direction): readonly number[] {
  const { instructions } = code
  const one = instructions[from]
  const step = direction === 'up' ? -1 : 1
  const places: number[] = []
  for (let next = from + step; one !== undefined; next += step) {
    const other = instructions[next]
    if (other === undefined || (divides(other) && !mayLeave(instructions, next, one, direction))) break
    if (!divides(other) && !mayPass(one, other, program, code)) break
    const at = direction === 'up' ? next : next + 1
    const isPlace = at === instructions.length || startOfLine(instructions, at) === at
    if (isPlace && (isOrdered(other) || divides(other))) places.push(at)
    if (divides(other)) break
  }
  return places
}

const divides = ({ kind }: Instruction): boolean => kind === 'label' || kind === 'branch'

/** Returns whether a barrier may move down past a label: the end of a branch, where other threads come, too. */
const mayLeave = (
  instructions: readonly Instruction[],
  at: number,
  one: Instruction,
  direction: Direction,
): boolean => {
  const label = instructions[at]
  return (
    one.kind === 'named-barrier' &&
    direction === 'down' &&
    label?.kind === 'label' &&
    instructions.every((other, i) => other.kind !== 'branch' || other.target !== label.name || i < at)
  )
}

const isAccess = ({ kind }: Instruction): boolean => kind === 'load' || kind === 'store' || kind === 'atomic'

const mayPass = (one: Instruction, other: Instruction, program: Program, code: DeviceThread): boolean =>
  !shareRegister(one, other) && (!isAccess(one) || !isAccess(other) || areElsewhere(one, other, program, code))

const isOrdered = (one: Instruction): boolean => {
  const { accesses, mayWait, family } = factsOf(one)
  return accesses || mayWait || isBarrier(one) || family === 'asynchronous' || one.kind === 'fence'
}
