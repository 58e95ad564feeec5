/** Prints calls of the runtime as text. */

import { match } from 'ts-pattern'
import { type Definition, fenceFacts, unchanged } from '../instructions/definition.js'
import { defaultType } from '../operand.js'
import type { Call, HostAction, Stream } from './action.js'

/** Returns the call as both formats write it, without the final mark. */
export const printCall = (action: HostAction): string =>
  match(action)
    .with({ kind: 'launch' }, ({ kernel, grid, block, stream, programmatic, resident, gpu, domain }) => {
      const streamText = stream.name === undefined ? '' : `, 0, ${stream.name}`
      const options = [
        ...(programmatic === true ? [', programmatic'] : []),
        ...(resident === undefined ? [] : [`, resident(${resident.value})`]),
        ...(gpu === undefined ? [] : [`, device(${gpu.value})`]),
        ...(domain === undefined ? [] : [`, domain(${domain.value})`]),
      ]
      return `${kernel.name}<<<${grid.value}, ${block.value}${streamText}${options.join('')}>>>()`
    })
    .with({ kind: 'copy' }, ({ to, from, stream, peers }) =>
      peers === undefined
        ? callText('cudaMemcpyAsync', to.name, from.name, ...named(stream))
        : callText(
            'cudaMemcpyPeerAsync',
            ...[to.name, `${peers.to.value}`, from.name, `${peers.from.value}`, ...named(stream)],
          ),
    )
    .with({ kind: 'set' }, ({ to, value, stream }) =>
      callText('cudaMemsetAsync', to.name, `${value.value}`, ...named(stream)),
    )
    .with({ kind: 'record' }, ({ event, stream }) => callText('cudaEventRecord', event.name, ...named(stream)))
    .with({ kind: 'wait' }, ({ event, stream }) => callText('cudaStreamWaitEvent', stream.name ?? '0', event.name))
    .with({ kind: 'synchronize', awaits: 'stream' }, ({ stream }) =>
      callText('cudaStreamSynchronize', stream.name ?? '0'),
    )
    .with({ kind: 'synchronize', awaits: 'event' }, ({ event }) => callText('cudaEventSynchronize', event.name))
    .with({ kind: 'synchronize', awaits: 'device' }, () => callText('cudaDeviceSynchronize'))
    .with(
      { kind: 'query', awaits: 'stream' },
      ({ stream, destination }) => `${destination} = ${callText('cudaStreamQuery', stream.name ?? '0')}`,
    )
    .with(
      { kind: 'query', awaits: 'event' },
      ({ event, destination }) => `${destination} = ${callText('cudaEventQuery', event.name)}`,
    )
    .with({ kind: 'device' }, ({ gpu }) => callText('cudaSetDevice', `${gpu.value}`))
    .exhaustive()

const callText = (name: string, ...given: readonly string[]): string => `${name}(${given.join(', ')})`

const named = ({ name }: Stream): readonly string[] => (name === undefined ? [] : [name])

export const call: Definition<Call> = {
  facts: { ...fenceFacts, family: 'host call' },
  withParts: unchanged,
  result: ({ action }) => ({
    destination: action.kind === 'query' ? action.destination : undefined,
    type: defaultType,
  }),
  print: ({ action }) => printCall(action),
}
