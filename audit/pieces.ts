/** The synchronising pieces of a program's text, and the ways to do with less: fences, orders and scopes, barriers, arrivals, waits, calls of the host. */

import { match } from 'ts-pattern'
import type { Instruction } from '../litmus/instruction.js'
import { predicateType } from '../litmus/operand.js'
import { isCompiled, type Program, threadAt } from '../litmus/program.js'
import { total } from '../repair/costs.js'
import { textsOf } from '../repair/lines.js'
import { editKey } from '../repair/one-place.js'
import type { Costs } from '../repair/prices.js'
import type { ChangeKind, Repair } from '../repair/repair.js'
import { weakeningsOf } from '../repair/weakenings.js'
import { groupBy } from '../source/group.js'
import { must } from '../source/must.js'
import { locatedAt } from './located.js'

/** An instruction of a thread. */
export interface Place {
  /** The first of the threads that run the text. */
  readonly thread: number
  /** The index of its instruction; of the arrival, for a barrier of a cluster that the thread then waits at. */
  readonly at: number
}

/** A piece of the text that all threads of the text share. */
export interface Piece extends Place {
  readonly kind: ChangeKind
  /** The instructions that the compiler made of it, itself among them: one in each round of a loop that is unrolled. */
  readonly copies: readonly Place[]
  /** What may be there instead, the weakest first. */
  readonly alternatives: readonly Alternative[]
}

/** A piece with its number among those of the kinds in question, from 1. */
export interface Numbered extends Piece {
  readonly number: number
}

/** Less synchronisation at a piece: none, or a weaker form of the instruction. */
export interface Alternative {
  readonly kind: 'removed' | 'weaker'
  readonly edits: readonly Repair[]
  /** How much cheaper it is, in about the cycles of an H100; undefined where the price of the piece is not known. */
  readonly saved: number | undefined
}

/** Returns the pieces of the kinds in `only`, or of all, in the order of the texts. */
export function piecesOf(program: Program, costs: Costs, only?: readonly ChangeKind[]): readonly Numbered[] {
  const pieces = new Map<string, Piece>()
  for (const one of [...removalsIn(program), ...weakerIn(program, costs)]) {
    const key = `${one.thread} ${one.at}`
    const same = pieces.get(key)
    pieces.set(key, same === undefined ? one : { ...same, alternatives: [...same.alternatives, ...one.alternatives] })
  }
  const chosen = [...pieces.values()]
    .filter(({ kind }) => only === undefined || only.includes(kind))
    .toSorted((a, b) => a.thread - b.thread || a.at - b.at)
  return onceWritten(program, chosen).map((piece, i) => ({ ...piece, number: i + 1 }))
}

/** Returns the pieces with those joined that the compiler made of one place of a source: one edits them all. */
const onceWritten = (program: Program, pieces: readonly Piece[]): readonly Piece[] =>
  program.threads.some(isCompiled)
    ? inSourceOrder(program, [...groupBy(pieces, (one) => writtenKey(program, one) ?? one).values()].map(joined))
    : pieces

/** Returns the pieces of each source by its lines; a compiler moves code. */
function inSourceOrder(program: Program, pieces: readonly Piece[]): readonly Piece[] {
  const located = pieces.map((piece) => {
    const { span } = must(threadAt(program.threads, piece.thread).instructions[piece.at], 'the instruction of a piece')
    return { piece, at: locatedAt(span) }
  })
  return [...groupBy(located, ({ at }) => at.source.name).values()].flatMap((some) =>
    some
      .toSorted(({ at: { start: a } }, { at: { start: b } }) => a.line - b.line || a.column - b.column)
      .map(({ piece }) => piece),
  )
}

/** Returns what is equal for pieces of one place of a source; undefined if the source is not known. */
function writtenKey(program: Program, { thread, kind, alternatives }: Piece): string | undefined {
  const keys = alternatives.map(({ edits }) => edits.map((edit) => editKey(program, edit)))
  return keys.flat().includes(undefined) ? undefined : JSON.stringify([thread, kind, keys])
}

const joined = (copies: readonly [Piece, ...Piece[]]): Piece => {
  const [first] = copies
  return {
    ...first,
    copies: copies.map(({ thread, at }) => ({ thread, at })),
    alternatives: first.alternatives.map((one, i) => ({
      ...one,
      edits: copies.flatMap(({ alternatives }) => alternatives[i]?.edits ?? []),
    })),
  }
}

/** Returns fences, and accesses, arrivals and waits with an order and a scope, with their weaker forms. */
const weakerIn = (program: Program, costs: Costs): readonly Piece[] =>
  weakeningsOf(program).map(({ slot: { levels }, prices, own }): Piece => {
    const priceOf = (level: number): number => total(prices[level] ?? [], costs)
    const alternatives = levels
      .flatMap(({ change }, level) => (change === undefined ? [] : [{ change, level }]))
      .toSorted((a, b) => priceOf(a.level) - priceOf(b.level))
      .map(
        ({ change, level }): Alternative => ({
          kind: change.edits.some((edit) => edit.change.kind === 'remove') ? 'removed' : 'weaker',
          edits: change.edits,
          saved: Math.max(0, priceOf(own) - priceOf(level)),
        }),
      )
    const { thread, at } = must(alternatives[0]?.edits[0], 'an edit')
    const kinds = levels.flatMap(({ change }) => change?.kinds ?? [])
    return { thread, at, kind: must(kinds[0], 'a kind of change'), copies: [{ thread, at }], alternatives }
  })

/** Returns what can be left out as a whole, and waits for groups that may wait for fewer. */
const removalsIn = (program: Program): readonly Piece[] =>
  textsOf(program).flatMap(([thread, { instructions }]) =>
    instructions.flatMap((one, at): readonly Piece[] => {
      const kind = kindOf(one)
      if (kind === undefined) return []
      const place = { thread, at }
      return [{ ...place, kind, copies: [place], alternatives: alternativesTo(one, at, instructions, thread) }]
    }),
  )

/** Returns the kind of the change that leaves the instruction out; undefined if it must stay, or is a fence, which `weaken` knows. */
const kindOf = (one: Instruction): ChangeKind | undefined =>
  match(one)
    .returnType<ChangeKind | undefined>()
    .with({ kind: 'barrier' }, () => 'barriers')
    .with({ kind: 'named-barrier' }, ({ reduction }) => (reduction === undefined ? 'barriers' : undefined))
    .with({ kind: 'cluster-barrier' }, ({ action }) => (action === 'arrive' ? 'barriers' : undefined))
    // A shuffle or a vote has a result that later instructions read.
    .with({ kind: 'warp' }, ({ destination }) => (destination === undefined ? 'barriers' : undefined))
    .with({ kind: 'async-group' }, { kind: 'async-arrive' }, { kind: 'wgmma-fence' }, () => 'async')
    .with({ kind: 'mbarrier' }, ({ action, destination }) =>
      isWait(action) || ((action === 'arrive' || action === 'arrive_drop') && destination === undefined)
        ? 'async'
        : undefined,
    )
    .with({ kind: 'tcgen05' }, ({ does: { action } }) =>
      action === 'wait' || action === 'commit' || action === 'fence' ? 'async' : undefined,
    )
    .with({ kind: 'grid-dependency' }, ({ action }) => (action === 'wait' ? 'dependents' : undefined))
    .with({ kind: 'call' }, ({ action: { kind }, implied }) =>
      implied !== true && (kind === 'synchronize' || kind === 'wait') ? 'calls' : undefined,
    )
    .otherwise(() => undefined)

const isWait = (action: string): boolean => action === 'test_wait' || action === 'try_wait'

function alternativesTo(
  one: Instruction,
  at: number,
  instructions: readonly Instruction[],
  thread: number,
): readonly Alternative[] {
  const removed = (...places: readonly number[]): Alternative => ({
    kind: 'removed',
    edits: places.map((place) => ({ thread, at: place, change: { kind: 'remove' } })),
    saved: undefined,
  })
  if (one.kind === 'cluster-barrier') {
    // A wait without its arrival is undefined, so both go.
    const wait = instructions.findIndex((other, i) => i > at && other.kind === 'cluster-barrier')
    return [wait === -1 ? removed(at) : removed(at, wait)]
  }
  if (one.kind === 'mbarrier' && one.destination !== undefined) {
    // A poll that succeeds at once: the loop around it ends.
    const { destination, span } = one
    const passes: Instruction = {
      ...{ kind: 'arithmetic', operation: 'mov', destination, type: predicateType, span },
      operands: [{ kind: 'integer', value: 1n, span }],
    }
    const change = { kind: 'replace', instruction: passes, what: 'weaker order' } as const
    return [{ kind: 'removed', edits: [{ thread, at, change }], saved: undefined }]
  }
  if (one.kind === 'async-group' && one.action === 'wait' && one.pending !== undefined) {
    const fewer: Instruction = { ...one, pending: one.pending + 1n }
    const change = { kind: 'replace', instruction: fewer, what: 'weaker order' } as const
    return [removed(at), { kind: 'weaker', edits: [{ thread, at, change }], saved: undefined }]
  }
  return [removed(at)]
}
