/** Changes that would forbid an outcome, as text. */

import { match } from 'ts-pattern'
import { asWritten } from '../litmus/instances.js'
import type { Instruction } from '../litmus/instruction.js'
import { scopeInCuda } from '../litmus/instructions/cuda.js'
import { isFenced, namesInCuda } from '../litmus/instructions/cuda-names.js'
import type { Scope } from '../litmus/operand.js'
import { ctaTitle, positionName } from '../litmus/position.js'
import { isCompiled, type Program, type Question, type Thread, threadAt } from '../litmus/program.js'
import { proxies } from '../litmus/proxy.js'
import { counted } from '../source/counted.js'
import { printable } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { timeReason } from '../source/limited.js'
import { baseName, numberText } from '../source/line.js'
import { must } from '../source/must.js'
import { writtenAt } from '../source/text.js'
import { quotation, quotations, sourceAt } from '../witness/source.js'
import { assemblyIn, clusterSyncIn, isOnlyAssembly } from './asm-text.js'
import { atomicInSource, fencesInSource, inSource } from './in-source.js'
import { instructionText } from './instruction-text.js'
import { editKey } from './one-place.js'
import { operandEffect, operandInSource } from './operand-text.js'
import { ordersNothing } from './orders-nothing.js'
import { linesOfAll, textName, whereText } from './place-text.js'
import { launchWith } from './relaunches.js'
import { type Change, type Declaration, inserts, type Repair } from './repair.js'
import { respelled } from './respelled.js'
import type { OfLanes, Repaired } from './result.js'
import { sharing } from './same-text.js'
import { type SourcePlace, sourcePlaceOf } from './source-places.js'
import { isOneCall, nameless, waitInCuda } from './wait-text.js'

/** What repairs are for: the answer to a question, or a goal for which there is none. */
export type Sought = Question['kind'] | 'races' | 'hangs'

/** Says what repairs do. */
export const sense: { readonly [S in Sought]: string } = {
  assert: 'make it hold',
  permit: 'forbid it',
  check: 'forbid it',
  races: 'end the data races',
  hangs: 'let every thread end',
}

/** Returns the lines that say what would forbid the outcome: the first proposal, or a further one. */
export function repairLines(
  program: Program,
  kind: Sought,
  { changes, within, ordered, lanes }: Pick<Repaired, 'changes' | 'within' | 'ordered' | 'lanes'>,
  index: number,
): readonly string[] {
  const bounded = within === undefined ? '' : ` within bound ${within.bound}`
  const does = `${sense[kind]}${bounded}`
  const would = lanes?.unverified === undefined ? 'would' : 'might'
  const parts = changes.reduce((sum, one) => sum + partsOf(program, one), 0)
  const [first, further] =
    parts === 1
      ? [`This change ${would} ${does}:`, `So ${would} this change${bounded}:`]
      : [`Together, these changes ${would} ${does}:`, `So ${would} these changes together${bounded}:`]
  return [
    index === 0 ? first : further,
    ...lanesLines({ lanes }),
    ...(ordered ? [`  ${inThisOrder}`] : []),
    ...changes.flatMap((one) => changeLines(program, one)),
  ]
}

/** Says with which lanes a repair was found, and whether it is enough with all threads. */
export const lanesLines = ({ lanes }: { readonly lanes?: OfLanes | undefined }): readonly string[] =>
  lanes === undefined ? [] : [`  ${foundWithText(lanes)}`]

/** Says the same without an indent. */
export const foundWithText = ({ lanes, threads, unverified, racesOnly }: OfLanes): string =>
  unverified === undefined
    ? `found with ${lanes} of each warp, and verified with all ${threads} threads`
    : `${racesOnly === true ? `found with only ${lanes} of each warp, where it is verified to end the data races` : `found and verified with only ${lanes} of each warp`}; not verified with all ${threads} threads: ${unverified}${unverified === timeReason ? '; --timeout raises it' : ''}`

/** Returns the number of lines that say what a change is: one for a declaration, or for a move. */
const partsOf = (program: Program, { edits, declaration, place }: Change): number =>
  declaration !== undefined || place !== undefined || moveIn(program, edits) !== undefined
    ? 1
    : placesOf(program, edits).length

/** Returns the edits by their places in the text. */
export const placesOf = (program: Program, edits: readonly Repair[]): readonly (readonly [Repair, ...Repair[]])[] => [
  ...groupBy(edits, (edit) => editKey(program, edit) ?? edit).values(),
]

/** The words that say that the order of insertions matters. */
export const inThisOrder = 'in this order, where they are at one place:'

/** Returns a change in words, with the source lines that it concerns, and its form in CUDA C++. */
export function changeLines(program: Program, change: Change): readonly string[] {
  const { edits, declaration, place, mayBeFenced } = change
  if (declaration !== undefined) return declarationLines(program, declaration, edits)
  if (place !== undefined) return atSourceLines(program, edits, place)
  const moved = moveIn(program, edits)
  if (moved !== undefined) {
    const [from, to, ...others] = edits
    const further = others.filter(({ thread, change }) => change.kind === 'remove' && thread === from?.thread)
    return [
      `  ${moved}`,
      ...detailsOf(
        program,
        [to, from, ...further].filter((one) => one !== undefined),
      ),
    ]
  }
  const places = placesOf(program, edits)
  const [arrival, wait] = places
  if (arrival !== undefined && wait !== undefined && places.length === 2 && isClusterBarrier(arrival[0], wait[0]))
    return clusterLines(program, arrival, wait[0])
  return places.flatMap(([one, ...twins]) => [
    `  ${repairText(program, one, twins)}`,
    ...detailsOf(program, [one], mayBeFenced),
  ])
}

/** Says what one inserts at a place of the source, and where the compiled text has it. */
const atSourceLines = (program: Program, edits: readonly Repair[], place: SourcePlace): readonly string[] => {
  const [first, ...twins] = edits
  return first === undefined
    ? []
    : [
        `  ${repairText(program, first, twins, place)}`,
        printable(`    ${quotation(place)}`),
        ...inCuda(repairInCuda(program, first)),
      ]
}

/** Returns whether two insertions at one place are the two halves of the barrier of a cluster. */
const isClusterBarrier = (one: Repair, other: Repair): boolean =>
  [one, other].every(({ change }) => change.kind === 'insert' && change.instruction.kind === 'cluster-barrier') &&
  one.thread === other.thread &&
  one.at === other.at

/** Returns an instruction beside the place of a change. */
const besideIn = (program: Program, { thread, at }: Repair): Instruction => {
  const { instructions } = threadAt(program.threads, thread)
  return must(instructions[at] ?? instructions.at(-1), 'an instruction')
}

/** Says where the barrier of a cluster is inserted: CUDA C++ has one call for its two halves. */
const clusterLines = (
  program: Program,
  [arrival, ...twins]: readonly [Repair, ...Repair[]],
  { thread, change }: Repair,
): readonly string[] => {
  const second = change.kind === 'insert' ? instructionText(change.instruction, thread, program) : ''
  return [
    `  ${repairText(program, arrival, twins).replace(' in ', `; ${second} in `)}`,
    ...sourceLines(program, arrival).map((line) => `  ${line}`),
    ...inCuda([clusterSyncIn(besideIn(program, arrival).span.source)]),
  ]
}

/** Says which declaration to change, and lists what has its scope from there. */
function declarationLines(program: Program, declaration: Declaration, edits: readonly Repair[]): readonly string[] {
  const { name, line, text, option } = declaration
  const [first] = edits
  const scope =
    first?.change.kind === 'replace' && 'scope' in first.change.instruction ? first.change.instruction.scope : ''
  return [
    printable(
      `  widen the scope of \`${name}\` to .${scope}, ${definitionText(declaration)}: ${counted(edits.length, 'use')} of it`,
    ),
    ...(line === undefined || text === undefined || option !== undefined
      ? []
      : [`    ${quotation({ ...declaration, line, text })}`]),
    ...edits.flatMap((one) => [`    ${repairText(program, one)}`]),
    ...(first === undefined
      ? []
      : inCuda(scopeInCudaOf(program, first).map((name) => asDeclared(name, option ?? text)))),
  ]
}

/** Returns a function as the definition of a macro names it: where its uses have the parentheses, without them. */
const asDeclared = (name: string, definition = ''): string =>
  /\b__threadfence\w*\b(?!\s*\()/.test(definition) ? name.replace(/^(__threadfence\w*)\(\)$/, '$1') : name

/** Says where a declaration is, or where to look for it. */
function definitionText({ file, line, isDefault, option }: Declaration): string {
  if (option !== undefined) return `in the option ${option} of the compiler`
  if (line === undefined) return `where ${baseName(file)} or a file that it includes defines it`
  return isDefault === true
    ? `where it is defined, if not by the default at ${numberText({ file, line })}`
    : numberText({ file, line })
}

/** Returns the fence, or for accesses the scope alone: the declaration gives them nothing else. */
function scopeInCudaOf(program: Program, edit: Repair): readonly string[] {
  const { change } = edit
  if (change.kind !== 'replace' || change.instruction.kind === 'fence') return repairInCuda(program, edit)
  const scope = 'scope' in change.instruction ? change.instruction.scope : undefined
  const names = [...scopeInCuda].flatMap(([name, one]) => (one === scope ? [`cuda::thread_scope_${name}`] : []))
  return names.slice(0, 1)
}

/** Returns the lines of sources, and the functions of CUDA C++ for the first of the edits. */
const detailsOf = (program: Program, edits: readonly Repair[], mayBeFenced?: boolean): readonly string[] => {
  const [first] = edits
  return [...new Set(edits.flatMap((one) => sourceLines(program, one)))]
    .map((line) => `  ${line}`)
    .concat(
      first === undefined
        ? []
        : [
            ...(isModelOnly(first) ? [`    ${modelOnly}`] : []),
            ...(isWholeForMaps(program, first) ? [`    ${wholeForMaps}`] : []),
            ...inCuda(repairInCuda(program, first, mayBeFenced)),
          ],
    )
}

const wholeForMaps =
  'the whole wait, not `.read`: on an H100, a copy may use its tensor map after it has read its source'

/** Returns whether an edit inserts a wait for all of what bulk copies do, in a thread that changes tensor maps. */
const isWholeForMaps = ({ threads }: Program, { thread, change }: Repair): boolean =>
  change.kind === 'insert' &&
  change.instruction.kind === 'async-group' &&
  change.instruction.of === 'bulk' &&
  change.instruction.action === 'wait' &&
  change.instruction.read !== true &&
  threadAt(threads, thread).instructions.some(({ kind }) => kind === 'tensormap')

/** Returns the source lines that a change concerns; for an insertion without a place, those on its two sides. */
function sourceLines(program: Program, { thread, at, change }: Repair): readonly string[] {
  const { instructions } = threadAt(program.threads, thread)
  const arrival = arrivalOf(instructions, { at, change })
  if (arrival !== undefined) return quotations([sourceAt(arrival.span)])
  const place = inserts(change) ? sourcePlaceOf(instructions, at) : undefined
  if (place !== undefined) return [`  ${quotation(place)}`]
  const changed = instructions.slice(inserts(change) ? Math.max(0, at - 1) : at, at + 1)
  return quotations(changed.flatMap(({ kind, span }) => (kind === 'label' ? [] : [sourceAt(span)])))
}

/** Returns the arrival which one edits instead of inserting a wait: the source has one call for the two. */
function arrivalOf(
  instructions: readonly Instruction[],
  { at, change }: Pick<Repair, 'at' | 'change'>,
): Instruction | undefined {
  const before = instructions[at - 1]
  const isBehind = change.kind === 'await' && before?.span === change.instruction.span
  return isBehind && isOneCall(change.instruction, isBehind) ? before : undefined
}

const besideBefore = ({ thread, at }: Repair): Pick<Repair, 'thread' | 'at'> => ({ thread, at: at - 1 })

const withHeader = 'with <cuda/atomic>, which is weaker'

const inCuda = (names: readonly string[]): readonly string[] =>
  names.map((one, i) => {
    // Fences beside an access order what is before and after them, but not the access (ISA 8.8).
    const differs = isFenced(one) ? 'which orders the access itself less' : 'which is stronger'
    const or =
      i > 0
        ? `or, ${one.startsWith('cuda::') ? withHeader : differs}`
        : isFenced(one)
          ? `in CUDA, ${differs}`
          : 'in CUDA'
    return printable(`    ${or}: ${one}`)
  })

/**
 * Returns the CUDA C++ functions for the change, the nearest first and then stronger ones. There are none for calls of
 * the host. An access with a fence beside it is among them only if `mayBeFenced` says that it was judged to be enough.
 */
export const repairInCuda = (program: Program, repair: Repair, mayBeFenced = false): readonly string[] =>
  allInCuda(program, repair).filter((name) => mayBeFenced || !isFenced(name))

/** Returns the CUDA C++ function of the instruction that is replaced; undefined if it has none. */
export function nowInCuda(program: Program, repair: Repair): string | undefined {
  const { thread, at, change } = repair
  const instruction = threadAt(program.threads, thread).instructions[at]
  return change.kind !== 'replace' || instruction === undefined
    ? undefined
    : allInCuda(program, { ...repair, change: { ...change, instruction } })[0]
}

function allInCuda(program: Program, { thread, at, change }: Repair): readonly string[] {
  const changed = threadAt(program.threads, thread)
  const named = (one: Instruction): readonly string[] =>
    namesInCuda(asWritten(one, thread, program, program.format), isCompiled(changed) ? 'compiled' : 'test')
  const beside = changed.instructions[at] ?? changed.instructions.at(-1)
  const asInSource = (one: Instruction): readonly string[] =>
    beside === undefined || !isCompiled(changed) ? named(one) : inSource(named(one), beside, one)
  switch (change.kind) {
    case 'insert':
      if (isOnlyAssembly(change.instruction) && beside !== undefined && isCompiled(changed))
        return [assemblyIn(beside.span.source, instructionText(change.instruction, thread, program))]
      // Where the text has it on several paths, the source has one barrier.
      if (change.instruction.kind === 'named-barrier' && !changed.instructions.includes(change.instruction))
        return named({ ...change.instruction, aligned: true })
      return change.instruction.kind === 'fence' && beside !== undefined
        ? fencesInSource(named(change.instruction), beside)
        : change.instruction.kind === 'async-group'
          ? asInSource(change.instruction)
          : named(change.instruction)
    case 'await':
      return waitInCuda(change.instruction, changed.instructions[at - 1]?.span === change.instruction.span)
    case 'replace':
      if (change.what === 'operand' && isCompiled(changed) && beside !== undefined)
        return operandInSource(changed.instructions, beside, change.instruction)
      if (change.what === 'atomicity' && isCompiled(changed) && beside !== undefined)
        return [atomicInSource(beside) ?? named(change.instruction)].flat()
      return change.what === 'path' ? [ordinaryRead] : asInSource(change.instruction)
    case 'relaunch':
      return launchInCuda(change.attribute)
    case 'remove':
      return named(must(changed.instructions[at], 'the instruction that is removed')).slice(0, 1)
    case 'swap':
      return changed.instructions.slice(at, at + 2).flatMap((one) => (isFence(one) ? named(one).slice(0, 1) : []))
  }
}

/** Returns what launches a kernel so in CUDA C++ (CUDA C++ Programming Guide, Thread Block Clusters, Grid Synchronization). */
function launchInCuda(attribute: string): readonly string[] {
  const [, size] = /^cluster\((\d+)\)$/.exec(attribute) ?? []
  return size === undefined
    ? ['cudaLaunchCooperativeKernel(…)']
    : [
        `__cluster_dims__(${size}, 1, 1) at the kernel, or cudaLaunchKernelEx(…) with cudaLaunchAttributeClusterDimension`,
      ]
}

const ordinaryRead = 'an ordinary read, neither by __ldg() nor through a pointer that is const __restrict__'

const isFence = ({ kind }: Instruction): boolean => kind === 'fence' || kind === 'proxy-fence'

const modelOnly = 'model only: no assembler has it; end the kernel, or load through the generic proxy'

/** Returns whether it inserts a fence that the model has and no assembler accepts. */
export const isModelOnly = ({ change }: Repair): boolean =>
  change.kind === 'insert' &&
  change.instruction.kind === 'proxy-fence' &&
  proxies[change.instruction.proxy].fence === 'model only'

const strongOnly = 'makes it strong, which orders no other access'

const effects = {
  scope: 'widens the scope',
  order: 'adds synchronisation',
  path: 'avoids the read-only path',
  stream: 'moves it to another stream',
  wait: 'waits for more',
  parity: 'waits for the phase of the other parity',
  overlap: 'starts it only when the kernel before it has ended',
  atomicity: 'reads and writes in one, so that no write of another thread is lost',
  'weaker order': 'synchronises less',
  'narrower scope': 'narrows the scope',
} as const

/**
 * Writes, for example, `insert fence.proxy.alias in P0 (CTA 0 of GPU 0), between line 3, st.weak x, 1, and line 4,
 * ld.weak r0, y`; for compiled code whose source is at hand, `insert fence.acq_rel.gpu in kernel spin, all threads,
 * before spin.cu:8 (spin.ptx:61)`. `twins` are the same change of other instructions that come from one place of a
 * source, and `place` is that place if it is known.
 */
export function repairText(program: Program, one: Repair, twins: readonly Repair[] = [], place?: SourcePlace): string {
  const { thread, at, change } = one
  const changed = threadAt(program.threads, thread)
  const { instructions } = changed
  const whose = textName(
    program,
    [one, ...twins].map((edit) => edit.thread),
  )
  const who = sharing(program, thread).length === 1 ? `${whose}${placeText(changed)}` : whose
  const written = (instruction: Instruction): string => instructionText(instruction, thread, program)
  const own = (instruction: Instruction): string =>
    isCompiled(changed) ? writtenAt(instruction.span) : written(instruction)
  const instructionAt = (index: number): Instruction => must(instructions[index], 'the instruction that is changed')
  const places = [one, ...twins]
  return printable(
    match(change)
      .with(
        { kind: 'insert' },
        ({ instruction }) => `insert ${written(instruction)} in ${who}, ${whereText(program, places, place)}`,
      )
      .with(
        { kind: 'await' },
        ({ instruction }) =>
          `insert a loop of ${written(nameless(instruction))} until the phase has ended in ${who}, ${arrivalOf(instructions, one) === undefined ? whereText(program, places) : `behind the arrival, ${linesOfAll(program, places.map(besideBefore))}`}`,
      )
      .with({ kind: 'replace' }, ({ instruction, what }) => {
        const before = instructionAt(at)
        const [spelled = written(instruction)] = isCompiled(changed)
          ? respelled(own(before), before, instruction, thread, program)
          : []
        const effect =
          what === 'operand'
            ? operandEffect(instruction)
            : ordersNothing(before, instruction)
              ? strongOnly
              : `${effects[what]}${assumption(before, instruction)}`
        return `replace ${own(before)} with ${spelled} in ${whose}, ${linesOfAll(program, places)}: ${effect}`
      })
      .with({ kind: 'relaunch' }, ({ attribute }) => {
        const launch = writtenAt(instructionAt(at).span)
        const where =
          program.origin?.launching === undefined ? `${whose}, ${linesOfAll(program, places)}` : 'the option --launch'
        return `replace ${launch} with ${launchWith(launch, attribute)} in ${where}: ${launchEffect(attribute)}`
      })
      .with({ kind: 'remove' }, () => `remove ${own(instructionAt(at))} in ${whose}, ${linesOfAll(program, places)}`)
      .with({ kind: 'swap' }, () => {
        const [first, next] = [instructionAt(at), instructionAt(at + 1)]
        const wrong =
          changed.kind === 'host'
            ? 'the event is recorded too early'
            : isFence(first) || isFence(next)
              ? 'the fence is on the wrong side'
              : 'they are in the wrong order'
        return `swap ${own(first)} and ${own(next)} in ${whose}, ${linesOfAll(program, places)}: ${wrong}`
      })
      .exhaustive(),
  )
}

/** Says what a launch with an attribute gives its kernel. */
const launchEffect = (attribute: string): string =>
  attribute === 'cooperative'
    ? 'launches it cooperatively, without which its grid cannot synchronise'
    : 'launches it in clusters, which its barriers and its shared memory are for'

/** Writes a removal and an insertion of one instruction as a move; undefined for other edits. */
function moveIn(program: Program, edits: readonly Repair[]): string | undefined {
  const [removal, insertion] = edits
  if (removal?.change.kind !== 'remove' || insertion?.change.kind !== 'insert') return undefined
  const moves = edits.filter(({ change }) => change.kind === 'remove')
  const places = edits.filter(({ change }) => change.kind === 'insert')
  const text = threadAt(program.threads, removal.thread)
  // Each removal comes before the insertion of the same instruction.
  const isOne = edits.every(({ thread, at, change }, i) => {
    const into = edits[i + 1]
    if (change.kind === 'insert') return edits[i - 1]?.change.kind === 'remove'
    return (
      change.kind === 'remove' &&
      into?.change.kind === 'insert' &&
      into.thread === thread &&
      into.change.instruction.kind === threadAt(program.threads, thread).instructions[at]?.kind
    )
  })
  const moved = [...groupBy(moves, (edit) => editKey(program, edit) ?? `${edit.thread} ${edit.at}`).values()]
  const isTogether = places.every(({ thread, at }) => thread !== insertion.thread || at === insertion.at)
  if (!isOne || moved.length > 2 || (moved.length === 2 && !isTogether)) return undefined
  const what = moved
    .map(([{ thread, at }]) => {
      const one = must(threadAt(program.threads, thread).instructions[at], 'the instruction that moves')
      return isCompiled(text) ? writtenAt(one.span) : instructionText(one, thread, program)
    })
    .join(' and ')
  const whose = textName(
    program,
    moves.map(({ thread }) => thread),
  )
  return printable(
    `move ${what} in ${whose}, ${moved.map((some) => linesOfAll(program, some)).join(' and ')}, to another place: ${whereText(program, places)}`,
  )
}

/**
 * Returns the assumption on which a volatile access gets a narrower scope than the system, which it has by itself (ISA
 * 8.4): that no threads take part but those of the test.
 */
function assumption(from: Instruction, to: Instruction): string {
  if ((from.kind !== 'load' && from.kind !== 'store') || from.order !== 'volatile') return ''
  if ((to.kind !== 'load' && to.kind !== 'store') || to.scope === undefined || to.scope === 'sys') return ''
  return `; assumes one ${shared[to.scope]}`
}

/** What all threads of a scope have in common. */
const shared: Record<Exclude<Scope, 'sys'>, string> = { cta: 'CTA', cluster: 'cluster', gpu: 'GPU' }

/** Returns the place of a GPU thread, unless its name already tells, as `d0.b1.t0` does. */
const placeText = (thread: Thread): string =>
  thread.kind === 'device' && thread.name !== positionName(thread.position)
    ? ` (${ctaTitle(thread.position)} of GPU ${thread.position.gpu})`
    : ''
