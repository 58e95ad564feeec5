/**
 * Changes of what orders accesses to Tensor Memory: `tcgen05.wait`, the two fences around a synchronisation, and a
 * commit in place of an arrival (ISA 9.7.18.6).
 */

import { factsOf } from '../litmus/facts.js'
import type { Instruction } from '../litmus/instruction.js'
import type { Mbarrier } from '../litmus/instructions/mbarriers.js'
import type { Tcgen05, TensorAction } from '../litmus/instructions/tensor-memory.js'
import type { Target } from '../litmus/operand.js'
import type { Program } from '../litmus/program.js'
import type { Span } from '../source/text.js'
import { deviceTexts, startOfLine } from './lines.js'
import type { Price } from './prices.js'
import { type Slot, single } from './slot.js'

const rank = 1

interface Text {
  readonly thread: number
  readonly instructions: readonly Instruction[]
}

/** Returns the places of a program where these may be changed. */
export const tensorMemory = (program: Program): readonly Slot[] =>
  deviceTexts(program)
    .map(([thread, { instructions }]): Text => ({ thread, instructions }))
    .filter(({ instructions }) => instructions.some(({ kind }) => kind === 'tcgen05'))
    .flatMap((text) => [...waits(text, 'ld'), ...waits(text, 'st'), ...fences(text), ...commits(text)])

const actionOf = (one: Instruction | undefined): TensorAction['action'] | undefined =>
  one?.kind === 'tcgen05' ? one.does.action : undefined

const moving: ReadonlySet<TensorAction['action'] | undefined> = new Set(['mma', 'cp', 'shift', 'ld', 'st'])
const isArrival = (one: Instruction): one is Mbarrier =>
  one.kind === 'mbarrier' && (one.action === 'arrive' || one.action === 'arrive_drop')

const inserted = (text: Text, at: number, one: Omit<Tcgen05, 'kind'>, price: Price, addsOrder: boolean): Slot =>
  single(
    {
      kinds: ['async'],
      edits: [{ thread: text.thread, at, change: { kind: 'insert', instruction: { kind: 'tcgen05', ...one } } }],
      prices: [price],
    },
    { rank, like: `${one.mnemonic} ${text.thread}`, addsOrder, safe: addsOrder },
  )

/** Returns waits for loads, or for stores, before what hands cells on: arrivals, barriers, other operations. */
function waits(text: Text, of: 'ld' | 'st'): readonly Slot[] {
  const { instructions } = text
  const first = instructions.findIndex((one) => actionOf(one) === of)
  if (first < 0) return []
  return lines(text, (one, at) => {
    const action = actionOf(one)
    const uses = action !== undefined && (moving.has(action) || ['dealloc', 'fence'].includes(action)) && action !== of
    const isBefore = uses || isArrival(one) || (one.kind !== 'warp' && factsOf(one).mayWait)
    return at > first && isBefore && actionOf(instructions[at - 1]) !== 'wait'
  }).map(({ at, span }) =>
    inserted(
      text,
      at,
      { mnemonic: `tcgen05.wait::${of}.sync.aligned`, does: { action: 'wait', of }, group: undefined, span },
      'tcgen05.wait',
      false,
    ),
  )
}

/** Returns fences before what a thread tells others, and after what it waits for, where operations follow. */
function fences(text: Text): readonly Slot[] {
  const { instructions } = text
  const fence =
    (side: 'before' | 'after') =>
    ({ at, span }: Place) =>
      inserted(
        text,
        at,
        { mnemonic: `tcgen05.fence::${side}_thread_sync`, does: { action: 'fence', side }, group: undefined, span },
        'tcgen05.fence',
        true,
      )
  const isFenced = (at: number): boolean => actionOf(instructions[at - 1]) === 'fence'
  const first = instructions.findIndex((one) => moving.has(actionOf(one)))
  const before = lines(
    text,
    (one, at) =>
      at > first && (isArrival(one) || (one.kind !== 'tcgen05' && factsOf(one).family === 'barrier')) && !isFenced(at),
  )
  const after = lines(text, (one, at) => {
    if (!moving.has(actionOf(one)) || isFenced(at)) return false
    // A warp comes to an operation together, which is an instruction of its own.
    const last = instructions.slice(0, at).findLast(({ kind }) => kind !== 'warp' && kind !== 'arithmetic')
    return last === undefined || !moving.has(actionOf(last))
  })
  return [...before.map(fence('before')), ...after.map(fence('after'))]
}

/** Returns commits in place of arrivals: they arrive when the operations of the thread are complete. */
const commits = ({ thread, instructions }: Text): readonly Slot[] =>
  instructions.flatMap((one, at): readonly Slot[] => {
    if (!isArrival(one) || one.action !== 'arrive' || one.tx !== undefined || one.count !== undefined) return []
    const product = instructions
      .slice(0, at)
      .findLast(
        (before): before is Tcgen05 =>
          before.kind === 'tcgen05' && before.group !== undefined && moving.has(before.does.action),
      )
    if (product === undefined) return []
    const target = targetOf(one)
    const space = target.space === undefined ? '' : `.${target.space}`
    const mnemonic = `tcgen05.commit.cta_group::${product.group}.mbarrier::arrive::one${space}.b64`
    const does = { action: 'commit', at: target, mask: undefined } as const
    const instruction = { kind: 'tcgen05', mnemonic, does, group: product.group, span: one.span } as const
    return [
      single(
        {
          kinds: ['async'],
          edits: [{ thread, at, change: { kind: 'replace', instruction, what: 'wait' } }],
          prices: ['tcgen05.commit'],
        },
        { rank, like: `tcgen05.commit ${thread}`, addsOrder: false, safe: false },
      ),
    ]
  })

/** Returns the mbarrier of an arrival as a commit names it. */
function targetOf({ address }: Mbarrier): Target {
  const { span } = address
  const space = address.space === 'shared' || address.space === 'shared::cluster' ? 'shared::cluster' : undefined
  if (address.kind === 'pointer')
    return { value: { kind: 'register', name: address.register, span }, offset: address.offset, space, span }
  const { name, owner, index, offset } = address
  const place = { name, owner, ...(index === undefined ? {} : { index }), offset, span }
  return { value: { kind: 'address', ...place }, offset: 0n, space, span }
}

interface Place {
  readonly at: number
  readonly span: Span
}

/** Returns the starts of the lines of some instructions, each once. */
function lines({ instructions }: Text, isMeant: (one: Instruction, at: number) => boolean): readonly Place[] {
  const starts = new Map<number, Place>()
  for (const [i, one] of instructions.entries()) {
    const at = startOfLine(instructions, i)
    const [before] = [instructions[at - 1]]
    // An operation of a warp is written in one line with the wait of its lanes.
    const start = before?.kind === 'warp' && before.span === one.span ? at - 1 : at
    if (isMeant(one, start) && !starts.has(start)) starts.set(start, { at: start, span: one.span })
  }
  return [...starts.values()]
}
