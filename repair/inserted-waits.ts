/**
 * Waits for mbarriers at which a thread arrives and never waits: a loop that tests whether the phase has ended, before
 * an access that needs what the others have done, or what copies have written.
 */

import { factsOf } from '../litmus/facts.js'
import type { Instruction } from '../litmus/instruction.js'
import type { Mbarrier } from '../litmus/instructions/mbarriers.js'
import type { Operand } from '../litmus/operand.js'
import { destinationOf } from '../litmus/operands.js'
import { isCompiled, type Program, threadAt } from '../litmus/program.js'
import { groupBy } from '../source/group.js'
import { pollingLoops } from './barrier-repairs.js'
import { deviceTexts, startOfLine } from './lines.js'
import type { Price } from './prices.js'
import type { Repair } from './repair.js'
import { sharing } from './same-text.js'
import { scopesNeeded } from './scopes.js'
import { alternatives, asItIs, type Slot } from './slot.js'
import { sourcePlaceOf } from './source-places.js'

type Await = Extract<Repair['change'], { readonly kind: 'await' }>

/** The most places at which a wait for one arrival is tried. */
const mostPlaces = 8

/** Returns a slot for each place where a thread may wait for the phase at which it has arrived. */
export const insertedWaits = (program: Program): readonly Slot[] => {
  const needed = scopesNeeded(program)
  const isRemote =
    needed.includes('cluster') && deviceTexts(program).some(([, { instructions }]) => instructions.some(reachesCluster))
  return deviceTexts(program).flatMap(([thread, text]) => {
    const { instructions } = text
    return instructions.flatMap((arrival, from): readonly Slot[] => {
      if (!isArrival(arrival) || isAwaited(program, thread, arrival) || !isSameInAll(program, thread, from)) return []
      return placesAfter(instructions, from).map((at): Slot => {
        const name = isCompiled(text) ? ` {${from} ${at}}` : nameIn(program, from, at)
        const waits = phasesOf(arrival, instructions.slice(from + 1, at)).flatMap((waitsFor) =>
          (['cta', 'cluster'] as const)
            .filter((scope) => (scope === 'cluster' ? needed.includes(scope) : !isRemote))
            .map((scope): Await => awaiting(arrival, waitsFor, scope, name)),
        )
        return {
          rank: 1,
          like: `await ${thread} ${from}`,
          addsOrder: false,
          levels: alternatives<Await | undefined>(
            [undefined, ...waits],
            () => false,
            (change) =>
              change === undefined
                ? asItIs
                : {
                    change: { kinds: ['async'], edits: [{ thread, at, change }], prices: pricesOf(change) },
                    safe: false,
                  },
          ),
        }
      })
    })
  })
}

/**
 * Returns whether an instruction may write to the shared memory of another CTA, or arrive there. A wait for that
 * acquires what another CTA has done, so its scope is the cluster (ISA 8.5).
 */
const reachesCluster = (one: Instruction): boolean =>
  one.kind === 'async-store' ||
  (one.kind === 'mbarrier' && one.address.space === 'shared::cluster') ||
  (one.kind === 'async-copy' && one.to.space === 'shared::cluster') ||
  (one.kind === 'arithmetic' && one.operation === 'mapa')

/** Returns the instructions of a loop that waits. */
export function loopOf({ instruction, label }: Await): readonly Instruction[] {
  const { span, destination = '' } = instruction
  return [
    { kind: 'label', name: label, span },
    instruction,
    {
      kind: 'branch',
      target: label,
      targetSpan: span,
      when: {
        operator: '==',
        left: { kind: 'register', name: destination, span },
        right: { kind: 'integer', value: 0n, span },
      },
      span,
    },
  ]
}

/** No thread waits at an mbarrier of another CTA (ISA, `mbarrier.try_wait`). */
const isArrival = (one: Instruction): one is Mbarrier =>
  one.kind === 'mbarrier' &&
  (one.action === 'arrive' || one.action === 'arrive_drop') &&
  one.noComplete !== true &&
  one.address.space !== 'shared::cluster'

/** Returns whether any thread waits at the same mbarrier, as far as the operands tell. */
const isAwaited = (program: Program, thread: number, { address }: Mbarrier): boolean => {
  const own = objectOf(threadAt(program.threads, thread).instructions, address)
  return deviceTexts(program).some(([, { instructions }]) =>
    instructions.some(
      (one) => one.kind === 'mbarrier' && one.waitsFor !== undefined && objectOf(instructions, one.address) === own,
    ),
  )
}

/** Returns what an address is made of: of a register that is written once, what is written to it. */
function objectOf(instructions: readonly Instruction[], address: Mbarrier['address']): string {
  if (address.kind !== 'pointer') return placeOf(address)
  const writes = instructions.filter((one) => destinationOf(one) === address.register)
  const [only] = writes
  return only?.kind === 'arithmetic' && only.operation === 'mov' && writes.length === 1
    ? placeOf(only.operands)
    : placeOf(address)
}

/** Returns whether all threads of the text name the mbarrier in the same words. */
const isSameInAll = (program: Program, thread: number, at: number): boolean =>
  new Set(
    sharing(program, thread).map((one) => {
      const other = threadAt(program.threads, one).instructions[at]
      return other?.kind === 'mbarrier' ? placeOf(other.address) : ''
    }),
  ).size === 1

const placeOf = (address: Mbarrier['address'] | readonly Operand[]): string =>
  JSON.stringify(address, (key, value: unknown) =>
    /span$/i.test(key) ? undefined : typeof value === 'bigint' ? `${value}` : value,
  )

/**
 * The phases that it may wait for: that of the state that the arrival returns. If the state is discarded, or the source
 * may not have it in another block of statements, one by parity.
 */
const phasesOf = (
  { destination, span }: Mbarrier,
  between: readonly Instruction[],
): readonly NonNullable<Mbarrier['waitsFor']>[] =>
  destination === undefined || between.some(({ kind }) => kind === 'label' || kind === 'branch')
    ? [0n, 1n].map((value) => ({ parity: true, value: { kind: 'integer', value, span } }))
    : [{ parity: false, value: { kind: 'register', name: destination, span } }]

const awaiting = (
  { address, type, proxy, span }: Mbarrier,
  waitsFor: NonNullable<Mbarrier['waitsFor']>,
  scope: 'cta' | 'cluster',
  name: string,
): Await => ({
  kind: 'await',
  label: `WAIT${name}`,
  instruction: {
    ...{ kind: 'mbarrier', action: 'try_wait', order: 'acquire', scope },
    ...{ address, type, proxy, span, waitsFor },
    ...{ destination: `done${name}`, count: undefined, tx: undefined },
  },
})

/** Returns the places before accesses behind the arrival, the nearest first, outside loops that poll. */
function placesAfter(instructions: readonly Instruction[], from: number): readonly number[] {
  const loops = pollingLoops(instructions)
  const places = instructions.flatMap((one, index) => {
    const at = startOfLine(instructions, index)
    return index > from + 1 && at > from && factsOf(one).accesses ? [at] : []
  })
  const free = [...new Set([from + 1, ...places])].filter(
    (at) => startOfLine(instructions, at) === at && !loops.some((loop) => loop.from < at && at <= loop.to),
  )
  // One edits the source: places there are told apart by it.
  const distinct = groupBy(free, (at) => sourcePlaceOf(instructions, at)?.key ?? `${at}`)
  return [...distinct.values()].map(([at]) => at).slice(0, mostPlaces)
}

/** Returns the end of the names of a label and a predicate, which no text of the program has. */
function nameIn(program: Program, from: number, at: number): string {
  const texts = [...new Set(program.threads.map(({ span }) => span.source.text))]
  const isTaken = (name: string): boolean =>
    texts.some((text) => text.includes(`WAIT${name}`) || text.includes(`done${name}`))
  const free = (name: string): string => (isTaken(name) ? free(`${name}_`) : name)
  return free(`_${from}_${at}`)
}

const pricesOf = ({ instruction: { scope } }: Await): readonly Price[] => [
  scope === 'cluster' ? 'mbarrier.wait.acquire.cluster' : 'mbarrier.wait.acquire.cta',
  'line',
]
