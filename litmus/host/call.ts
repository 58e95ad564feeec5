/**
 * The calls of the CUDA runtime and their arguments. Copies concern whole objects, so sizes and directions are left
 * out.
 */

import { diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { collect, fail, failAll, ok, type Result, then, unless } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import type { Word } from '../instructions/statement.js'
import type { Integer, Named } from '../operand.js'
import type { CallSyntax, LaunchSyntax } from '../syntax/words.js'
import type { Call, HostAction, Stream } from './action.js'
import { misspeltOptions } from './launch-options.js'

/** A call or a kernel launch, with the arguments between its brackets. */
interface Invocation {
  readonly function: string
  readonly arguments: readonly (Integer | Word)[]
  /** The register that takes what it returns. */
  readonly result: Word | null
  readonly span: Span
}

interface Signature {
  readonly usage: string
  /** The least and the largest number of its arguments. */
  readonly takes: readonly [number, number]
  /** It returns whether tasks have completed. The others return errors, which do not happen here. */
  readonly returns?: true
  readonly read: (given: Invocation) => Result<HostAction>
}

const signatures: ReadonlyMap<string, Signature> = new Map<string, Signature>([
  ['cudaMemcpyAsync', { usage: 'to, from, stream', takes: [2, 3], read: copy }],
  ['cudaMemcpyPeerAsync', { usage: 'to, device, from, device, stream', takes: [4, 5], read: peerCopy }],
  ['cudaMemsetAsync', { usage: 'to, value, stream', takes: [2, 3], read: set }],
  ['cudaEventRecord', { usage: 'event, stream', takes: [1, 2], read: (given) => onEvent(given, 'record', 0, 1) }],
  ['cudaStreamWaitEvent', { usage: 'stream, event', takes: [2, 2], read: (given) => onEvent(given, 'wait', 1, 0) }],
  [
    'cudaStreamSynchronize',
    {
      usage: 'stream',
      takes: [1, 1],
      read: (given) => then(stream(given, 0), (stream) => ok({ kind: 'synchronize', awaits: 'stream', stream })),
    },
  ],
  [
    'cudaEventSynchronize',
    {
      usage: 'event',
      takes: [1, 1],
      read: (given) => then(event(given, 0), (event) => ok({ kind: 'synchronize', awaits: 'event', event })),
    },
  ],
  ['cudaSetDevice', { usage: 'device', takes: [1, 1], read: setDevice }],
  ['cudaDeviceSynchronize', { usage: '', takes: [0, 0], read: () => ok({ kind: 'synchronize', awaits: 'device' }) }],
  [
    'cudaStreamQuery',
    {
      usage: 'stream',
      takes: [1, 1],
      returns: true,
      read: (given) =>
        then(collect({ stream: stream(given, 0), destination: result(given) }), (query) =>
          ok({ kind: 'query', awaits: 'stream', ...query }),
        ),
    },
  ],
  [
    'cudaEventQuery',
    {
      usage: 'event',
      takes: [1, 1],
      returns: true,
      read: (given) =>
        then(collect({ event: event(given, 0), destination: result(given) }), (query) =>
          ok({ kind: 'query', awaits: 'event', ...query }),
        ),
    },
  ],
])

/** A graph orders its nodes as streams and events do (ISA 8.9.4, API synchronization). */
const insteadOfGraphs =
  'write the nodes of the graph as tasks of a stream, one after the other, or of several streams with `cudaEventRecord` and `cudaStreamWaitEvent` for its edges, and again for each launch of the graph, with another kernel'

const insteadOfFunctions =
  'write the launch as `kernel<<<grid, block, bytes, stream>>>(arguments)`, with its attributes after them: `programmatic` for cudaLaunchAttributeProgrammaticStreamSerialization, `cooperative`, `cluster(2)`, `domain(1)`'

const unmodelled: ReadonlyMap<string, string> = new Map([
  ...['cudaLaunchKernelEx', 'cudaLaunchKernelExC', 'cuLaunchKernelEx', 'cudaLaunchKernel', 'cuLaunchKernel'].map(
    (name) => [name, insteadOfFunctions] as const,
  ),
  ...['cudaLaunchCooperativeKernel', 'cuLaunchCooperativeKernel'].map((name) => [name, insteadOfFunctions] as const),
  ...['cudaGraphLaunch', 'cudaGraphInstantiate', 'cudaGraphCreate', 'cudaGraphAddNode', 'cudaGraphAddDependencies'].map(
    (name) => [name, insteadOfGraphs] as const,
  ),
  ...['cudaGraphAddKernelNode', 'cudaGraphAddMemcpyNode', 'cudaGraphAddMemsetNode', 'cudaGraphAddEmptyNode'].map(
    (name) => [name, insteadOfGraphs] as const,
  ),
  ...['cudaStreamBeginCapture', 'cudaStreamEndCapture'].map(
    (name) =>
      [name, 'a captured stream is a graph: leave out the capture, and write its calls for each launch'] as const,
  ),
  ['cudaMemcpy', 'whether it waits for the copy depends on the memory; write cudaMemcpyAsync and a call that waits'],
  [
    'cudaMemset',
    'whether it waits for the memory to be set depends on the memory; write cudaMemsetAsync and a call that waits',
  ],
])

/**
 * Returns the call that the host writes. Fails on a function that is unknown or not modelled, on arguments of the wrong
 * number or kind, on a missing or superfluous result, and on grids and blocks without threads.
 */
export function readCall({ result, name, arguments: written, implied, span }: CallSyntax): Result<Call> {
  const signature = signatures.get(name.text)
  const why = unmodelled.get(name.text)
  if (why !== undefined) return fail(diagnostic(`\`${name.text}\` is refused: ${why}`, name.span))
  if (signature === undefined) {
    const hint = didYouMean(name.text, signatures.keys())
    const message = `\`${name.text}\` is not modelled${hint === '' ? `; the calls that are modelled are ${[...signatures.keys()].join(', ')}` : hint}`
    return fail(diagnostic(message, name.span))
  }
  if (result !== null && signature.returns !== true)
    return fail(
      diagnostic(
        `\`${name.text}\` returns only errors, which do not happen here: leave out \`${result.text} =\``,
        result.span,
      ),
    )
  const given = { function: name.text, arguments: written, result, span }
  return then(count(given, `${name.text}(${signature.usage})`, signature.takes), () =>
    then(signature.read(given), (action) =>
      ok({ kind: 'call', action, span, ...(implied === undefined ? {} : { implied }) }),
    ),
  )
}

/**
 * Reads `kernel<<<grid, block>>>()` of a kernel that the test writes, possibly with a stream and the bytes of shared
 * memory, which have no effect here. The launch may be `programmatic`, promise how many CTAs are resident, and state
 * its GPU and domain. Fails on what only kernels of modules take.
 */
export function readLaunch(launch: LaunchSyntax): Result<Call> {
  const { name, sizes, arguments: given, options, span } = launch
  const [argument] = given
  const misspelt = misspeltOptions(launch)
  if (misspelt.length > 0) return failAll(misspelt)
  const ofModules = options.find(
    ({ kind }) => kind === 'cluster' || kind === 'cooperative' || kind === 'aligned' || kind === 'lanes',
  )
  const again = options.find((one, i) => options.findIndex(({ kind }) => kind === one.kind) < i)
  const resident = options.find((one) => one.kind === 'resident')
  const numberOf = (wanted: 'device' | 'domain'): Integer | undefined =>
    options.flatMap((one) => (one.kind === wanted ? [one.number] : []))[0]
  const [gpu, domain] = [numberOf('device'), numberOf('domain')]
  const dimensions = sizes.find((one) => one.kind === 'dimensions')
  if (argument !== undefined)
    return fail(diagnostic("leave out the kernel's arguments: its threads address memory by name", argument.span))
  if (ofModules !== undefined) return fail(diagnostic('this is for kernels of modules', ofModules.span))
  if (again !== undefined) return fail(diagnostic(`\`${again.kind}\` is here a second time`, again.span))
  if (resident !== undefined && resident.blocks.value < 1n)
    return fail(diagnostic('at least one block is resident', resident.blocks.span))
  if (dimensions !== undefined) return fail(diagnostic('the kernels of tests have one dimension', dimensions.span))
  const numbers = sizes.flatMap((one) => (one.kind === 'dimensions' ? [] : [one]))
  const launched = { function: name.text, arguments: numbers, result: null, span }
  return then(count(launched, `${name.text}<<<grid, block, 0, stream>>>()`, [2, 4]), () =>
    then(
      collect({
        grid: size(launched, 0, 'a number of CTAs'),
        block: size(launched, 1, 'a number of threads'),
        shared: numbers[2] === undefined ? ok(undefined) : integer(launched, 2, 'a number of bytes'),
        stream: stream(launched, 3),
      }),
      ({ grid, block, stream }) =>
        ok({
          kind: 'call',
          action: {
            ...{ kind: 'launch', kernel: { name: name.text, span: name.span }, grid, block, stream },
            ...(options.some(({ kind }) => kind === 'programmatic') ? { programmatic: true } : {}),
            ...(resident === undefined ? {} : { resident: resident.blocks }),
            ...(gpu === undefined ? {} : { gpu }),
            ...(domain === undefined ? {} : { domain }),
          },
          span,
        }),
    ),
  )
}

const result = ({ function: name, result, span }: Invocation): Result<string> =>
  result === null
    ? fail(diagnostic(`a register takes what \`${name}\` returns, as in \`r0 = ${name}(…)\``, span))
    : ok(result.text)

function copy(given: Invocation): Result<HostAction> {
  return then(
    collect({ to: memory(given, 0), from: memory(given, 1), stream: stream(given, 2) }),
    ({ to, from, stream }) => ok({ kind: 'copy', to, from, stream }),
  )
}

const gpuNumber = (given: Invocation, index: number): Result<Integer> => integer(given, index, 'the number of a GPU')

function peerCopy(given: Invocation): Result<HostAction> {
  const copied = collect({
    ...{ to: memory(given, 0), toGpu: gpuNumber(given, 1), from: memory(given, 2), fromGpu: gpuNumber(given, 3) },
    stream: stream(given, 4),
  })
  return then(copied, ({ to, toGpu, from, fromGpu, stream }) =>
    ok({ kind: 'copy', to, from, stream, peers: { to: toGpu, from: fromGpu } }),
  )
}

function setDevice(given: Invocation): Result<HostAction> {
  return then(gpuNumber(given, 0), (gpu) => ok({ kind: 'device', gpu }))
}

function set(given: Invocation): Result<HostAction> {
  return then(
    collect({ to: memory(given, 0), value: integer(given, 1, 'an integer'), stream: stream(given, 2) }),
    ({ to, value, stream }) => ok({ kind: 'set', to, value, stream }),
  )
}

const onEvent = (given: Invocation, kind: 'record' | 'wait', which: number, where: number): Result<HostAction> =>
  then(collect({ event: event(given, which), stream: stream(given, where) }), ({ event, stream }) =>
    ok({ kind, event, stream }),
  )

const count = (
  { function: name, arguments: given, span }: Invocation,
  usage: string,
  [least, most]: readonly [number, number],
) =>
  unless(
    given.length >= least && given.length <= most
      ? []
      : [
          diagnostic(
            `\`${name}\` takes ${least === most ? least : `${least} to ${most}`} arguments here: ${usage}`,
            span,
          ),
        ],
  )

const event = (given: Invocation, index: number): Result<Named> => named(given, index, 'an event')
const memory = (given: Invocation, index: number): Result<Named> => named(given, index, 'a name of memory')

function named({ arguments: given, span }: Invocation, index: number, what: string): Result<Named> {
  const argument = given[index]
  if (argument?.kind === 'word') return ok({ name: argument.text, span: argument.span })
  return fail(diagnostic(`expected ${what}`, argument === undefined ? span : argument.span))
}

function integer({ arguments: given, span }: Invocation, index: number, what: string): Result<Integer> {
  const argument = given[index]
  if (argument?.kind === 'integer') return ok(argument)
  return fail(diagnostic(`expected ${what}`, argument === undefined ? span : argument.span))
}

const size = (given: Invocation, index: number, what: string): Result<Integer> =>
  then(integer(given, index, what), (read) =>
    read.value > 0n ? ok(read) : fail(diagnostic(`expected ${what}, 1 or more`, read.span)),
  )

/**
 * Returns the stream that the argument names; the legacy default stream if there is no argument, and for `0` and
 * `cudaStreamLegacy`.
 */
function stream({ arguments: given, span }: Invocation, index: number): Result<Stream> {
  const argument = given[index]
  if (argument === undefined) return ok({ name: undefined, span })
  if (argument.kind === 'integer')
    return argument.value === 0n
      ? ok({ name: undefined, span: argument.span })
      : fail(diagnostic('expected a stream: a name, or 0 for the legacy default stream', argument.span))
  if (argument.text === 'cudaStreamPerThread')
    return fail(diagnostic('per-thread default streams are not modelled; name the stream', argument.span))
  return ok({ name: argument.text === 'cudaStreamLegacy' ? undefined : argument.text, span: argument.span })
}
