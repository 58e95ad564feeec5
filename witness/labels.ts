/** Labels that texts and pictures of a witness share: effects of events, pairs that are shown, and titles. */

import type { Pair } from '../encoder/events/graph/event.js'
import type {
  LivenessReport,
  UndefinedReport,
  UndefinedStop,
  UnknownReport,
  UnseenWrite,
  WaitReport,
} from '../report/parts.js'
import type { Witness, WitnessEvent } from '../report/witness.js'
import { counted } from '../source/counted.js'
import { printable } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { must } from '../source/must.js'
import { linesAlike, type Subject, subjectOf } from './alike.js'
import { accessText, notExecuted, returnedText } from './event.js'
import { loopsCutText } from './loops-cut.js'
import { partsText } from './parts.js'
import { accessRelations, reduced, reducedApi, reducedFr } from './relations.js'
import type { ShownEvent } from './rounds.js'
import { placeText, quotations } from './source.js'
import { threadRanges } from './thread-ranges.js'

/** Returns whether it is the initial write of a location. */
export const isInitial = ({ kind, thread }: WitnessEvent): boolean => kind === 'write' && thread === null

/**
 * Returns what events of one instruction did, and in which round: `R x = 1`, `round 2: R x = 1, W x = 2`; empty if they
 * are not accesses and not in a loop.
 */
export function effectsInRound(events: readonly [ShownEvent, ...ShownEvent[]]): string {
  const effects = [...new Set(events.map(effectText).filter((one) => one !== ''))].join(', ')
  const [{ round }] = events
  if (round === undefined) return effects
  return effects === '' ? `round ${round}` : `round ${round}: ${effects}`
}

/**
 * Returns what an event did: `R x = 1`, `W x = 2`, `R x = 3, bytes 0-3 from e2, 4-7 from e5`, `returns 2`; empty if it
 * did none of these.
 */
function effectText({ kind, executed, location, value, parts = [] }: ShownEvent): string {
  if (kind === 'call' && value !== null) return returnedText(value)
  if (!executed) return notExecuted
  if (kind === 'barrier' && value !== null) return returnedText(value)
  if (kind !== 'read' && kind !== 'write') return ''
  const access = accessText(kind, must(location ?? undefined, 'the location of an access'), value ?? undefined)
  return [printable(access), ...partsText(parts)].join(', ')
}

/** Returns the instruction of an event as it may be printed. */
export const sourceText = ({ text }: WitnessEvent): string => printable(text)

export interface ShownRelation {
  readonly name: string
  /**
   * The pairs to show: without those that follow by transitivity if it is a partial order; only the next writes if it
   * is `fr`.
   */
  readonly pairs: readonly Pair[]
}

/**
 * Returns the relations of a witness: `rf`, `co` and `fr` first, then the others in its order. Empty ones are left out.
 */
export function shownRelations({ relations, events }: Witness): readonly ShownRelation[] {
  const first = ['fr', 'co', 'rf']
  return Object.entries(relations)
    .filter(([, pairs]) => pairs.length > 0)
    .toSorted(([a], [b]) => first.indexOf(b) - first.indexOf(a))
    .map(([name, pairs]) => {
      if (name === 'fr') return { name, pairs: reducedFr(pairs, relations.co) }
      return { name, pairs: name === 'api' ? reducedApi(pairs, inProgramOrder) : reduced(pairs) }
    })

  function inProgramOrder(a: number, b: number): boolean {
    const threadOf = (id: number): number | null => must(events[id], 'an event of that number').thread
    return threadOf(a) !== null && threadOf(a) === threadOf(b) && a < b
  }
}

/** Returns the requested relations that are empty. Synchronisation has its own line. */
export function emptyRelations({ relations, synchronisation }: Witness): readonly string[] {
  const always: readonly string[] = [...accessRelations, ...synchronisation]
  return Object.entries(relations).flatMap(([name, pairs]) => (pairs.length > 0 || always.includes(name) ? [] : [name]))
}

/** The name of the chain that an axiom objects to, among the relations of a witness. */
export const objectionName = 'objection'

/** Returns `P0:r0 = 1` for each register, then `[x] = 2` for each location. */
export const finalTexts = ({ final, threads }: Witness): readonly string[] =>
  [
    ...final.registers.map(
      ({ thread, register, value }) =>
        `${must(threads[thread], 'the thread of a register').name}:${register} = ${value}`,
    ),
    ...final.memory.map(({ location, value }) => `[${location}] = ${value}`),
  ].map(printable)

/** Returns the threads that wait for ever in a hang: `P0 waits for ever at bar.cta.sync 1, a.litmus:4:2, for P1`. */
const waitTexts = (waits: readonly WaitReport[]): readonly string[] =>
  linesAlike(waits, ({ kind, at, for: what, unseen = [], ...where }, { text, isPlural, part }) => {
    const waiting = kind === 'loop' ? `in loop ${at}` : `at ${at}`
    const awaited = what === null ? '' : `, for ${part((one) => one.for ?? '')}`
    return printable(
      `${text} ${isPlural ? 'wait' : 'waits'} for ever ${waiting}, ${placeText(where)}${awaited}${unseen.map(unseenText).join('')}`,
    )
  })

/**
 * Returns what replaces what a thread reads, and why it may read on: `: P0 writes it at a.litmus:4:2, but nothing in
 * the ISA promises …`
 */
const unseenText = ({ thread, why, ...where }: UnseenWrite, index: number): string =>
  `${index === 0 ? ':' : ', and'} ${thread} writes it at ${placeText(where)}, but nothing in the ISA promises that it sees it: ${why}`

/** Returns lines that say that a test can hang, or that this is undecided. */
export function livenessTexts({ liveness, hang, hangWithout }: LivenessReport): readonly string[] {
  if (hangWithout !== undefined)
    return [
      `whether an execution hangs is undecided: ${waitTexts(hangWithout).join('; ')}, unless threads that the launch leaves out end the waits`,
      ...quotations(hangWithout),
    ]
  if (liveness === 'undecided') return ['whether an execution hangs is undecided']
  if (hang === undefined) return []
  return [
    `${liveness === 'hangs' ? 'no execution ends; in one' : 'in one execution'} ${waitTexts(hang).join('; ')}`,
    ...quotations(hang),
  ]
}

/**
 * Returns a line on undefined behaviour or a trap: `P1 at a.litmus:8:4: ld.u32 r0, [r1] accesses 4 bytes at ring+16,
 * outside of ring`, `P1 traps at a.litmus:9:4: trap`
 */
const undefinedStopText = (stop: UndefinedStop, { text, isPlural, part }: Subject<UndefinedStop>): string => {
  const { instruction } = stop
  const place = placeText(stop)
  if (stop.problem === 'trap') return printable(`${text} ${isPlural ? 'trap' : 'traps'} at ${place}: ${instruction}`)
  const at = `${text} at ${place}: ${instruction}`
  if ('other' in stop) return printable(`${at}: ${misuseText({ ...stop, other: otherIn(stop, part) })}`)
  if ('memory' in stop) return printable(`${at}: ${asyncText({ ...stop, memory: part(memoryIn) }, part(issuerIn))}`)
  if ('endedBy' in stop && stop.endedBy !== undefined)
    return printable(`${at}: ${endedText(stop.endedBy, part(endingIn), stop.endedBy.thread === stop.thread)}`)
  if (!('bytes' in stop)) return printable(`${at}: ${simpleTexts[stop.problem]}`)
  const { bytes, aligned, problem, object, alignment } = stop
  const accesses = `accesses ${counted(bytes, 'byte')} at ${part((one) => ('address' in one ? one.address : ''))}`
  const wrong = {
    outside: `outside of ${object}`,
    misaligned: `not aligned to ${aligned === undefined ? 'their size' : `${aligned} bytes`}${
      alignment === undefined ? '' : `: ${object} is only known to be aligned to ${counted(alignment, 'byte')}`
    }`,
    'misaligned row': `where a row or column begins at no multiple of ${aligned ?? bytes} bytes`,
    'read only': 'which is constant memory and read only',
    'no memory': 'where there is no memory',
  } as const
  return printable(`${at} ${accesses}, ${wrong[problem]}`)
}

/**
 * Returns the words for an operation of an mbarrier that may come after its `mbarrier.inval`. Within a warp, only
 * `bar.warp.sync` orders memory (ISA, `bar.warp.sync`).
 */
const endedText = (inval: Ending, ender: string, isOwn: boolean): string =>
  `the mbarrier may be invalid already: ${isOwn ? 'the thread has executed' : 'nothing orders this before'} \`${inval.instruction}\`, ${placeText(inval)}${isOwn ? '' : `, of ${ender}; within a warp, \`__syncwarp()\` does`}`

type Ending = NonNullable<Extract<UndefinedStop, { readonly endedBy?: unknown }>['endedBy']>

/** Returns the thread that makes an mbarrier invalid. */
const endingIn = (stop: UndefinedStop): string => ('endedBy' in stop ? (stop.endedBy?.thread ?? '') : '')

/** Returns the memory that an operation still uses, or that its CTA must not leave. */
const memoryIn = (stop: UndefinedStop): string => ('memory' in stop ? stop.memory : '')

/** Returns the thread that issued the operation that still uses the memory. */
const issuerIn = (stop: UndefinedStop): string => ('issue' in stop ? stop.issue.thread : '')

/** Returns the other thread of a misuse, if there is one; of several misuses, that of the first. */
const otherIn = ({ other }: Misuse, part: Subject<UndefinedStop>['part']): string | null =>
  other === null ? null : part((one) => ('other' in one ? (one.other ?? '') : ''))

const simpleTexts = {
  'not initialised': 'the mbarrier may not be initialised yet',
  'tx-count': 'the tx-count of the mbarrier leaves its range, -(2^20-1) to 2^20-1',
  'pending count': 'more arrive than the phase of the mbarrier expects',
  'expected count': 'no arrival is left that later phases of the mbarrier expect',
  count: 'an mbarrier counts 1 to 1048575 arrivals',
  completes: 'the phase of the mbarrier ends with this arrival, which `.noComplete` rules out',
  'old state': 'the state is neither of the current phase of the mbarrier nor of the one before',
  'other CTA': 'the mbarrier is in another CTA than the destination',
  'own CTA': 'the destination is in the CTA of the thread itself; it must be in another CTA of the cluster',
  'no such CTA': 'the mask names a CTA that the cluster does not have',
  'still valid': 'the mbarrier is valid; `mbarrier.inval` must come before it is initialised again',
  overwritten: 'the memory holds a valid mbarrier; `mbarrier.inval` must come before it is used for anything else',
  'read as data': 'the memory holds a valid mbarrier, which only operations on mbarriers may read',
  columns: 'the number of columns is a power of two from 32 to 512',
  'more columns': 'an allocation of the CTA may have fewer columns than one after it',
  relinquished: 'the CTA may have executed `tcgen05.relinquish_alloc_permit` before',
  left: 'nothing frees these columns of Tensor Memory before the kernel ends: `tcgen05.dealloc` must do so',
  'no allocation': 'the address and the number of columns are those of no allocation that is not freed yet',
  'not allocated': 'a cell of Tensor Memory is in no allocation, or the address is not one that `tcgen05.alloc` stored',
  early: 'its cells of Tensor Memory may be allocated only later: nothing orders `tcgen05.alloc` before it',
  freed: 'its cells of Tensor Memory may have been freed before',
  'two groups': 'another `tcgen05` instruction of the kernel is for `.cta_group::1`',
  quarter: 'a lane is in the quarter of Tensor Memory that another warp of the warpgroup accesses',
  lane: 'an operand in Tensor Memory begins at a lane at which its layout does not begin',
  'no peer': 'the cluster has no peer CTA',
  alone: 'the peer CTA ends without a warp that performs it, too, as `.cta_group::2` asks',
  'other columns': 'the warp of the peer CTA allocates another number of columns',
  waits: 'it may wait for the peer CTA, in which a warp comes to it only after this one goes on',
  'failed request': 'the request failed: there is no CTA whose position could be asked for',
  'no response': 'the value is not a response that `clusterlaunchcontrol.try_cancel` has written',
  'after a failure': 'the CTA may have found out before that a request failed, after which there must be no other',
  swizzling: 'the descriptor of a matrix has the swizzling mode 3, 5 or 7, which PTX does not have',
}

function asyncText(stop: Extract<UndefinedStop, { readonly memory: unknown }>, issuer: string): string {
  if (stop.problem === 'exited') return `the CTA that has ${stop.memory} may exit before ${stop.memory} is accessed`
  const { access, operation, memory, map, issue, because } = stop
  const { end, does, done } = earlyWords({ access, operation, isMap: map === true })
  const early = `${memory}, the ${end} of \`${issue.instruction}\`, ${placeText(issue)}, of ${issuer}, ${does} before the ${issuedBy(issue.instruction)} has ${done} it`
  return [early, ...because].join('; ')
}

/** Returns the words for an access to memory of an operation that is not complete. */
export function earlyWords(one: {
  readonly access: 'read' | 'write'
  readonly operation: 'read' | 'write'
  readonly isMap: boolean
}): { readonly end: string; readonly does: string; readonly done: string } {
  if (one.isMap) return { end: 'tensor map', does: 'is changed', done: 'read' }
  const does = one.access === 'read' ? 'is read' : 'is written'
  return one.operation === 'read'
    ? { end: 'source', does, done: 'read' }
    : { end: 'destination', does, done: 'written' }
}

/** Returns the words for the operation that an instruction issues. */
export const issuedBy = (instruction: string): string =>
  /\bst\.async\b/.test(instruction)
    ? 'store'
    : /\bred\.async\b/.test(instruction)
      ? 'reduction'
      : /\btcgen05\.mma\b/.test(instruction)
        ? 'product'
        : 'copy'

type Misuse = Extract<UndefinedStop, { readonly other: unknown }>

function misuseText(misuse: Misuse): string {
  const { problem, other } = misuse
  switch (problem) {
    case 'no such barrier':
      return 'a CTA has the barriers 0 to 15 only'
    case 'no whole warps':
      return 'the number of threads is not a positive multiple of 32'
    case 'other count':
      return `${other} comes to the same barrier with another number of threads`
    case 'other reduction':
      return `${other} comes to the same barrier with another reduction, or without one`
    case 'divergent':
      return `${other}, which runs the same text, goes on without it`
    case 'not in mask':
      return 'the mask does not name the lane of the thread'
    case 'other mask':
      return misuse.otherAt === undefined
        ? `the mask names ${other}, which waits at another instruction of the warp, or with another mask`
        : `the mask names ${other}, which waits at ${misuse.otherAt.instruction}, ${placeText(misuse.otherAt)}: another instruction of the warp, or another mask`
    case 'other operands':
      return `${other} gives another address or stride to the same instruction`
    case 'ended lane':
      return `${other} has ended, and all lanes of the warp take part`
    case 'no warpgroup':
      return 'only some warps of the warpgroup exist, and `wgmma` is for all four'
    case 'apart':
      return `${other}, which belongs to the same warpgroup, does not come to this instruction`
    case 'other descriptor':
      return `${other}, which belongs to the same warpgroup, has another descriptor`
    case 'no fence':
      return 'no `wgmma.fence` comes before this operation'
    case 'not fenced':
      return 'no `wgmma.fence` comes between an access to its registers, or a use of them in another shape, and this operation'
    case 'register in use':
      return 'a `wgmma.mma_async` may still be using the register: `wgmma.wait_group` must come before this'
    case 'wrong way':
      return 'the thread has fewer registers than it keeps by `.dec`, or more than it asks for by `.inc`'
    case 'not synchronised':
      return `${other}, of another warp of its warpgroup, may not have executed the \`setmaxnreg\` before it: the warps must synchronise`
    case 'not reset':
      return `the thread has arrived at this barrier before, and comes to it again, perhaps before ${other === null ? 'all others have' : `${other} has`}`
  }
}

/**
 * Returns lines that say where an execution reaches undefined behaviour or traps, instruction by instruction, with the
 * lines of the source.
 */
export const undefinedTexts = (all: readonly UndefinedStop[]): readonly string[] => [
  ...linesAlike(all, undefinedStopText),
  ...quotations(all),
]

/**
 * Returns lines that say where undefined behaviour and traps are reachable in a test, or that this is undecided. Beside a
 * race, the race comes first: a large test is not examined further.
 */
export const undefinedReportTexts = ({ undefined: reached }: UndefinedReport, isRacy = false): readonly string[] =>
  reached === null
    ? [`whether undefined behaviour or a trap is reachable is undecided${isRacy ? ': mend the race first' : ''}`]
    : undefinedTexts(reached)

/** The most things of one kind and place that a text names. */
const mostNamed = 3

/** Returns the unknown values that an answer may depend on, place by place. */
export const unknownTexts = ({ unknown = [] }: UnknownReport): readonly string[] =>
  [...groupBy(unknown, ({ from, place, what }) => `${from} ${place} ${from === 'memory' ? '' : what}`).values()].map(
    (group) => {
      const [{ from, what, thread, ...where }] = group
      const place = placeText(where)
      const several = (names: readonly (string | null)[]): string => {
        const distinct = [...new Set(names)]
        return [...distinct.slice(0, mostNamed), ...(distinct.length > mostNamed ? ['…'] : [])].join(', ')
      }
      if (from === 'instruction')
        return printable(`may depend on the value of ${what}, ${place}, about which nothing is known`)
      if (from === 'rounds') return printable(`may depend on how many rounds there are until ${place}`)
      if (from === 'division')
        return printable(`may depend on the value of ${what}, ${place}, which PTX leaves open if it divides by 0`)
      if (from === 'register')
        return printable(
          `may depend on ${what} of ${several(group.map((one) => one.thread ?? thread))}, which nothing has written`,
        )
      return printable(
        `may depend on what ${several(group.map((one) => one.what))} holds at the start, ${place}: it is not initialised`,
      )
    },
  )

const isOf = ({ text, executed, kind }: WitnessEvent, instruction: string): boolean =>
  executed && kind === 'read' && text === instruction

/** Returns the words for what is left out. */
export const leftOutText = (count: number): string => `⋯ ${count} more`

/** The most unknown values of which a text of an argument gives each. */
const mostValues = 4

/**
 * Returns the unknown values of the execution that no event shows: equal ones of several threads together, and in the
 * text of an argument the first few.
 */
function valueTexts(
  { unknown = [], events, threads }: Pick<Witness, 'unknown' | 'events' | 'threads'>,
  isWhole: boolean,
): readonly string[] {
  const isReturned = (thread: string, what: string): boolean =>
    events.some((one) => one.text === what && one.value !== null && threads[one.thread ?? -1]?.name === thread)
  const named = unknown.flatMap(({ from, thread, what, value }) => {
    if (from === 'memory' || from === 'patience' || from === 'phase' || from === 'schedule') return []
    return isReturned(thread ?? '', what) ? [] : [{ from, thread: `${thread}`, what, value }]
  })
  const held = [...groupBy(named, ({ from, what, value }) => `${from} ${what} ${value}`).values()].map((group) => {
    const [{ from, what, value }] = group
    const of = threadRanges([...new Set(group.map((one) => one.thread))]).join(', ')
    return from === 'register' ? `${what} of ${of} = ${value}` : `${of} ${what} = ${value}`
  })
  const shown = isWhole || held.length <= mostValues ? held : held.slice(0, mostValues - 1)
  const others = held.length - shown.length
  const impatient = unknown.flatMap(({ from, thread, what, value }) =>
    from === 'patience' &&
    value === '0' &&
    events.some((one) => isOf(one, what) && threads[one.thread ?? -1]?.name === thread)
      ? [`${thread} ${what}`]
      : [],
  )
  return [
    ...(held.length === 0
      ? []
      : [printable(`unknown values: ${[...shown, ...(others === 0 ? [] : [leftOutText(others)])].join('  ')}`)]),
    ...(impatient.length === 0
      ? []
      : [printable(`may give up before the phase ends: ${[...new Set(impatient)].join('  ')}`)]),
  ]
}

/**
 * Returns lines on what threads of the execution never get past: waits that never end, undefined behaviour, and traps.
 */
const endTexts = ({ hang = [], undefined: reached = [] }: Pick<Witness, 'hang' | 'undefined'>): readonly string[] => [
  ...waitTexts(hang),
  ...reached.map(
    (stop) => (stop.problem === 'trap' ? '' : 'undefined behaviour: ') + undefinedStopText(stop, subjectOf(stop)),
  ),
  ...quotations([...hang, ...reached]),
]

/**
 * Returns lines on an execution besides its events: values that no event shows, a few of them unless it is shown as a
 * whole, and what threads never get past.
 */
export const besideTexts = (
  witness: Pick<Witness, 'unknown' | 'events' | 'threads' | 'hang' | 'undefined'>,
  isWhole = true,
): readonly string[] => [...valueTexts(witness, isWhole), ...endTexts(witness)]

/** Returns the title: the test, the question, and the model. */
export const titleText = ({ test, question, model, hang, undefined: reached }: Witness): string =>
  printable(
    [
      test.name,
      ...(hang === undefined ? [] : ['hang']),
      ...(reached === undefined
        ? []
        : [reached.every(({ problem }) => problem === 'trap') ? 'trap' : 'undefined behaviour']),
      ...(question === null ? [] : [question.name]),
      model,
    ].join(' · '),
  )

/**
 * Returns the question as written, on one line, and how the execution relates to it: the outcome of an `assert` is its
 * violation. If an axiom forbids the execution, the text first says that it is not consistent.
 */
export function questionText({ question, forbiddenBy }: Pick<Witness, 'question' | 'forbiddenBy'>): readonly string[] {
  const hypothetical =
    forbiddenBy === undefined ? [] : [`hypothetical: ${printable(forbiddenBy)} forbids this execution`]
  if (question === null) return hypothetical
  const { kind, text } = question
  const written = printable(text).replace(/\s+/g, ' ').replace(/\( /g, '(')
  const violated = forbiddenBy === undefined ? 'violated' : 'it would be violated'
  return [...hypothetical, kind === 'assert' ? `${written}: ${violated}` : written]
}

/** Returns what a bound leaves out. */
export const loopsCut = ({ bound, loops }: { readonly bound: number; readonly loops: readonly string[] }): string =>
  `loops cut at the bound ${bound}: ${loopsCutText(loops)}`
