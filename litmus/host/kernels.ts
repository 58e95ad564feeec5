/** The rules for kernels: launches, grids and GPUs. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import { didYouMean } from '../../source/nearest.js'
import type { Span } from '../../source/text.js'
import { ctaName } from '../position.js'
import type { DeviceThread, HostThread, WrittenThread } from '../program.js'
import type { HostAction } from './action.js'
import { checkDevices } from './devices.js'

type Launch = Extract<HostAction, { kind: 'launch' }>

const launchesOf = (host: HostThread | undefined): readonly Launch[] =>
  (host?.instructions ?? []).flatMap((one) => (one.kind === 'call' && one.action.kind === 'launch' ? [one.action] : []))

/**
 * Reports kernels that are not launched, launches of unknown kernels, threads outside kernels, grids on two GPUs or
 * larger than their launch, and what `checkDevices` reports.
 */
export function checkKernels(threads: readonly WrittenThread[], host: HostThread | undefined): readonly Diagnostic[] {
  const launches = launchesOf(host)
  const placed = threads.filter((thread) => thread.kind === 'device')
  const kernels = groupBy(placed, ({ position }) => position.kernel)
  const names = new Set([...kernels.keys()].flatMap((name) => name ?? []))
  const launched = new Map(launches.map((launch) => [launch.kernel.name, launch]))
  const grids = [...kernels].flatMap(([name, [first, ...others]]): readonly Diagnostic[] => {
    if (name === undefined)
      return host === undefined
        ? []
        : [
            diagnostic(
              'this thread is in no kernel; in a test with a host, every thread is in a kernel that the host launches',
              first.span,
            ),
          ]
    const launch = launched.get(name)
    if (launch === undefined)
      return [
        diagnostic(`kernel \`${name}\` is never launched${host === undefined ? ': there is no host' : ''}`, first.span),
      ]
    const elsewhere = others.find(({ position }) => position.gpu !== first.position.gpu)
    if (elsewhere !== undefined)
      return [
        diagnostic(`a grid is on one GPU; \`${name}\` is on two`, elsewhere.span, {
          message: `on GPU ${first.position.gpu}`,
          place: first.span,
        }),
      ]
    const ctas = new Map([first, ...others].map((one) => [ctaName(one.position), one])).values()
    const tooMany = [...ctas][Number(launch.grid.value)]
    return [
      ...[first, ...others].flatMap((one) => checkGrid(one, launch)),
      ...(first.position.cluster === undefined || tooMany === undefined ? [] : [tooManyCtas(tooMany.span, launch)]),
    ]
  })
  const strangers = launches.flatMap(({ kernel: { name, span } }) =>
    names.has(name) ? [] : [diagnostic(`there is no kernel \`${name}\`${didYouMean(name, names)}`, span)],
  )
  return [...grids, ...strangers, ...checkDevices(placed, host)]
}

function checkGrid({ position, span }: DeviceThread, { grid, block, kernel }: Launch): readonly Diagnostic[] {
  const beyond = (what: string, has: number, most: bigint, noun: string): readonly Diagnostic[] =>
    BigInt(has) < most
      ? []
      : [
          diagnostic(`${what} ${has}, but \`${kernel.name}\` is launched with ${most} ${noun}`, span, {
            message: 'launched',
            place: kernel.span,
          }),
        ]
  return [
    // CTAs are numbered within their cluster, whose size the launch does not state.
    ...(position.cluster === undefined ? beyond('CTA', position.cta, grid.value, 'CTAs') : []),
    ...beyond('thread', position.thread, block.value, 'threads in a CTA'),
  ]
}

const tooManyCtas = (place: Span, { grid, kernel }: Launch): Diagnostic =>
  diagnostic(`one CTA more than the ${grid.value} with which \`${kernel.name}\` is launched`, place, {
    message: 'launched',
    place: kernel.span,
  })
