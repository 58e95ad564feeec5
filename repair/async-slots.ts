/**
 * The places where asynchronous instructions may be changed: fences of the async proxy and of tensor maps, waits,
 * commits, and the other phase of an mbarrier.
 */

import type { Instruction } from '../litmus/instruction.js'
import type { AsyncFence } from '../litmus/instructions/async-fences.js'
import type { AsyncGroup } from '../litmus/instructions/async-groups.js'
import type { Mbarrier } from '../litmus/instructions/mbarriers.js'
import type { Program } from '../litmus/program.js'
import { groupBy } from '../source/group.js'
import { covers, pricesOfAsyncFence } from './async-fences.js'
import { asyncRepairs, committedWaits, isAsynchronous } from './async-repairs.js'
import { deviceTexts, startOfLine } from './lines.js'
import type { Price } from './prices.js'
import type { ChangeKind, Repair } from './repair.js'
import { scopesNeeded } from './scopes.js'
import { alternatives, asItIs, type Level, type Slot, single } from './slot.js'

/**
 * Returns the places of a program with asynchronous operations or mbarriers; `stronger` are those where instructions
 * get other orders and scopes.
 */
export function asynchronous(program: Program, stronger: readonly Slot[]): readonly Slot[] {
  if (!isAsynchronous(program)) return []
  const texts = deviceTexts(program)
  const edits = asyncRepairs(texts, startOfLine, scopesNeeded(program))
  const fences = groupBy(edits.flatMap(asFence), ({ thread, at, what: { what } }) =>
    // Edits of one kind are alternatives; two of different kinds may both be needed.
    [thread, at, what.kind, 'order' in what ? what.order : ''].join(' '),
  )
  const longer = groupBy(edits.flatMap(asLonger), ({ thread, at }) => `${thread} ${at}`)
  return [
    ...[...fences.values()].map((some): Slot => {
      const [{ thread, what }] = some
      const like = `${what.what.kind} ${thread}`
      return oneOf(some, like, 'proxy-fences', covers, (one) => [...pricesOfAsyncFence(one), 'line'])
    }),
    // The latest of waits at equal cost comes first: it delays its thread least.
    ...[...longer]
      .toReversed()
      .map(([place, some]) =>
        oneOf(some, `longer ${place}`, 'async', isAsLong, ({ of, read }) => [priceOfWait(of, read === true)]),
      ),
    ...edits.flatMap(committed),
    ...[...groupBy(edits.flatMap(asWait), ({ thread, at, what: { of } }) => `${thread} ${at} ${of}`).entries()].map(
      ([place, some]) =>
        oneOf(some, `wait ${place}`, 'async', isAsLong, ({ of, read }) => [priceOfWait(of, read === true), 'line']),
    ),
    ...edits.flatMap((edit) => otherPhase(edit, stronger)),
    ...committedWaits(texts, startOfLine).map((edits) =>
      single(
        { kinds: ['async'], edits, prices: [priceOfCommit('bulk'), priceOfWait('bulk', false), 'line'] },
        {
          rank: 1,
          like: `commit and wait ${edits.map(({ thread, at }) => `${thread} ${at}`).join()}`,
          addsOrder: false,
          safe: false,
        },
      ),
    ),
  ]
}

/** An edit, and the instruction that it inserts or that replaces another. */
type Edit<I extends Instruction> = Repair & { readonly what: I }

/** Returns a slot for one of several instructions, which only add order. */
const oneOf = <I extends Instruction>(
  edits: readonly Edit<I>[],
  like: string,
  kind: ChangeKind,
  isAsStrong: (a: I, b: I) => boolean,
  prices: (one: I) => readonly Price[],
): Slot => ({
  rank: 1,
  like,
  addsOrder: true,
  levels: alternatives<Edit<I> | undefined>(
    [undefined, ...edits],
    (a, b) => a === undefined || (b !== undefined && isAsStrong(b.what, a.what)),
    (one) =>
      one === undefined ? asItIs : { change: { kinds: [kind], edits: [one], prices: prices(one.what) }, safe: true },
  ),
})

const asFence = (edit: Repair): readonly Edit<AsyncFence>[] =>
  edit.change.kind === 'insert' && edit.change.instruction.kind === 'async-fence'
    ? [{ ...edit, what: edit.change.instruction }]
    : []

/** Replaces a wait by a longer one. */
const asLonger = (edit: Repair): readonly Edit<AsyncGroup>[] =>
  edit.change.kind === 'replace' && edit.change.instruction.kind === 'async-group'
    ? [{ ...edit, what: edit.change.instruction }]
    : []

/** Inserts a wait. */
const asWait = (edit: Repair): readonly Edit<AsyncGroup>[] =>
  edit.change.kind === 'insert' &&
  edit.change.instruction.kind === 'async-group' &&
  edit.change.instruction.action !== 'commit'
    ? [{ ...edit, what: edit.change.instruction }]
    : []

/** Returns whether a wait covers everything that another covers. */
const isAsLong = (long: AsyncGroup, short: AsyncGroup): boolean =>
  (long.pending ?? 0n) <= (short.pending ?? 0n) && (long.read === undefined || short.read === true)

/** Returns the slot that inserts a commit; none for any other edit. */
function committed(edit: Repair): readonly Slot[] {
  const { thread, at, change } = edit
  if (change.kind !== 'insert' || change.instruction.kind !== 'async-group' || change.instruction.action !== 'commit')
    return []
  return [
    single(
      { kinds: ['async'], edits: [edit], prices: [priceOfCommit(change.instruction.of), 'line'] },
      { rank: 1, like: `commit ${thread} ${at}`, addsOrder: false, safe: false },
    ),
  ]
}

/**
 * Changes the phase of an mbarrier for which a wait waits: in its own form or, since an instruction is replaced only
 * once, in one of its stronger forms.
 */
function otherPhase({ thread, at, change }: Repair, stronger: readonly Slot[]): readonly Slot[] {
  if (change.kind !== 'replace' || change.instruction.kind !== 'mbarrier') return []
  const own = change.instruction
  const { waitsFor } = own
  const isHere = (one: Repair): boolean => one.thread === thread && one.at === at
  const forms = stronger.find(({ levels }) => levels.some((level) => level.change?.edits.some(isHere)))?.levels
  const phases = (forms ?? [asItIsAlone]).map(({ change: form, below }): Level => {
    const [wait = own] = form?.edits.flatMap(waitIn) ?? []
    return {
      change: {
        kinds: ['async', ...(form?.kinds ?? [])],
        edits: [{ thread, at, change: { ...change, instruction: { ...wait, waitsFor } } }],
        prices: ['parity', ...(form?.prices ?? [])],
        ...(form?.instead === undefined ? {} : { instead: form.instead }),
      },
      below: below.map((level) => level + 1),
      safe: false,
    }
  })
  return [{ rank: 1, like: `parity ${thread} ${at}`, addsOrder: false, levels: [asItIsAlone, ...phases] }]
}

const priceOfCommit = (of: AsyncGroup['of']): Price =>
  of === 'bulk' ? 'cp.async.bulk.commit_group' : 'cp.async.commit_group'

const priceOfWait = (of: AsyncGroup['of'], read: boolean): Price =>
  of !== 'bulk' ? 'cp.async.wait_all' : read ? 'cp.async.bulk.wait_group.read' : 'cp.async.bulk.wait_group'

const asItIsAlone: Level = { ...asItIs, below: [0] }

const waitIn = ({ change }: Repair): readonly Mbarrier[] =>
  change.kind === 'replace' && change.instruction.kind === 'mbarrier' ? [change.instruction] : []
