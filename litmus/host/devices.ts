/** The GPUs to which the host's calls apply (CUDA runtime, Device Management). */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import type { Integer } from '../operand.js'
import type { DeviceThread, HostThread } from '../program.js'
import type { Call, HostAction } from './action.js'

/** A call, and the GPUs that it concerns. */
export interface CallOnGpu {
  /** Its place among the host's instructions. */
  readonly index: number
  readonly call: Call
  /** The current GPU. */
  readonly current: number
  /**
   * The GPU of its stream: that of the first kernel launched in it, or if there is none, the one that is current where
   * the stream is first used. A call without a stream, or for a legacy default stream, has the GPU of the launch, or
   * `current`.
   */
  readonly gpu: number
}

/** Returns the host's calls, each with its GPUs. The first GPU is 0; if no call names a GPU, all apply to that one. */
export function callsOnGpus({ instructions }: Pick<HostThread, 'instructions'>): readonly CallOnGpu[] {
  let current = 0
  const calls = instructions.flatMap((call, index) => {
    if (call.kind !== 'call') return []
    if (call.action.kind === 'device') current = Number(call.action.gpu.value)
    return [{ index, call, current }]
  })
  const streams = new Map<string, number>()
  const launches = calls.filter(({ call }) => call.action.kind === 'launch')
  for (const { call, current } of [...launches, ...calls]) {
    const name = streamOf(call.action)
    if (name !== undefined && !streams.has(name)) streams.set(name, launchedOn(call.action, current))
  }
  return calls.map((one) => {
    const { action } = one.call
    const name = streamOf(action)
    const own = launchedOn(action, one.current)
    return { ...one, gpu: name === undefined ? own : (streams.get(name) ?? own) }
  })
}

const streamOf = (action: HostAction): string | undefined => ('stream' in action ? action.stream.name : undefined)

/** Returns the GPU on which a kernel is launched: the one that the launch names, or the current one. */
const launchedOn = (action: HostAction, current: number): number =>
  action.kind === 'launch' && action.gpu !== undefined ? Number(action.gpu.value) : current

/** Returns the name of the legacy default stream of a GPU. */
export const legacyStream = (gpu: number): string => (gpu === 0 ? 'cudaStreamLegacy' : `cudaStreamLegacy of GPU ${gpu}`)

/** Returns whether the host says on which GPUs it launches. Otherwise the threads of kernels say where they run. */
const namesGpus = (calls: readonly CallOnGpu[]): boolean => calls.some(({ call }) => numbersIn(call.action).length > 0)

/** Returns the GPUs that a call names. */
const numbersIn = (action: HostAction): readonly Integer[] =>
  action.kind === 'device' || action.kind === 'launch'
    ? [action.gpu ?? []].flat()
    : action.kind === 'copy' && action.peers !== undefined
      ? [action.peers.to, action.peers.from]
      : []

/** Returns whether a GPU or a domain can have that number. No machine has more. */
const isNumber = ({ value }: Integer): boolean => value >= 0n && value < 1024n

/**
 * Reports numbers that no GPU or domain has, kernels launched on another GPU than that of their threads or their
 * stream, and events recorded in streams of two GPUs. If the host names no GPU, it also reports kernels of two GPUs in
 * one stream and, if there are several GPUs, calls that concern all streams of one.
 */
export function checkDevices(placed: readonly DeviceThread[], host: HostThread | undefined): readonly Diagnostic[] {
  const calls = host === undefined ? [] : callsOnGpus(host)
  const gpuOf = new Map(placed.map(({ position }) => [position.kernel, position.gpu]))
  return [
    ...checkNumbers(calls),
    ...(namesGpus(calls) ? [...checkLaunches(calls, gpuOf), ...checkEvents(calls)] : checkUnnamed(calls, gpuOf)),
  ]
}

type GpuOfKernel = ReadonlyMap<string | undefined, number>

const checkNumbers = (calls: readonly CallOnGpu[]): readonly Diagnostic[] =>
  calls.flatMap(({ call: { action } }) => [
    ...numbersIn(action).flatMap((one) =>
      isNumber(one) ? [] : [diagnostic(`\`${one.value}\` is not the number of a GPU`, one.span)],
    ),
    ...(action.kind === 'launch' && action.domain !== undefined && !isNumber(action.domain)
      ? [diagnostic(`\`${action.domain.value}\` is not the number of a domain`, action.domain.span)]
      : []),
  ])

function checkLaunches(calls: readonly CallOnGpu[], gpuOf: GpuOfKernel): readonly Diagnostic[] {
  return calls.flatMap(({ call: { action }, current, gpu }) => {
    if (action.kind !== 'launch') return []
    const { kernel, stream } = action
    const own = launchedOn(action, current)
    const written = gpuOf.get(kernel.name)
    if (written !== undefined && written !== own)
      return [
        diagnostic(
          `the threads of \`${kernel.name}\` are on GPU ${written}, but it is launched on GPU ${own}`,
          kernel.span,
        ),
      ]
    const first = calls.find((one) => one.call.action.kind === 'launch' && streamOf(one.call.action) === stream.name)
    return own === gpu || first === undefined
      ? []
      : [
          diagnostic(
            `stream \`${stream.name}\` is on GPU ${gpu}, but \`${kernel.name}\` is launched on GPU ${own}`,
            stream.span,
            { message: `the first kernel of the stream is on GPU ${gpu}`, place: first.call.span },
          ),
        ]
  })
}

/**
 * Reports events recorded on two GPUs. An event belongs to one GPU, and only streams of that GPU record it; streams of
 * others may wait for it.
 */
const checkEvents = (calls: readonly CallOnGpu[]): readonly Diagnostic[] =>
  calls.flatMap(({ call: { action }, gpu }) => {
    if (action.kind !== 'record') return []
    const { event, stream } = action
    const first = calls.find((one) => one.call.action.kind === 'record' && one.call.action.event.name === event.name)
    return first === undefined || first.gpu === gpu
      ? []
      : [
          diagnostic(`event \`${event.name}\` is of GPU ${first.gpu}, but this stream is on GPU ${gpu}`, stream.span, {
            message: 'first recorded',
            place: first.call.span,
          }),
        ]
  })

/**
 * Reports uses of several GPUs by a host that names none. A stream belongs to one GPU, and so do the tasks for which
 * the legacy default stream and `cudaDeviceSynchronize` wait.
 */
function checkUnnamed(calls: readonly CallOnGpu[], gpuOf: GpuOfKernel): readonly Diagnostic[] {
  const launches = calls.flatMap(({ call: { action } }) =>
    action.kind === 'launch' && gpuOf.has(action.kernel.name) ? [action] : [],
  )
  const streams = launches.flatMap(({ kernel, stream }) => {
    const first = launches.find((one) => one.stream.name === stream.name)
    const gpu = first && gpuOf.get(first.kernel.name)
    return first === undefined || gpu === gpuOf.get(kernel.name)
      ? []
      : [
          diagnostic(
            `stream \`${stream.name ?? legacyStream(0)}\` is on one GPU, but \`${kernel.name}\` is on another`,
            stream.span,
            { message: `\`${first.kernel.name}\` is on GPU ${gpu}`, place: first.stream.span },
          ),
        ]
  })
  if (new Set(gpuOf.values()).size < 2) return streams
  const open = calls.flatMap(({ call: { action, span } }) => {
    const ofAll =
      action.kind === 'synchronize' && action.awaits !== 'stream'
        ? action.awaits === 'device'
        : 'stream' in action && action.stream.name === undefined
    return ofAll
      ? [
          diagnostic(
            'the kernels are on several GPUs, and this call does not say which it is about: name a stream, or call `cudaSetDevice` first',
            span,
          ),
        ]
      : []
  })
  return [...streams, ...open]
}
