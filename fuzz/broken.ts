/**
 * Small random programs with a claim that may fail, and how their threads run in turn: each access at once, in the
 * order of its thread, in one memory.
 */

import fc from 'fast-check'
import { match } from 'ts-pattern'
import { must } from '../source/must.js'

/** A program, and whether threads that take turns violate its claim. */
export interface Broken {
  /** Its first question is the claim. */
  readonly text: string
  readonly inTurn: boolean
}

interface Access {
  readonly kind: 'load' | 'store' | 'exchange'
  readonly mnemonic: string
  readonly name: string
  /** The value that a store or an exchange writes. */
  readonly value: number
}

type DrawnStep =
  | Access
  | { readonly kind: 'fence'; readonly text: string }
  /** The value that the last read of the thread must return, or else the thread goes to its end. */
  | { readonly kind: 'leave'; readonly unless: number }
  /** The first kernel lets the second one start; the second one waits for its end. */
  | { readonly kind: 'trigger' | 'wait' }

/** A step of one thread, with what it reads or examines. */
interface Placed {
  readonly step: Exclude<DrawnStep, { kind: 'fence' }>
  readonly register: string
}

interface Thread {
  readonly name: string
  readonly steps: readonly DrawnStep[]
}

/** The final values of registers and memory. */
type State = ReadonlyMap<string, number>

const declarations = `.global x;
.global y;
.global z physically aliases x;
.surfref s virtually aliases x;
.constref c virtually aliases x;
`

/** Returns the memory that a name addresses. */
const memoryOf = (name: string): string => (name === 'y' ? 'y' : 'x')

const layouts = [
  ['d0.b0.t0', 'd0.b1.t0', 'd0.b2.t0'],
  ['d0.b0.t0', 'd0.b0.t1', 'd0.b1.t0'],
  ['d0.b0.t0', 'd0.b0.t1', 'd0.b0.t2'],
  ['d0.b0.t0', 'd1.b0.t0', 'd1.b1.t0'],
] as const

/** Three threads. The first two run one text and the last another. */
const crowds = [
  { head: 'd0.b0.t0..1', names: ['d0.b0.t0', 'd0.b0.t1'], last: 'd0.b0.t2' },
  { head: 'd0.b0.t0..1', names: ['d0.b0.t0', 'd0.b0.t1'], last: 'd0.b1.t0' },
  { head: 'd0.b0..1.t0', names: ['d0.b0.t0', 'd0.b1.t0'], last: 'd0.b1.t1' },
] as const

/** The styles of programs to draw, by their subject. */
export const brokenStyles = ['orders', 'scopes', 'fences', 'branches', 'texts', 'proxies', 'dependents'] as const
/** `strong`: claims hold more often than not. */
export type BrokenStyle = (typeof brokenStyles)[number] | 'strong'

/**
 * Draws texts of tests that claim that the threads do not do what they cannot do in turn; rarely, what they can do in
 * turn, so that no repair may help.
 */
export function brokenPrograms(style: BrokenStyle): fc.Arbitrary<Broken> {
  const scope = fc.constantFrom(...(style === 'scopes' ? ['cta', 'cta', 'gpu'] : ['gpu', 'gpu', 'sys']))
  const name = fc.constantFrom('x', 'y', 'x', 'y', ...(style === 'proxies' ? ['z'] : []))
  const value = fc.constantFrom(1, 2)
  const scoped = (order: string): fc.Arbitrary<string> => scope.map((one) => `${order}.${one}`)
  const [weak, relaxed, synchronising] = style === 'strong' ? [2, 2, 4] : style === 'scopes' ? [1, 2, 3] : [2, 2, 1]
  const orders = (strong: string): fc.Arbitrary<string> =>
    fc.oneof(
      { weight: weak, arbitrary: fc.constant('weak') },
      { weight: relaxed, arbitrary: scoped('relaxed') },
      { weight: synchronising, arbitrary: scoped(strong) },
    )
  const access = (kind: Access['kind'], mnemonic: fc.Arbitrary<string>, names = name): fc.Arbitrary<DrawnStep> =>
    fc.record({ kind: fc.constant(kind), mnemonic, name: names, value })
  const fence = (text: fc.Arbitrary<string>): fc.Arbitrary<DrawnStep> =>
    fc.record({ kind: fc.constant('fence' as const), text })

  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: access(
        'load',
        orders('acquire').map((one) => `ld.${one}`),
      ),
    },
    {
      weight: 6,
      arbitrary: access(
        'store',
        orders('release').map((one) => `st.${one}`),
      ),
    },
    {
      weight: 1,
      arbitrary: access(
        'exchange',
        scoped('relaxed').map((one) => `atom.${one}.exch`),
      ),
    },
    ...(style === 'fences' || style === 'strong'
      ? [
          {
            weight: style === 'strong' ? 6 : 3,
            arbitrary: fence(
              fc
                .tuple(fc.constantFrom('acq_rel', 'sc', ...(style === 'strong' ? [] : ['acq_rel'])), scope)
                .map((words) => `fence.${words.join('.')}`),
            ),
          },
        ]
      : []),
    ...(style === 'branches' || style === 'texts'
      ? [{ weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), unless: value }) }]
      : []),
    ...(style === 'proxies'
      ? [
          { weight: 2, arbitrary: access('load', fc.constant('suld.weak'), fc.constant('s')) },
          { weight: 2, arbitrary: access('store', fc.constant('sust.weak'), fc.constant('s')) },
          { weight: 2, arbitrary: access('load', fc.constant('ldc'), fc.constant('c')) },
          { weight: 1, arbitrary: access('load', fc.constant('ld.global.nc'), fc.constantFrom('x', 'y')) },
          { weight: 1, arbitrary: fence(fc.constantFrom('fence.proxy.alias', 'fence.proxy.surface')) },
        ]
      : []),
  )
  const dependent = style === 'dependents'
  const grid = (kind: 'trigger' | 'wait'): fc.Arbitrary<readonly DrawnStep[]> =>
    fc.array(fc.oneof({ weight: 2, arbitrary: step }, { weight: 1, arbitrary: fc.constant({ kind }) }), {
      minLength: 1,
      maxLength: 3,
    })
  const body = fc.array(step, style === 'texts' ? { minLength: 2, maxLength: 3 } : { minLength: 1, maxLength: 4 })
  const bodies: fc.Arbitrary<readonly (readonly DrawnStep[])[]> = fc.oneof(
    { weight: 3, arbitrary: dependent ? fc.tuple(grid('trigger'), grid('wait')) : fc.tuple(body, body) },
    ...(style === 'texts' || dependent ? [] : [{ weight: 1, arbitrary: fc.tuple(body, body, body) }]),
  )
  return fc
    .record({
      bodies: bodies.map((all) => all.map(withoutIdleSteps)),
      layout: fc.constantFrom(...layouts),
      crowd: style === 'texts' ? fc.constantFrom(...crowds) : fc.constant(undefined),
      asked: fc.nat(),
      permitted: fc.option(fc.nat()),
      alsoAsked: fc.option(fc.nat(), { freq: 2 }),
      happens: fc.integer({ min: 0, max: 9 }).map((one) => one === 5),
      kind: fc.constantFrom('assert', 'check'),
    })
    .map(({ layout, crowd, bodies, asked, permitted, alsoAsked, happens, kind }) => {
      const [shared = [], last = []] = bodies
      const threads: readonly Thread[] =
        crowd === undefined
          ? bodies.map((steps, i) => ({ name: dependent ? `${'ab'[i]}.d0.b0.t0` : must(layout[i], 'a thread'), steps }))
          : [...crowd.names.map((one) => ({ name: one, steps: shared })), { name: crowd.last, steps: last }]
      if (!isWorthwhile(threads, crowd === undefined ? 5 : 6)) return undefined
      const placed = threads.map(placedIn)
      const turns = inTurn(placed)
      const others = loosely(placed).filter((state) => !turns.some((one) => isSame(one, state)))
      const claimed = among(happens ? turns : others, asked)
      if (claimed === undefined || others.length === 0) return undefined
      const also = alsoAsked === null ? undefined : among(others, alsoAsked)
      const may = permitted === null ? undefined : among(turns, permitted)
      const written =
        crowd === undefined ? threads : [{ name: crowd.head, steps: shared }, ...threads.slice(crowd.names.length)]
      return {
        text: [
          ...declarations.split('\n').filter((line) => style === 'proxies' || /^\.global [xy];/.test(line)),
          ...written.map((one) => (dependent ? kernelText(one) : threadText(one))),
          ...(dependent ? ['host { a<<<1, 1, 0, s>>>(); b<<<1, 1, 0, s, programmatic>>>(); }'] : []),
          kind === 'assert' ? `assert (~(${textOf(claimed)})) as claim;` : `check (${textOf(claimed)}) as claim;`,
          ...(may === undefined ? [] : [`permit (${textOf(may)}) as may;`]),
          ...(also === undefined ? [] : [`assert (~(${textOf(also)})) as also;`]),
          '',
        ].join('\n'),
        inTurn: turns.some((one) => isSame(one, claimed)),
      }
    })
    .filter((one) => one !== undefined)
}

const among = (states: readonly State[], index: number): State | undefined => states[index % Math.max(1, states.length)]

const isAccess = (step: DrawnStep): step is Access =>
  step.kind === 'load' || step.kind === 'store' || step.kind === 'exchange'

const isWrite = ({ kind }: DrawnStep): boolean => kind === 'store' || kind === 'exchange'

const isRead = ({ kind }: DrawnStep): boolean => kind === 'load' || kind === 'exchange'

/** Removes fences and branches without accesses on both sides, and branches that no read precedes. */
const withoutIdleSteps = (steps: readonly DrawnStep[]): readonly DrawnStep[] =>
  steps.filter(
    (step, i) =>
      isAccess(step) ||
      step.kind === 'trigger' ||
      step.kind === 'wait' ||
      (steps.slice(0, i).some(step.kind === 'leave' ? isRead : isAccess) && steps.slice(i + 1).some(isAccess)),
  )

/** Returns whether threads share memory that one of them writes, in few accesses. */
function isWorthwhile(threads: readonly Thread[], most: number): boolean {
  const accesses = threads.map(({ steps }) => steps.filter(isAccess))
  const all = accesses.flat()
  const isShared = accesses.some((some, i) =>
    some.some(
      (one) =>
        isWrite(one) &&
        accesses.some((others, j) => i !== j && others.some(({ name }) => memoryOf(name) === memoryOf(one.name))),
    ),
  )
  return (
    all.length >= 3 && all.length <= most && accesses.every((some) => some.length > 0) && isShared && all.some(isRead)
  )
}

const registerOf = (index: number): string => `r${index}`

function threadText({ name, steps }: Thread): string {
  const lines = steps.map((step, i) =>
    match(step)
      .with({ kind: 'fence' }, ({ text }) => text)
      .with({ kind: 'trigger' }, () => 'griddepcontrol.launch_dependents')
      .with({ kind: 'wait' }, () => 'griddepcontrol.wait')
      .with({ kind: 'leave' }, ({ unless }) => `bne ${registerOf(lastRead(steps, i))}, ${unless}, OUT`)
      .with({ kind: 'load' }, ({ mnemonic, name }) => `${mnemonic} ${registerOf(i)}, [${name}]`)
      .with({ kind: 'store' }, ({ mnemonic, name, value }) => `${mnemonic} [${name}], ${value}`)
      .with({ kind: 'exchange' }, ({ mnemonic, name, value }) => `${mnemonic} ${registerOf(i)}, [${name}], ${value}`)
      .exhaustive(),
  )
  const end = steps.some(({ kind }) => kind === 'leave') ? 'OUT:\n' : ''
  return `\n${name} {\n${lines.map((line) => `  ${line};\n`).join('')}${end}}`
}

/** The kernel whose name the thread has. */
const kernelText = ({ name, steps }: Thread): string =>
  `\nkernel ${name.slice(0, 1)} {${threadText({ name: name.slice(2), steps })}\n}`

const lastRead = (steps: readonly DrawnStep[], before: number): number => steps.slice(0, before).findLastIndex(isRead)

const placedIn = ({ name, steps }: Thread): readonly Placed[] =>
  steps.flatMap((step, i): readonly Placed[] =>
    step.kind === 'fence'
      ? []
      : [{ step, register: `${name}:${registerOf(step.kind === 'leave' ? lastRead(steps, i) : i)}` }],
  )

const textOf = (state: State): string => [...state].map(([what, value]) => `${what} == ${value}`).join(' && ')

const isSame = (a: State, b: State): boolean => [...a].every(([what, value]) => b.get(what) === value)

/** Returns the observed values: those of reads, and the final ones of memory that is written more than once. */
function seen(placed: readonly Placed[]): readonly string[] {
  const written = placed.flatMap(({ step }) => (isAccess(step) && isWrite(step) ? [memoryOf(step.name)] : []))
  return [
    ...placed.flatMap(({ step, register }) => (isRead(step) ? [register] : [])).toSorted(),
    ...['x', 'y'].filter((memory) => written.filter((one) => one === memory).length > 1).map((one) => `[${one}]`),
  ]
}

/**
 * Returns whether the next step of a thread may come: nothing of the second kernel before the first one has triggered
 * it or has ended, and no wait before the end.
 */
function isEnabled(threads: readonly (readonly Placed[])[], thread: number, state: State): boolean {
  const [first, second] = threads
  if (thread === 0 || first === undefined || first.length === 0 || !state.has(dependents)) return true
  return state.get(dependents) === 1 && second?.[0]?.step.kind !== 'wait'
}

/** Whether the first kernel has triggered the second; absent without kernels. */
const dependents = 'dependents'

/** Returns the states in which threads that take turns may end. */
function inTurn(threads: readonly (readonly Placed[])[]): readonly State[] {
  const what = seen(threads.flat())
  const states = new Map<string, State>()
  const go = (left: readonly (readonly Placed[])[], state: State): void => {
    if (left.every(({ length }) => length === 0)) {
      const end = new Map(what.map((one) => [one, state.get(one) ?? 0]))
      states.set(textOf(end), end)
    }
    for (const [thread, [first, ...others]] of left.entries()) {
      if (first === undefined || !isEnabled(left, thread, state)) continue
      const { step, register } = first
      const leaves = step.kind === 'leave' && state.get(register) !== step.unless
      go(left.with(thread, leaves ? [] : others), after(first, state))
    }
  }
  go(threads, threads.flat().some(({ register }) => register.startsWith('a.')) ? new Map([[dependents, 0]]) : new Map())
  return [...states.values()]
}

function after({ step, register }: Placed, state: State): State {
  if (step.kind === 'trigger') return new Map([...state, [dependents, 1]])
  if (!isAccess(step)) return state
  const memory = `[${memoryOf(step.name)}]`
  const result = new Map(state)
  if (isRead(step)) result.set(register, state.get(memory) ?? 0)
  if (isWrite(step)) result.set(memory, step.value)
  return result
}

/** Returns the states in which threads may end in turn if each may first exchange some of its accesses. */
const loosely = (threads: readonly (readonly Placed[])[]): readonly State[] =>
  threads
    .reduce<readonly (readonly (readonly Placed[])[])[]>(
      (all, steps) => all.flatMap((some) => exchanged(steps).map((one) => [...some, one])),
      [[]],
    )
    .flatMap((one) => inTurn(one))

/** Returns the orders of steps that keep the order of steps with one name and of steps after a branch. */
function exchanged(steps: readonly Placed[]): readonly (readonly Placed[])[] {
  if (steps.length === 0) return [[]]
  return steps.flatMap((one, i) =>
    steps.slice(0, i).some((earlier) => areKept(earlier, one))
      ? []
      : exchanged(steps.toSpliced(i, 1)).map((others) => [one, ...others]),
  )
}

const areKept = ({ step: a }: Placed, { step: b }: Placed): boolean =>
  isAccess(a) && isAccess(b)
    ? a.name === b.name
    : a.kind === 'leave' || b.kind === 'leave' || !(isAccess(a) || isAccess(b))
