/** Calls of the CUDA runtime, as data (ISA 8.9.4). */

import type { Span } from '../../source/text.js'
import type { Integer, Named } from '../operand.js'

/** A call of the CUDA runtime, which only the host can make (ISA 8.9.4, API synchronization). */
export interface Call {
  readonly kind: 'call'
  readonly action: HostAction
  /** No text has it: it comes with a launch of the command line. */
  readonly implied?: true
  readonly span: Span
}

export type HostAction =
  /** `kernel<<<grid, block, 0, stream>>>()`, with the number of CTAs, and of threads in each. */
  | {
      readonly kind: 'launch'
      readonly kernel: Named
      readonly grid: Integer
      readonly block: Integer
      readonly stream: Stream
      /** It need not wait for the end of the kernel before it in its stream (programmatic dependent launch). */
      readonly programmatic?: true
      /** The number of its CTAs that are promised to be resident at once. */
      readonly resident?: Integer
      /** The GPU, if the launch says. */
      readonly gpu?: Integer
      /** Its memory synchronisation domain, if the launch says. */
      readonly domain?: Integer
    }
  | {
      readonly kind: 'copy'
      readonly to: Named
      readonly from: Named
      readonly stream: Stream
      /** The GPUs of the two sides, for `cudaMemcpyPeerAsync`. */
      readonly peers?: { readonly to: Integer; readonly from: Integer }
    }
  /** Sets every byte to the lowest byte of the value. */
  | { readonly kind: 'set'; readonly to: Named; readonly value: Integer; readonly stream: Stream }
  | { readonly kind: 'record' | 'wait'; readonly event: Named; readonly stream: Stream }
  | { readonly kind: 'synchronize'; readonly awaits: 'stream'; readonly stream: Stream }
  | { readonly kind: 'synchronize'; readonly awaits: 'event'; readonly event: Named }
  | { readonly kind: 'synchronize'; readonly awaits: 'device' }
  /** The GPU to which later calls apply. */
  | { readonly kind: 'device'; readonly gpu: Integer }
  /** Queries whether tasks have completed: the register gets `cudaSuccess`, 0, or `cudaErrorNotReady`, 600. */
  | { readonly kind: 'query'; readonly awaits: 'stream'; readonly stream: Stream; readonly destination: string }
  | { readonly kind: 'query'; readonly awaits: 'event'; readonly event: Named; readonly destination: string }

/** An action that puts a task into a stream. The others wait for tasks, query them, or set the GPU. */
export type Enqueuing = Exclude<HostAction, { kind: 'synchronize' | 'query' | 'device' }>

export const isEnqueuing = (action: HostAction): action is Enqueuing =>
  action.kind !== 'synchronize' && action.kind !== 'query' && action.kind !== 'device'

/** A stream by its name; the legacy default stream if it has none. */
export interface Stream {
  readonly name: string | undefined
  readonly span: Span
}
