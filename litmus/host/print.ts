/** Calls of the runtime as text. */

import { match } from 'ts-pattern'
import type { HostAction, Stream } from '../instruction.js'

/** The call as both formats write it, without the mark that ends it. */
export const printCall = (action: HostAction): string =>
  match(action)
    .with({ kind: 'launch' }, ({ kernel, grid, block, stream }) => {
      const behind = stream.name === undefined ? '' : `, 0, ${stream.name}`
      return `${kernel.name}<<<${grid.value}, ${block.value}${behind}>>>()`
    })
    .with({ kind: 'copy' }, ({ to, from, stream }) => call('cudaMemcpyAsync', to.name, from.name, ...named(stream)))
    .with({ kind: 'set' }, ({ to, value, stream }) =>
      call('cudaMemsetAsync', to.name, `${value.value}`, ...named(stream)),
    )
    .with({ kind: 'record' }, ({ event, stream }) => call('cudaEventRecord', event.name, ...named(stream)))
    .with({ kind: 'wait' }, ({ event, stream }) => call('cudaStreamWaitEvent', stream.name ?? '0', event.name))
    .with({ awaits: 'stream' }, ({ stream }) => call('cudaStreamSynchronize', stream.name ?? '0'))
    .with({ awaits: 'event' }, ({ event }) => call('cudaEventSynchronize', event.name))
    .with({ awaits: 'device' }, () => call('cudaDeviceSynchronize'))
    .exhaustive()

const call = (name: string, ...given: readonly string[]): string => `${name}(${given.join(', ')})`

const named = ({ name }: Stream): readonly string[] => (name === undefined ? [] : [name])
