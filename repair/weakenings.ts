/** The parts of a program that may be weakened or removed: fences of all kinds, orders and scopes. */

import { match } from 'ts-pattern'
import type { Instruction } from '../litmus/instruction.js'
import type { AsyncFence } from '../litmus/instructions/async-fences.js'
import type { Scope } from '../litmus/operand.js'
import type { Program } from '../litmus/program.js'
import { covers, pricesOfAsyncFence } from './async-fences.js'
import { priceOfProxyFence } from './fences.js'
import { deviceThreads, textsOf } from './lines.js'
import type { Price } from './prices.js'
import type { Change, ChangeKind, What } from './repair.js'
import { hostScopes } from './scopes.js'
import { alternatives, type Level, type Slot } from './slot.js'
import { difference, type Form, formOf, formsOf, isBelow, scopes } from './strength.js'

/**
 * A place, and the cost of each of its levels: the instruction itself is one of them, and its removal may be another.
 */
export interface Weakening {
  readonly slot: Slot
  readonly prices: readonly (readonly Price[])[]
  /** The index of the present form. */
  readonly own: number
}

interface Weaker {
  /** undefined if the instruction is left out. */
  readonly instruction: Instruction | undefined
  readonly change: Change | undefined
  readonly prices: readonly Price[]
}

/**
 * Returns the places of a program where something may be weaker, with the kinds of changes in `only`; all kinds if it
 * is absent.
 */
export const weakeningsOf = (program: Program, only?: readonly ChangeKind[]): readonly Weakening[] =>
  textsOf(program).flatMap(([thread, { kind, instructions }]) => {
    const among = kind === 'host' ? hostScopes : scopesOf(program)
    return instructions.flatMap((one, at): readonly Weakening[] => {
      const weakest = weaker(among, thread, at, one)
      if (weakest === undefined) return []
      const { items, isWeaker } = weakest
      const wanted = items.filter(
        ({ change }) => change === undefined || only === undefined || change.kinds.every((kind) => only.includes(kind)),
      )
      if (wanted.length < 2) return []
      const levels = alternatives(
        wanted,
        isWeaker,
        ({ change }): Pick<Level, 'change' | 'safe'> => ({ change, safe: true }),
      )
      return [
        {
          slot: { rank: 0, like: `${thread} ${at}`, addsOrder: true, levels },
          prices: wanted.map(({ prices }) => prices),
          own: wanted.findIndex(({ change }) => change === undefined),
        },
      ]
    })
  })

interface Weakest {
  readonly items: readonly Weaker[]
  readonly isWeaker: (a: Weaker, b: Weaker) => boolean
}

function weaker(among: readonly Scope[], thread: number, at: number, one: Instruction): Weakest | undefined {
  if (one.kind === 'proxy-fence') {
    const items = [
      removed(thread, at, 'proxy-fences'),
      { instruction: one, change: undefined, prices: priceOfProxyFence(one.proxy) },
    ]
    return { items, isWeaker: (a) => a.instruction === undefined }
  }
  if (one.kind === 'async-fence') return ofAsyncFence(among, thread, at, one)
  const forms = formsOf(one, among)
  const now = forms && formOf(forms, one)
  if (forms === undefined || now === undefined) return undefined
  const lighter = forms.filter((other) => isBelow(other, now))
  const byInstruction = new Map(lighter.map((form) => [form.instruction, form]))
  const items = lighter.map(
    (form): Weaker => ({
      instruction: form.instruction,
      change: form === now ? undefined : weakened(thread, at, now, form),
      prices: pricesOf(form),
    }),
  )
  return {
    items: one.kind === 'fence' ? [removed(thread, at, 'fences'), ...items] : items,
    isWeaker: (a, b) => {
      if (a.instruction === undefined || b.instruction === undefined) return a.instruction === undefined
      const [from, to] = [byInstruction.get(a.instruction), byInstruction.get(b.instruction)]
      return from !== undefined && to !== undefined && isBelow(from, to)
    },
  }
}

/** Returns the change that leaves the instruction out. */
const removed = (thread: number, at: number, kind: ChangeKind): Weaker => ({
  instruction: undefined,
  change: { kinds: [kind], edits: [{ thread, at, change: { kind: 'remove' } }], prices: [] },
  prices: [],
})

/** Returns the scopes that distinguish threads of the program. */
const scopesOf = (program: Program) =>
  scopes.filter(
    (scope) => scope !== 'cluster' || deviceThreads(program).some(([, { position }]) => position.cluster !== undefined),
  )

/** Returns the weakenings of a fence for asynchronous operations: it may go, or do less. */
function ofAsyncFence(among: readonly Scope[], thread: number, at: number, one: AsyncFence): Weakest {
  const lighter = lesserFences(among, one).map(
    ({ kind, fence, what }): Weaker => ({
      instruction: fence,
      change: {
        kinds: [kind],
        edits: [{ thread, at, change: { kind: 'replace', instruction: fence, what } }],
        prices: pricesOfAsyncFence(fence),
      },
      prices: pricesOfAsyncFence(fence),
    }),
  )
  const isOfProxy = one.what.kind !== 'mbarrier-init' && !(one.what.kind === 'one-way' && !one.what.proxy)
  const items = [
    removed(thread, at, isOfProxy ? 'proxy-fences' : 'fences'),
    ...lighter,
    { instruction: one, change: undefined, prices: pricesOfAsyncFence(one) },
  ]
  const fence = ({ instruction }: Weaker) => (instruction?.kind === 'async-fence' ? instruction : undefined)
  return {
    items,
    isWeaker: (a, b) => {
      const [narrow, wide] = [fence(a), fence(b)]
      return narrow === undefined || (wide !== undefined && covers(wide, narrow))
    },
  }
}

interface Lesser {
  readonly kind: ChangeKind
  readonly fence: AsyncFence
  readonly what: What
}

/** Fences of the same kind that do less: for less memory, without the proxy, in a narrower scope. */
const lesserFences = (among: readonly Scope[], one: AsyncFence): readonly Lesser[] =>
  match(one.what)
    .returnType<readonly Lesser[]>()
    .with({ kind: 'both-ways' }, (what) =>
      (['shared::cta', 'global', 'shared::cluster'] as const).map((space) => ({
        kind: 'proxy-fences',
        fence: { ...one, what: { ...what, space } },
        what: 'narrower scope',
      })),
    )
    .with({ kind: 'one-way' }, (what) => [
      { kind: 'proxy-fences', fence: { ...one, what: { ...what, proxy: false } }, what: 'weaker order' },
    ])
    .with({ kind: 'tensormap' }, (what) =>
      among.map((scope) => ({
        kind: 'scopes',
        fence: { ...one, what: { ...what, scope } },
        what: 'narrower scope',
      })),
    )
    .with({ kind: 'mbarrier-init' }, { kind: 'alias' }, () => [])
    .exhaustive()
    .filter(({ fence }) => covers(one, fence) && !covers(fence, one))

const pricesOf = ({ price }: Form): readonly Price[] => (price === undefined ? [] : [price])

function weakened(thread: number, at: number, from: Form, to: Form): Change {
  const differs = difference(from, to)
  const what = differs.includes('order') ? 'weaker order' : 'narrower scope'
  return {
    kinds: differs.flatMap((one) => (one === 'path' ? [] : [one === 'order' ? 'orders' : 'scopes'])),
    edits: [{ thread, at, change: { kind: 'replace', instruction: to.instruction, what } }],
    prices: pricesOf(to),
  }
}
