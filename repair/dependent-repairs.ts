/**
 * Changes of launches that overlap (programmatic dependent launch): a dependent kernel waits, or waits earlier; a
 * kernel triggers the next one later; or the next one starts only when this one has ended.
 */

import { factsOf } from '../litmus/facts.js'
import { dependencyOf } from '../litmus/host/dependents.js'
import type { Instruction } from '../litmus/instruction.js'
import type { GridDependency } from '../litmus/instructions/grid-dependencies.js'
import type { Program } from '../litmus/program.js'
import type { Span } from '../source/text.js'
import { shareRegister } from './exchanges.js'
import { deviceTexts, isFurtherElement, startOfLine } from './lines.js'
import type { Repair } from './repair.js'
import { sharing } from './same-text.js'
import { type Slot, single } from './slot.js'

/** A memory fence at the same place comes before a trigger and before a wait. */
const rank = 2

/**
 * Returns the places of a program with dependent kernels where they may be changed. A wait and a later trigger may make
 * kernels wait for each other, which the search has to see. Without dependent kernels there are none.
 */
export function dependents(program: Program): readonly Slot[] {
  const { host } = program
  if (!(host?.tasks ?? []).some(({ primary }) => primary !== undefined)) return []
  const texts = deviceTexts(program).map(([thread, { instructions }]) => {
    const kernels = sharing(program, thread).flatMap((one) => dependencyOf(host, one) ?? [])
    return {
      thread,
      instructions,
      isDependent: kernels.some(({ primary }) => primary !== undefined),
      isPrimary: kernels.some(({ dependent }) => dependent !== undefined),
    }
  })
  return [
    // The latest of waits at equal cost comes first: it delays its thread least.
    ...texts.filter(({ isDependent }) => isDependent).flatMap((text) => waits(text).toReversed()),
    ...texts.filter(({ isDependent }) => isDependent).flatMap((text) => moves(text, 'wait').toReversed()),
    ...texts.filter(({ isDependent }) => isDependent).flatMap(laterStores),
    ...texts.filter(({ isPrimary }) => isPrimary).flatMap((text) => moves(text, 'launch_dependents')),
    ...plainLaunches(program),
  ]
}

interface Text {
  readonly thread: number
  readonly instructions: readonly Instruction[]
}

/** Returns a wait before each access. */
const waits = ({ thread, instructions }: Text): readonly Slot[] =>
  placesBeforeAccesses(instructions).map(({ at, span }) =>
    single(
      {
        kinds: ['dependents'],
        edits: [inserted(thread, at, { kind: 'grid-dependency', action: 'wait', span })],
        prices: ['griddepcontrol.wait', 'line', 'threads wait'],
      },
      { rank, like: `griddepcontrol.wait ${thread}`, safe: false },
    ),
  )

interface Place {
  readonly at: number
  readonly span: Span
}

function placesBeforeAccesses(instructions: readonly Instruction[]): readonly Place[] {
  const places = instructions.flatMap((one, index): readonly Place[] =>
    factsOf(one).accesses && !isFurtherElement(instructions, index)
      ? [{ at: startOfLine(instructions, index), span: one.span }]
      : [],
  )
  return places.filter(({ at }, i) => places.findIndex((other) => other.at === at) === i)
}

/** Returns moves of waits to earlier places, and of triggers to later ones, without a label or a branch in between. */
const moves = ({ thread, instructions }: Text, action: GridDependency['action']): readonly Slot[] =>
  instructions.flatMap((one, from): readonly Slot[] => {
    if (one.kind !== 'grid-dependency' || one.action !== action || startOfLine(instructions, from) !== from) return []
    return Array.from({ length: instructions.length + 1 }, (_, at) => at)
      .filter((at) => (action === 'wait' ? at < from : at > from + 1))
      .filter((at) => at === instructions.length || startOfLine(instructions, at) === at)
      .filter((at) => !instructions.slice(Math.min(at, from), Math.max(at, from)).some(divides))
      .filter((at) => {
        // Between two of these, one place is enough: next to what it must come before or after.
        const beside = instructions[action === 'wait' ? at : at - 1]
        return beside !== undefined && (factsOf(beside).accesses || beside.kind === 'fence')
      })
      .map((at) =>
        single(
          {
            kinds: ['dependents'],
            edits: [{ thread, at: from, change: { kind: 'remove' } }, inserted(thread, at, one)],
            prices: ['move'],
          },
          { rank, like: `move ${thread} ${from}`, addsOrder: false, safe: false },
        ),
      )
  })

/**
 * Returns moves of stores before a wait to places after it, and after each access there, without a label or a branch in
 * between. A store may pass an access to its own memory: a workspace is cleared after it is read.
 */
const laterStores = ({ thread, instructions }: Text): readonly Slot[] =>
  instructions.flatMap((one, from): readonly Slot[] => {
    if (one.kind !== 'store' || one.element !== undefined || startOfLine(instructions, from) !== from) return []
    const places = instructions.flatMap((_, i) => (i > from + 1 ? [i] : [])).concat(instructions.length)
    return places.flatMap((at): readonly Slot[] => {
      const passed = instructions.slice(from + 1, at)
      const last = passed.at(-1)
      const isPlace = last !== undefined && (isWait(last) || factsOf(last).accesses)
      if (!isPlace || !passed.some(isWait) || passed.some((it) => divides(it) || shareRegister(one, it))) return []
      return [
        single(
          {
            kinds: ['dependents'],
            edits: [
              { thread, at: from, change: { kind: 'remove' } },
              { thread, at, change: { kind: 'insert', instruction: one } },
            ],
            prices: ['move'],
          },
          { rank, like: `move ${thread} ${from}`, addsOrder: false, safe: false },
        ),
      ]
    })
  })

const isWait = (one: Instruction): boolean => one.kind === 'grid-dependency' && one.action === 'wait'

const divides = ({ kind }: Instruction): boolean => kind === 'label' || kind === 'branch'

const inserted = (thread: number, at: number, instruction: GridDependency): Repair => ({
  thread,
  at,
  change: { kind: 'insert', instruction },
})

/** Returns launches without `programmatic`. */
function plainLaunches({ threads, host }: Program): readonly Slot[] {
  const hosting = host === undefined ? undefined : threads[host.thread]
  if (host === undefined || hosting?.kind !== 'host') return []
  const { thread } = host
  return hosting.instructions.flatMap((one, at): readonly Slot[] => {
    if (one.kind !== 'call' || one.action.kind !== 'launch' || one.action.programmatic !== true) return []
    const { programmatic: _, ...action } = one.action
    const instruction = { ...one, action }
    return [
      single(
        {
          kinds: ['dependents'],
          edits: [{ thread, at, change: { kind: 'replace', instruction, what: 'overlap' } }],
          prices: ['programmatic'],
        },
        { rank, like: `programmatic ${at}`, addsOrder: false, safe: false },
      ),
    ]
  })
}
