/** The actions of a test's host, step by step, and the kernels that it launches. */

import { match } from 'ts-pattern'
import type { HostAction, Stream } from '../litmus/host/action.js'
import { callsOnGpus, legacyStream } from '../litmus/host/devices.js'
import { gpuInName, nameOnGpu } from '../litmus/instances.js'
import type { Instruction } from '../litmus/instruction.js'
import type { Load, Store } from '../litmus/instructions/access-definitions.js'
import { argumentFor } from '../litmus/module/arguments.js'
import { configurationOf } from '../litmus/module/configuration.js'
import { entryNamed } from '../litmus/module/entries.js'
import { entriesOf, readModule } from '../litmus/module/read.js'
import type { Dimensions } from '../litmus/module/special.js'
import * as grammar from '../litmus/nvlitmus/grammar.js'
import type { AddressOf, Named } from '../litmus/operand.js'
import { accessedName } from '../litmus/operands.js'
import { type HostThread, isCompiled, type Program, variableAt } from '../litmus/program.js'
import { diagnostic } from '../source/diagnostic.js'
import { parseWith } from '../source/grammar.js'
import { must } from '../source/must.js'
import { all, collect, fail, ok, type Result, then } from '../source/result.js'
import { type SourceText, type Span, writtenAt } from '../source/text.js'

export interface Script {
  /** The kernels that the test writes, with their threads. */
  readonly kernels: readonly { readonly name: string; readonly threads: readonly number[] }[]
  /** The module entries that it launches. If there are any, each instance is a separate run. */
  readonly entries: readonly Entry[]
  /** The texts of the modules, without their paths. All their memory is visible, so that the driver finds it. */
  readonly modules: readonly string[]
  readonly steps: readonly (ScriptStep & OnGpu)[]
  /** The streams and events, which steps name by their numbers. The legacy default stream is -1. */
  readonly streams: readonly NameOnGpu[]
  readonly events: readonly NameOnGpu[]
  /**
   * The numbers in the test of the GPUs on which it runs. Steps, streams and events refer to them by their index here.
   */
  readonly gpus: readonly number[]
  /** The memory of modules. It exists once on a GPU, so that instances take turns. */
  readonly owned: readonly OwnedMemory[]
  /** True if an instance begins after all steps of the one before. */
  readonly inTurn: boolean
}

interface OwnedMemory extends OnGpu {
  readonly variable: string
  /** An index into the modules, and the name there. */
  readonly module: number
  readonly name: string
}

interface OnGpu {
  readonly gpu: number
}

interface NameOnGpu extends OnGpu {
  readonly name: string
}

/** A launch of an entry of a module. */
export interface Entry {
  readonly name: string
  /** An index into the modules. */
  readonly module: number
  readonly grid: Dimensions
  readonly block: Dimensions
  readonly cluster: Dimensions | undefined
  readonly cooperative: boolean
  /** Bytes of dynamic shared memory. */
  readonly shared: number
  readonly parameters: readonly Parameter[]
}

interface Parameter {
  readonly bytes: number
  /** Bytes that no piece covers are 0. */
  readonly pieces: readonly {
    readonly offset: number
    readonly bytes: number
    readonly value: bigint | { readonly variable: string; readonly offset: bigint }
  }[]
}

type ScriptStep =
  /** The launch of a kernel or an entry, by its number. */
  | {
      readonly kind: 'kernel' | 'entry'
      readonly which: number
      readonly stream: number
      /** The memory synchronisation domain. */
      readonly domain: number
      /** True if it may start before the kernel before it in the stream has ended. */
      readonly programmatic: boolean
    }
  | {
      readonly kind: 'copy'
      readonly to: string
      readonly from: string
      readonly bytes: number
      readonly stream: number
    }
  | {
      readonly kind: 'set'
      readonly to: string
      readonly value: number
      readonly bytes: number
      readonly stream: number
    }
  | { readonly kind: 'record' | 'wait'; readonly event: number; readonly stream: number }
  | { readonly kind: 'synchronize'; readonly awaits: 'device' }
  | { readonly kind: 'synchronize'; readonly awaits: 'stream' | 'event'; readonly which: number }
  | HostAccess

/** An access of the host itself. */
interface HostAccess {
  readonly kind: 'read' | 'write'
  readonly variable: string
  readonly offset: bigint
  readonly bytes: number
  readonly order: 'plain' | 'relaxed' | 'acquire' | 'release'
  /** The value that is written. */
  readonly value: bigint
  /** The register that takes what is read. */
  readonly register: string | undefined
}

/** Returns the host's part of a test, if it has one. */
export const hostOf = ({ threads }: Program): HostThread | undefined => threads.find((one) => one.kind === 'host')

/** Returns the names of memory that the host reads or writes itself. */
export const hostAccesses = (program: Program): ReadonlySet<string> =>
  new Set(
    (hostOf(program)?.instructions ?? []).flatMap((one) => {
      const name = accessedName(one)
      return name === undefined ? [] : [name]
    }),
  )

/** Returns the modules of a test. */
export const modulesOf = ({ threads }: Program): readonly SourceText[] => [
  ...new Set(
    threads.filter(isCompiled).flatMap(({ instructions: [first] }) => (first === undefined ? [] : [first.span.source])),
  ),
]

/** The most GPUs of a test. */
export const mostGpus = 8

export const tooManyGpus = `it names more than ${mostGpus} GPUs`

const refuse = (why: string, place: Span): Result<never> => fail(diagnostic(why, place))

/** Returns the steps of the host. Fails on what the harness cannot do, with its place. */
export function scriptOf(program: Program): Result<Script> {
  const host = must(hostOf(program), 'the host of a test with kernels')
  const modules = modulesOf(program)
  const kernels = (program.host?.tasks ?? []).flatMap(({ work }) =>
    work.kind === 'kernel' && work.threads.every((one) => !isCompiledAt(program, one))
      ? [{ name: work.name, threads: work.threads }]
      : [],
  )
  const gpuOf = gpusOfCalls(program, host)
  const gpus = [...new Set(gpuOf.values())].toSorted((a, b) => a - b)
  const numbers: Numbers = {
    ...{ kernels: kernels.map(({ name }) => name), entries: [], streams: [], events: recordedOn(host, gpus, gpuOf) },
    areSeparate: gpus.length > 1 && modules.length > 0 && usesLegacyStreamsOnly(host),
  }
  const steps = all(
    host.instructions.flatMap((one, index) => {
      const number = gpuOf.get(index) ?? 0
      const gpu = Math.max(0, gpus.indexOf(number))
      const step = stepOf(one, { program, modules, numbers, gpu, number, index })
      return step === undefined ? [] : [then(step, (done) => ok({ ...done, gpu }))]
    }),
  )
  return then(collect({ steps, owned: ownedMemory(program, modules, gpus) }), ({ steps, owned }) => {
    if (kernels.length > 0 && numbers.entries.length > 0)
      return refuse('it launches both kernels that it writes and entries of modules', host.span)
    if (gpus.length > mostGpus) return refuse(tooManyGpus, host.span)
    const touched = host.instructions.find((one) => owned.some(({ variable }) => accessedName(one) === variable))
    if (touched !== undefined) return refuse('the host does not reach memory of a module itself', touched.span)
    const { entries, streams, events } = numbers
    const overlaps = entries.length > 0 && steps.some((step) => 'programmatic' in step && step.programmatic)
    return ok({
      ...{
        kernels,
        entries,
        modules: modules.map((one) => visibleText(one, program.variables)),
        steps,
        streams,
        events,
        gpus,
        owned,
      },
      inTurn: overlaps || owned.length > 0,
    })
  })
}

/**
 * Returns the GPU of each of the host's calls, by its place among the instructions: that of its kernel, or of the
 * kernels in its stream.
 */
function gpusOfCalls({ threads }: Program, host: HostThread): ReadonlyMap<number, number> {
  const calls = callsOnGpus(host).filter(({ call }) => call.action.kind !== 'device')
  const ofKernel = new Map(
    threads.flatMap((one) => (one.kind === 'device' ? [[one.position.kernel, one.position.gpu] as const] : [])),
  )
  const ofStream = new Map<string, number>()
  for (const { call, gpu } of calls)
    if (call.action.kind === 'launch' && call.action.stream.name !== undefined)
      ofStream.set(call.action.stream.name, ofKernel.get(call.action.kernel.name) ?? gpu)
  // If the host names no GPU, calls without a stream apply to the only one.
  const [first = 0] = calls.some(({ gpu }) => gpu !== 0) ? [] : ofKernel.values()
  return new Map(
    calls.map(({ index, call: { action }, gpu }) => {
      const ofLaunch = action.kind === 'launch' ? ofKernel.get(action.kernel.name) : undefined
      const named =
        'stream' in action && action.stream.name !== undefined ? ofStream.get(action.stream.name) : undefined
      return [index, ofLaunch ?? named ?? (gpu === 0 ? first : gpu)]
    }),
  )
}

/** Returns the events, each on the GPU whose stream records it. */
function recordedOn(
  { instructions }: HostThread,
  gpus: readonly number[],
  gpuOf: ReadonlyMap<number, number>,
): NameOnGpu[] {
  const events: NameOnGpu[] = []
  for (const [index, one] of instructions.entries())
    if (one.kind === 'call' && one.action.kind === 'record')
      numberOf({ name: one.action.event.name, gpu: gpus.indexOf(gpuOf.get(index) ?? 0) }, events)
  return events
}

const usesLegacyStreamsOnly = ({ instructions }: HostThread): boolean =>
  instructions.every((one) => one.kind !== 'call' || !('stream' in one.action) || one.action.stream.name === undefined)

const isCompiledAt = ({ threads }: Program, index: number): boolean =>
  isCompiled(must(threads[index], 'a thread of a kernel'))

/**
 * Returns the memory that modules declare. The workspace of a cooperative launch belongs to the driver. Fails on memory
 * that the harness cannot find, or cannot give its initial values.
 */
const ownedMemory = (
  { variables, locations }: Program,
  modules: readonly SourceText[],
  gpus: readonly number[],
): Result<readonly OwnedMemory[]> =>
  all(
    variables
      .filter(
        ({ name, space, span }) =>
          space === 'global' && modules.includes(span.source) && !name.startsWith('workspace of '),
      )
      .map(({ name, location, span }): Result<OwnedMemory> => {
        if (gpus.length > 1 && span.source.text.slice(declarationOf(span), span.start).includes('.managed'))
          return refuse(`\`${name}\` is managed memory, which each GPU would have here`, span)
        if (locations[location]?.initial.some((one) => typeof one === 'object'))
          return refuse(`\`${name}\` holds an address at first, which differs between instances`, span)
        const named = gpuInName(name)
        const gpu = named === undefined ? 0 : gpus.indexOf(named)
        return ok({
          variable: name,
          module: modules.indexOf(span.source),
          name: writtenAt(span),
          gpu: Math.max(0, gpu),
        })
      }),
  )

/** Returns where the declaration of global memory in PTX begins, after its linkage. */
const declarationOf = ({ source, start }: Span): number => source.text.lastIndexOf('.global', start)

/** Returns the text of a module in which the driver finds its memory by name. */
function visibleText(module: SourceText, variables: Program['variables']): string {
  const hidden = variables
    .filter(({ span, space }) => space === 'global' && span.source === module)
    .map(({ span }) => declarationOf(span))
    .filter((from) => !/\.(visible|weak|common|extern)\s+$/.test(module.text.slice(0, from)))
  const places = [...new Set(hidden)].filter((from) => from >= 0).toSorted((a, b) => b - a)
  return places.reduce((text, from) => `${text.slice(0, from)}.visible ${text.slice(from)}`, module.text)
}

interface Numbers {
  readonly kernels: readonly string[]
  readonly entries: Entry[]
  readonly streams: NameOnGpu[]
  readonly events: NameOnGpu[]
  /**
   * True if the legacy default streams of several GPUs are streams like others, since there are no others for which
   * they would wait. Then instances overlap.
   */
  readonly areSeparate: boolean
}

/** Returns the number of a name, which may be new. */
function numberOf(one: NameOnGpu, names: NameOnGpu[]): number {
  const index = names.findIndex(({ name }) => name === one.name)
  return index === -1 ? names.push(one) - 1 : index
}

const streamNumber = ({ name }: Stream, gpu: number, { streams, areSeparate }: Numbers): number =>
  name === undefined && !areSeparate ? -1 : numberOf({ name: name ?? legacyStream(gpu), gpu }, streams)

interface Place {
  readonly program: Program
  readonly modules: readonly SourceText[]
  readonly numbers: Numbers
  readonly gpu: number
  /** The number of the GPU in the test. */
  readonly number: number
  /** The place of the call among the host's instructions. */
  readonly index: number
}

/** Returns the step of an instruction; undefined for `cudaSetDevice`, since each step states its GPU. */
function stepOf(one: Instruction, place: Place): Result<ScriptStep> | undefined {
  const { program } = place
  if (one.kind === 'call') return one.action.kind === 'device' ? undefined : callStep(one.action, one.span, place)
  if (one.kind === 'load' || one.kind === 'store') return accessStep(one, program)
  return refuse('the host only calls, loads and stores here', one.span)
}

function callStep(
  action: Exclude<HostAction, { kind: 'device' }>,
  span: Span,
  { program, modules, numbers, gpu, number, index }: Place,
): Result<ScriptStep> {
  const { events } = numbers
  const on = (stream: Stream): number => streamNumber(stream, gpu, numbers)
  return match(action)
    .returnType<Result<ScriptStep>>()
    .with({ kind: 'launch' }, ({ kernel, stream, domain: written }) => {
      // Without a kernel before it, it would overlap with what prepares the instances.
      const programmatic = program.host?.tasks.find(({ call }) => call === index)?.primary !== undefined
      const which = numbers.kernels.indexOf(kernel.name)
      const where = { stream: on(stream), domain: Number(written?.value ?? 0n), programmatic }
      if (which !== -1) return ok({ kind: 'kernel', which, ...where })
      return then(entryOf(span, program, modules, number), (entry) =>
        ok({ kind: 'entry', which: numbers.entries.push(entry) - 1, ...where }),
      )
    })
    .with({ kind: 'copy' }, ({ to, from, stream, peers }) => {
      if (peers !== undefined && stream.name === undefined)
        return refuse(
          'all memory is on one GPU here, so a copy between GPUs would not wait for both; name a stream',
          span,
        )
      const bytes = Math.min(bytesOf(to, program), bytesOf(from, program))
      return ok({ kind: 'copy', to: to.name, from: from.name, bytes, stream: on(stream) })
    })
    .with({ kind: 'set' }, ({ to, value, stream }) =>
      ok({
        kind: 'set',
        to: to.name,
        value: Number(value.value & 255n),
        bytes: bytesOf(to, program),
        stream: on(stream),
      }),
    )
    .with({ kind: 'record' }, { kind: 'wait' }, ({ kind, event, stream }) =>
      ok({ kind, event: numberOf({ name: event.name, gpu }, events), stream: on(stream) }),
    )
    .with({ kind: 'query' }, () => refuse('the host does not ask for tasks here, since it has no branches', span))
    .with({ kind: 'synchronize', awaits: 'device' }, () => ok({ kind: 'synchronize', awaits: 'device' }))
    .with({ kind: 'synchronize', awaits: 'stream' }, ({ stream }) =>
      ok({ kind: 'synchronize', awaits: 'stream', which: on(stream) }),
    )
    .with({ kind: 'synchronize', awaits: 'event' }, ({ event }) =>
      ok({ kind: 'synchronize', awaits: 'event', which: numberOf({ name: event.name, gpu }, events) }),
    )
    .exhaustive()
}

function bytesOf({ name }: Named, { variables, locations }: Program): number {
  const variable = must(
    variables.find((one) => one.name === name),
    'the memory of a copy',
  )
  const { type, length = 1 } = must(locations[variable.location], 'the location of a variable')
  return (length * type.width) / 8
}

function accessStep(one: Load | Store, program: Program): Result<ScriptStep> {
  const { address, type, span, order, proxy } = one
  if (address.kind === 'pointer') return refuse('the host reaches memory by its name here', span)
  const variable = must(
    program.variables.find(({ name }) => name === address.name),
    'the memory that the host names',
  )
  const others = program.variables.filter(({ location }) => location === variable.location)
  const first = variableAt(program, variable.address)
  if (proxy !== 'generic' || others.some((other) => other.address !== first.address || other.space !== 'global'))
    return refuse('the host reaches only memory that has one address, and no textures or constants', span)
  if (type.width === 128) return refuse('the host reads and writes at most 64 bits', span)
  const at = { variable: address.name, offset: address.offset, bytes: type.width / 8 }
  const strength = order === 'weak' || order === 'volatile' || order === 'mmio' ? 'plain' : order
  if (one.kind === 'load') {
    if (one.expected !== undefined) return refuse('what the host must read is not checked', span)
    return ok({ kind: 'read', ...at, order: strength, value: 0n, register: one.destination })
  }
  return one.value.kind === 'integer'
    ? ok({ kind: 'write', ...at, order: strength, value: one.value.value, register: undefined })
    : refuse('the host stores integers only here', span)
}

/** Returns the launch of a module entry as it is written. */
function entryOf(span: Span, program: Program, modules: readonly SourceText[], gpu: number): Result<Entry> {
  const text = { name: 'a launch', text: writtenAt(span).replace(/;\s*$/, '') }
  return then(parseWith(grammar, text, { startRule: 'LaunchText', called: 'launch' }), (items) => {
    const host = items.flatMap((item) => (item.kind === 'host' ? item.statements : []))
    const launch = host.find((one) => one.kind === 'launch')
    if (launch === undefined) return refuse('this is not a launch', span)
    return then(all(modules.map((source) => readModule(source))), (read) => {
      const entries = read.flatMap((module, index) => entriesOf(module).map((entry) => ({ entry, index })))
      return then(
        entryNamed(
          launch.name.text,
          entries.map(({ entry }) => entry),
          span,
          new Set(),
        ),
        (entry) =>
          then(configurationOf(launch, entry), ({ grid, block, cluster, shared, cooperative, lanes }) => {
            if (lanes !== undefined) return refuse('only some lanes of each warp are simulated', span)
            const given = entry.parameters.map((parameter, i) => ({ parameter, argument: launch.arguments[i] }))
            const parameters = all(
              given.map(({ parameter, argument }) =>
                argument === undefined ? refuse('an argument is missing', span) : argumentFor(parameter, argument),
              ),
            )
            return then(parameters, (filled) => {
              if (filled.some(({ map }) => map !== undefined)) return refuse('tensor maps are not made', span)
              const module = must(
                entries.find((one) => one.entry === entry),
                'the module of an entry',
              ).index
              return ok({
                ...{ name: entry.name.text, module, grid, block, cluster, shared, cooperative },
                parameters: filled.map(({ bytes, pieces }) => ({
                  bytes,
                  pieces: pieces.map(({ offset, bytes: size, value }) => ({
                    ...{ offset, bytes: size },
                    value: value.kind === 'integer' ? value.value : placeOf(value, program, gpu),
                  })),
                })),
              })
            })
          }),
      )
    })
  })
}

/** Returns the place whose address an argument is, on that GPU of the test, with an offset in bytes. */
function placeOf(
  { name, offset, index = 0n }: Pick<AddressOf, 'name' | 'offset' | 'index'>,
  { variables, locations }: Program,
  gpu: number,
): { readonly variable: string; readonly offset: bigint } {
  const variable = variables.find((one) => one.name === name || one.name === nameOnGpu(name, gpu))
  const width = variable === undefined ? 8 : (locations[variable.location]?.type.width ?? 8)
  return { variable: variable?.name ?? name, offset: offset + index * BigInt(width / 8) }
}
