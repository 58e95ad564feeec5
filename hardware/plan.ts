/**
 * Plans how a test runs on a GPU: the place and text of each thread, the memory of an instance, and the values that are
 * read at the end.
 */

import { isObservable, type Observable, termsOf } from '../litmus/condition.js'
import { concernsAsynchrony, factsOf } from '../litmus/facts.js'
import type { Instruction } from '../litmus/instruction.js'
import { observableName, observables } from '../litmus/observe.js'
import { addressType, type DataType } from '../litmus/operand.js'
import { addressesTaken, namesIn } from '../litmus/operands.js'
import { clusterName, ctaName, sameCta } from '../litmus/position.js'
import { printProgram } from '../litmus/print.js'
import {
  type DeviceThread,
  type Initial,
  isCompiled,
  type Program,
  type ThreadPosition,
  testName,
  type Variable,
} from '../litmus/program.js'
import { registerType } from '../litmus/registers.js'
import { warpSize } from '../litmus/warp-size.js'
import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { all, fail, ok, type Result, then } from '../source/result.js'
import type { Span } from '../source/text.js'
import { canBeApart, group, type PlannedCode } from './codes.js'
import { hashOf } from './hash.js'
import { hostAccesses, hostOf, modulesOf, mostGpus, type Script, scriptOf, tooManyGpus } from './script.js'

/** A test either has a plan, or reasons why a GPU cannot run it as it is. */
export type Planned = Plan | NotRunnable

/** A test that a GPU cannot run as it is, and why. */
export interface NotRunnable {
  readonly kind: 'not runnable'
  readonly test: string
  readonly reasons: readonly Diagnostic[]
}

/** The way in which a GPU runs a test: its text, and where its threads and its memory are. */
export interface Plan {
  readonly kind: 'plan'
  readonly test: string
  /** The text that runs, in the test's format, and its hash. */
  readonly text: string
  readonly hash: string
  /**
   * `spread`: each warp runs one thread of the test for 32 instances, or its lanes those of several, wherever they are.
   * `exact`: a CTA of the test is a CTA of the GPU, with its threads at their places, because they wait for each other
   * there, or share what belongs to a CTA.
   */
  readonly placement: 'spread' | 'exact'
  /** The CTAs of an instance, GPU by GPU, those of a cluster one after the other by their ranks. */
  readonly ctas: readonly PlannedCta[]
  /** The number of CTAs in a cluster; undefined if the test declares none. */
  readonly clusterSize: number | undefined
  /**
   * True if a barrier of the cluster may follow the test, so that each CTA stays until others are done with its shared
   * memory.
   */
  readonly addsBarrier: boolean
  /** The texts that threads run, each once. */
  readonly codes: readonly PlannedCode[]
  readonly locations: readonly PlannedLocation[]
  /** The location of each name of memory, and which of its addresses the name is. */
  readonly names: ReadonlyMap<string, PlannedName>
  /** The most addresses of a location. */
  readonly views: number
  readonly observed: readonly Observed[]
  /**
   * The actions of the host, and the plans of its kernels, in a test with a host. Then `ctas` and `codes` are empty.
   */
  readonly script?: Script & { readonly parts: readonly Plan[] }
}

interface PlannedCta {
  readonly name: string
  /** The GPU of the test, as its place in the order of their numbers. */
  readonly gpu: number
  /** The threads by their place in the CTA; empty where the test leaves out a rank of a cluster. */
  readonly threads: readonly { readonly thread: number; readonly place: number }[]
}

export interface PlannedLocation {
  readonly name: string
  /** `host`: memory of the host, which the GPU also reaches. */
  readonly space: 'global' | 'shared' | 'const' | 'host'
  readonly bytes: number
  /** The alignment in bytes. */
  readonly alignment: number
  /** The CTA whose shared memory it is in, among those of the plan. */
  readonly cta: number | undefined
  /** Instances of one declaration have the same place in each CTA. */
  readonly declared: string
  readonly elementBits: number
  readonly initial: readonly Initial[]
}

interface PlannedName {
  readonly location: number
  readonly view: number
}

export interface Observed {
  readonly name: string
  readonly type: DataType
  readonly from:
    | { readonly kind: 'register'; readonly thread: number; readonly name: string }
    | { readonly kind: 'memory'; readonly location: number; readonly offset: number }
}

/** Returns how a test runs, or why it does not. */
export function planOf(program: Program): Planned {
  const test = testName(program)
  const refused = refusals(program)
  const scripted = refused.length > 0 || program.host === undefined ? ok(undefined) : scriptOf(program)
  const placed = then(scripted, (script) => {
    const kernels = script === undefined ? [indicesOfDevice(program)] : script.kernels.map(({ threads }) => threads)
    return then(all(kernels.map((indices) => placeThreads(program, indices))), (parts) => ok({ script, parts }))
  })
  if (refused.length > 0 || !placed.ok)
    return { kind: 'not runnable', test, reasons: refused.length > 0 || placed.ok ? refused : placed.diagnostics }
  const names = namesOf(program)
  const text = textOf(program)
  const shared = {
    kind: 'plan' as const,
    test,
    text,
    hash: hashOf(text),
    names,
    views: Math.max(1, ...[...names.values()].map(({ view }) => view + 1)),
    observed: observedOf(program),
  }
  const { script, parts } = placed.value
  const whole = parts.map((part): Plan => ({ ...shared, ...part, locations: locationsOf(program, part.ctas) }))
  const [first] = whole
  if (script === undefined && first !== undefined) return first
  const nowhere = { placement: 'exact' as const, ctas: [], clusterSize: undefined, addsBarrier: false, codes: [] }
  return {
    ...shared,
    ...nowhere,
    locations: locationsOf(program, []),
    ...(script && { script: { ...script, parts: whole } }),
  }
}

/**
 * Returns the text of a test. A test with modules cannot be printed: its text is as written, followed by the texts of
 * the modules.
 */
const textOf = (program: Program): string =>
  program.threads.some(isCompiled)
    ? [hostOf(program)?.span.source.text ?? '', ...modulesOf(program).map(({ text }) => text)].join('\n')
    : printProgram(program, program.format)

const indicesOfDevice = ({ threads }: Program): readonly number[] =>
  threads.flatMap(({ kind }, index) => (kind === 'device' ? [index] : []))

/**
 * Returns what the threads of a kernel run, and where. Fails as `group` does, and on what cannot be read at the end of
 * the kernel.
 */
function placeThreads(
  program: Program,
  indices: readonly number[],
): Result<Pick<Plan, 'placement' | 'ctas' | 'clusterSize' | 'addsBarrier' | 'codes'>> {
  const threads = indices.flatMap((index) => {
    const thread = program.threads[index]
    return thread?.kind === 'device' ? [thread] : []
  })
  const together = group(threads, program, false)
  const numbered = threads.some(({ instructions }) => instructions.some(({ kind }) => kind === 'barrier'))
  const apart = numbered || (!together.ok && canBeApart(threads))
  return then(apart ? group(threads, program, true) : together, (codes) => {
    const inProgram = (index: number): number => must(indices[index], 'a thread of the kernel')
    const clusterSize = clusterSizeOf(threads)
    const late = clusterSize === undefined ? undefined : unreadable(program, threads)
    if (late !== undefined) return fail(late)
    return ok({
      placement: threads.some(isPlaced) ? 'exact' : 'spread',
      ctas: ctasOf(threads, apart).map((cta) => ({
        ...cta,
        threads: cta.threads.map((one) => ({ ...one, thread: inProgram(one.thread) })),
      })),
      clusterSize,
      addsBarrier: clusterSize !== undefined && isBalanced(threads),
      codes: codes.map((code) => ({ ...code, threads: code.threads.map(inProgram) })),
    })
  })
}

/**
 * Reports shared memory of another CTA that may be gone when it is accessed, or may not have its last value when it is
 * read. The harness can add a barrier after the test's own cluster barriers only if all threads pass equally many of
 * them.
 */
function unreadable(program: Program, threads: readonly DeviceThread[]): Diagnostic | undefined {
  const all = threads.flatMap(({ instructions }) => instructions)
  const barrier = all.find(({ kind }) => kind === 'cluster-barrier')
  if (barrier === undefined || isBalanced(threads)) return undefined
  const shared = program.variables.some(({ space, name }) => space === 'shared' && accessed(program).has(name))
  return shared
    ? diagnostic('its CTAs may end before others of their cluster have used their shared memory', barrier.span)
    : undefined
}

/** Returns whether all threads pass equally many cluster barriers, so that one more may follow. */
function isBalanced(threads: readonly DeviceThread[]): boolean {
  const counts = threads.map(({ instructions }) => {
    const count = (action: 'arrive' | 'wait'): number =>
      instructions.filter((one) => one.kind === 'cluster-barrier' && one.action === action).length
    // A branch that leads over a barrier, forwards or back, may change how often the thread passes it.
    const crosses = instructions.some((one, at) => {
      if (one.kind !== 'branch') return false
      const target = instructions.findIndex((other) => other.kind === 'label' && other.name === one.target)
      return instructions
        .slice(Math.min(at, target), Math.max(at, target))
        .some(({ kind }) => kind === 'cluster-barrier')
    })
    return crosses || count('arrive') !== count('wait') ? -1 : count('wait')
  })
  return counts.every((count) => count === counts[0] && count >= 0) || counts.every((count) => count === 0)
}

/** Returns the terms that distinguish the final states of a test, and those that its filter needs. */
export const observedTerms = (program: Program): readonly Observable[] =>
  observables(
    program,
    program.filter === undefined ? [] : [...observables(program, []), ...termsOf(program.filter).filter(isObservable)],
  )

function observedOf(program: Program): readonly Observed[] {
  return observedTerms(program).map((term): Observed => {
    const [name, type] = [observableName(term), observedType(program, term)]
    return term.kind === 'register'
      ? { name, type, from: { kind: 'register', thread: term.thread, name: term.name } }
      : { name, type, from: { kind: 'memory', location: locationOf(program, term.variable) ?? 0, offset: term.offset } }
  })
}

const locationOf = ({ variables }: Program, variable: string): number | undefined =>
  variables.find(({ name }) => name === variable)?.location

/** Returns the type by which the final value of a term is read. */
export function observedType(program: Program, term: Observable): DataType {
  if (term.kind === 'memory') return program.locations[locationOf(program, term.variable) ?? 0]?.type ?? addressType
  const thread = program.threads[term.thread]
  return thread === undefined ? addressType : registerType(thread, term.name)
}

/** Returns whether a thread must run where the test says, beside exactly the threads that the test says. */
const isPlaced = ({ position, instructions }: DeviceThread): boolean =>
  position.cluster !== undefined || instructions.some(isOfPlace)

/** Returns whether the effect of an instruction depends on the threads that share its warp, its CTA or its cluster. */
const isOfPlace = (one: Instruction): boolean =>
  ['barrier', 'warp'].includes(factsOf(one).family) || one.kind === 'grid-dependency' || concernsAsynchrony(one)

/** Places threads in CTAs. With `apart`, each thread has its own warp. */
function ctasOf(threads: readonly DeviceThread[], apart: boolean): readonly PlannedCta[] {
  const size = clusterSizeOf(threads)
  const gpus = gpusOf(threads)
  const inCta = (position: ThreadPosition): PlannedCta => ({
    name: ctaName(position),
    gpu: gpus.indexOf(position.gpu),
    threads: threads
      .flatMap((one, thread) => (sameCta(one.position, position) ? [{ thread, place: one.position.thread }] : []))
      .map((one, i) => (apart ? { ...one, place: i * warpSize } : one)),
  })
  const each = (nameOf: (position: ThreadPosition) => string): readonly ThreadPosition[] => [
    ...new Map(threads.map(({ position }) => [nameOf(position), position])).values(),
  ]
  const ctas =
    size === undefined
      ? each(ctaName).map(inCta)
      : each(clusterName).flatMap((position) => Array.from({ length: size }, (_, cta) => inCta({ ...position, cta })))
  return ctas.toSorted((a, b) => a.gpu - b.gpu)
}

/** Returns the numbers of the GPUs on which threads run, in ascending order. */
const gpusOf = (threads: readonly DeviceThread[]): readonly number[] =>
  [...new Set(threads.map(({ position }) => position.gpu))].toSorted((a, b) => a - b)

const clusterSizeOf = (threads: readonly DeviceThread[]): number | undefined =>
  threads.some(({ position }) => position.cluster !== undefined)
    ? Math.max(...threads.map(({ position }) => position.cta)) + 1
    : undefined

function locationsOf(program: Program, ctas: readonly PlannedCta[]): readonly PlannedLocation[] {
  const hosts = hostAccesses(program)
  const copies = program.threads.some(({ instructions }) => instructions.some(({ kind }) => kind.startsWith('async')))
  return program.locations.map((location, index): PlannedLocation => {
    const { name, type, length, initial } = location
    const variables = program.variables.filter((one) => one.location === index)
    const owner = variables.find(({ instance }) => instance !== undefined)?.instance
    const bytes = Math.max(1, ((length ?? 1) * type.width) / 8)
    const cta =
      owner === undefined ? -1 : ctas.findIndex(({ threads }) => threads.some(({ thread }) => thread === owner.owner))
    const used = accessed(program)
    const isBank = variables.some((one) => isConstant(one) && used.has(one.name))
    const isHosts = variables.some((one) => hosts.has(one.name))
    // A compiled kernel declares its shared, local and constant memory itself.
    const isOwn = location.space === 'shared' || (program.threads.some(isCompiled) && location.space !== 'global')
    const space = isOwn ? 'shared' : isBank ? 'const' : isHosts ? 'host' : 'global'
    return {
      name,
      space,
      bytes,
      // Vectors and bulk copies need no more than 16. The model makes addresses multiples of 256.
      alignment: takesAddresses(program)
        ? 256
        : !copies && length === undefined && type.width < 64
          ? type.width / 8
          : 16,
      cta: cta === -1 ? undefined : cta,
      declared: owner?.of ?? name,
      elementBits: type.width,
      initial,
    }
  })
}

/** Returns whether final states include the contents of that memory. */
const observes = (program: Program, name: string): boolean =>
  observedTerms(program).some((term) => term.kind === 'memory' && term.variable === name)

/** Returns the names of memory that threads mention. */
const accessed = ({ threads }: Program): ReadonlySet<string> =>
  new Set(threads.flatMap(({ instructions }) => instructions.flatMap((one) => namesIn(one).map(({ name }) => name))))

const isConstant = ({ space }: Variable): boolean => space === 'constref' || space === 'const'

/** Returns the addresses of a location, in the order in which the test declares them. */
function namesOf({ variables }: Program): ReadonlyMap<string, PlannedName> {
  return new Map(
    variables.map(({ name, location, address }) => {
      const addresses = [...new Set(variables.filter((one) => one.location === location).map((one) => one.address))]
      return [name, { location, view: addresses.indexOf(address) }]
    }),
  )
}

/** Returns whether an observed value is an mbarrier or a state of one, whose bits mean nothing. */
const isOpaque = (from: Observed['from'], { threads, variables }: Program): boolean =>
  threads.some(({ instructions }, thread) =>
    instructions.some((one) => {
      if (one.kind !== 'mbarrier') return false
      if (from.kind === 'register')
        return one.waitsFor === undefined && from.thread === thread && one.destination === from.name
      const name = one.address.kind === 'name' ? one.address.name : undefined
      return variables.some((variable) => variable.name === name && variable.location === from.location)
    }),
  )

/** Returns whether addresses are values in a test. Addresses in compiled kernels are arguments. */
const takesAddresses = ({ threads, locations }: Program): boolean =>
  threads.some(
    (one) =>
      isCompiled(one) ||
      one.registers.some(({ value }) => value.kind === 'address') ||
      one.instructions.some((instruction) => addressesTaken(instruction).length > 0),
  ) || locations.some(({ initial }) => initial.some((one) => typeof one === 'object'))

/**
 * The limits of the harness: threads of a CTA, locations, addresses of one location, values of a state, and initial
 * values.
 */
const room = { threads: 1024, spread: 32, locations: 16, views: 4, observed: 24, initial: 64 } as const

/** Returns the reasons why a test cannot run, besides those of its instructions. */
function refusals(program: Program): readonly Diagnostic[] {
  const { threads, variables, locations } = program
  const place = threads[0]?.span ?? testName(program)
  // Compiled kernels run as they are.
  const device = threads.flatMap((one) => (one.kind === 'device' && !isCompiled(one) ? [one] : []))
  const compiled = threads.some(isCompiled)
  const gpus = gpusOf(device)
  const several = device.find(({ position }) => position.gpu === gpus[1])
  const mapped = locations.find(({ tensor }) => tensor !== undefined)
  const first = (name: string | undefined): Variable['span'] | string =>
    variables.find((one) => one.name === name)?.span ?? place
  const used = accessed(program)
  const local = variables.find(
    ({ name, space }) => !compiled && space === 'local' && (used.has(name) || observes(program, name)),
  )
  const constant = variables.find(
    (one) =>
      !compiled &&
      isConstant(one) &&
      used.has(one.name) &&
      variables.some((two) => two.location === one.location && two.address !== one.address),
  )
  const wide = observedOf(program).find(({ type }) => type.width === 64)
  const takes = takesAddresses(program)
  const wideOne = observedOf(program).find(({ type }) => type.width === 128)
  const opaque = observedOf(program).find(({ from }) => isOpaque(from, program))
  const unknown = locations.find(
    ({ space, initial }) => (!compiled || space === 'global') && initial.includes('unknown'),
  )
  return [
    ...(device.length === 0 && !compiled ? [diagnostic('it has no thread on a GPU', place)] : []),
    ...(gpus.length > mostGpus ? [diagnostic(tooManyGpus, place)] : []),
    ...(several === undefined || !ofOneGpu(program)
      ? []
      : [diagnostic('textures and constants belong to one GPU, and it names several', several.span)]),
    ...(mapped === undefined ? [] : [diagnostic('tensor maps are not made', first(mapped.name))]),
    ...(local === undefined ? [] : [diagnostic("local memory is the compiler's", local.span)]),
    ...(constant === undefined ? [] : [diagnostic('constants have one address only', constant.span)]),
    ...(wide !== undefined && takes && !compiled
      ? [diagnostic(`\`${wide.name}\` may hold an address, which differs between instances`, place)]
      : []),
    ...(opaque === undefined
      ? []
      : [diagnostic(`\`${opaque.name}\` shows the state of an mbarrier, which is opaque`, place)]),
    ...(wideOne === undefined ? [] : [diagnostic(`\`${wideOne.name}\` has 128 bits`, place)]),
    ...(unknown === undefined ? [] : [diagnostic('its memory has unknown initial values', first(unknown.name))]),
    ...tooMany(program, device, place),
  ]
}

/** Returns whether a test uses something that belongs to a single GPU. */
const ofOneGpu = ({ threads, variables }: Program): boolean =>
  variables.some((one) => isConstant(one) || one.space === 'texref') ||
  threads.some(({ instructions }) => instructions.some((one) => one.kind === 'load' && one.proxy === 'texture'))

/** Reports what exceeds the limits of the harness. `threads` are those that are not compiled. */
function tooMany(program: Program, threads: readonly DeviceThread[], place: Span | string): readonly Diagnostic[] {
  const { locations, variables } = program
  const placed = threads.some(isPlaced)
  const counted = threads.map((one) =>
    placed ? one.position.thread + 1 : threads.filter((two) => sameCta(two.position, one.position)).length,
  )
  const views = locations.map(
    (_, i) => new Set(variables.filter((one) => one.location === i).map((one) => one.address)).size,
  )
  // The harness does not set memory that a compiled kernel declares.
  const given = locations.flatMap(({ space, initial }) =>
    threads.length === 0 && space !== 'global' ? [] : initial.filter((value) => value !== 0n),
  )
  return [
    ...(given.length > room.initial ? [diagnostic('it has too many initial values', place)] : []),
    ...(Math.max(0, ...counted) > (placed ? room.threads : room.spread)
      ? [diagnostic('a CTA has too many threads', place)]
      : []),
    ...(observedOf(program).length > room.observed ? [diagnostic('too much of it is observed', place)] : []),
    ...(locations.length > room.locations ? [diagnostic('it has too much memory', place)] : []),
    ...(Math.max(0, ...views) > room.views ? [diagnostic('a location has too many addresses', place)] : []),
  ]
}
