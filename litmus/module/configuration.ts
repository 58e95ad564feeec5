/**
 * The configuration of a launch between `<<<` and `>>>`, and the demands of its entry on it (ISA 11.4; CUDA's execution
 * configuration).
 */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { misspeltOptions } from '../host/launch-options.js'
import type { Word } from '../instructions/statement.js'
import type { Integer } from '../operand.js'
import type { LaunchSyntax, SizeSyntax } from '../syntax/words.js'
import { type Lanes, lanesIn, simulatedOf } from './lanes.js'
import { countOf, type Dimensions } from './special.js'
import type { FunctionSyntax } from './syntax.js'

export interface Configuration {
  readonly grid: Dimensions
  readonly block: Dimensions
  /** The CTAs of a cluster, if the launch or the entry states them. */
  readonly cluster: Dimensions | undefined
  /** Bytes of dynamic shared memory. */
  readonly shared: number
  readonly cooperative: boolean
  /** The lanes of each warp that are simulated; undefined for all. */
  readonly lanes: Lanes | undefined
  /** How many bytes the addresses of its shared memory are assumed to be multiples of; undefined if nothing is assumed. */
  readonly aligned: Integer | undefined
}

/**
 * The most threads of a launch: each is simulated, and executes at least one of as many instructions as a test may
 * execute.
 */
const mostThreads = 1_000_000

/** The most threads of a first launch that nobody has asked for. */
const fewThreads = 1024

/** Returns the number of threads of a launch that are simulated: all, or some of each warp. */
const simulated = ({ grid, block, lanes }: Pick<Configuration, 'grid' | 'block' | 'lanes'>): number =>
  countOf(grid) * (lanes === undefined ? countOf(block) : simulatedOf(countOf(block), lanes))

/**
 * Returns the demand of an entry on the launch by a directive, such as `.reqntid 32, 2`; undefined if it has none of
 * that name.
 */
function demanded(
  { directives }: FunctionSyntax,
  directive: 'reqntid' | 'maxntid' | 'reqnctapercluster',
): Dimensions | undefined {
  const [x, y = 1, z = 1] = directives.find(({ name }) => name === directive)?.numbers ?? []
  return x === undefined ? undefined : { x, y, z }
}

/** The registers of an SM, which the CTAs on it share, and the step in which they are given to threads. */
const [registersOfSm, registerStep] = [65_536, 8]

/**
 * Returns how many hardware registers each thread of an entry may use at first, if the entry says it: by `.maxnreg`, or
 * as many as let the number of CTAs run on an SM that `.minnctapersm` demands (our choice: the manual leaves it open).
 */
export function mostRegistersOf(entry: FunctionSyntax): number | undefined {
  const numberIn = (directive: string): number | undefined =>
    entry.directives.find(({ name }) => name === directive)?.numbers[0]
  const stated = numberIn('maxnreg')
  const threads = demanded(entry, 'reqntid') ?? demanded(entry, 'maxntid')
  if (stated !== undefined || threads === undefined) return stated
  const each = registersOfSm / (countOf(threads) * (numberIn('minnctapersm') ?? 1))
  return Math.min(255 - (255 % registerStep), each - (each % registerStep))
}

/**
 * Returns the sizes of a first launch of an entry, as written: two CTAs of one thread, or what the entry requires. It
 * is one CTA, or one lane of each warp, if more threads are too many to simulate.
 */
export function usualSizes(entry: FunctionSyntax): string {
  const block = demanded(entry, 'reqntid') ?? { x: 1, y: 1, z: 1 }
  const cluster = demanded(entry, 'reqnctapercluster')
  const grids = cluster === undefined ? [2, 1].map((x) => ({ x, y: 1, z: 1 })) : [cluster]
  const grid = grids.find((one) => simulated({ grid: one, block, lanes: undefined }) <= fewThreads)
  const lanes = grid === undefined ? ', lanes 0' : ''
  return `<<<${axesText(grid ?? cluster ?? { x: 2, y: 1, z: 1 })}, ${axesText(block)}${lanes}>>>`
}

/** `4`, `(32, 2)`. */
function axesText({ x, y, z }: Dimensions): string {
  const sizes = z > 1 ? [x, y, z] : y > 1 ? [x, y] : [x]
  return sizes.length === 1 ? `${x}` : `(${sizes.join(', ')})`
}

/**
 * Returns the sizes and options of a launch of an entry. Fails on sizes that no launch has, that the entry does not
 * allow, or that are too large here.
 */
export const configurationOf = (launch: LaunchSyntax, entry: FunctionSyntax): Result<Configuration> =>
  then(unless(misspeltOptions(launch)), () => configurationIn(launch, entry))

/** Returns the same for a launch without misspelt options. */
const configurationIn = (launch: LaunchSyntax, entry: FunctionSyntax): Result<Configuration> =>
  then(
    collect({
      count: unless(launch.sizes.length > 4 ? [diagnostic(form(launch), launch.span)] : []),
      grid: dimensions(launch, launch.sizes[0], 'a number of CTAs'),
      block: dimensions(launch, launch.sizes[1], 'a number of threads'),
      shared: sharedBytes(launch),
      options: optionsOf(launch, entry),
    }),
    ({ grid, block, shared, options }) => {
      const configuration = { grid, block, shared, ...options }
      return then(unless(problemsOf(configuration, launch, entry)), () => ok(configuration))
    },
  )

const form = ({ name }: LaunchSyntax): string =>
  `a launch is \`${name.text}<<<grid, block, bytes, stream>>>(…)\`, the last two optional`

function dimensions(launch: LaunchSyntax, size: SizeSyntax | undefined, what: string): Result<Dimensions> {
  if (size === undefined || size.kind === 'word')
    return fail(diagnostic(`expected ${what}: ${form(launch)}`, size?.span ?? launch.span))
  const values = size.kind === 'integer' ? [size] : size.values
  const wrong = values.find(({ value }) => value < 1n || value > 2n ** 31n) ?? values[3]
  if (wrong !== undefined)
    return fail(diagnostic(`expected ${what}, 1 or more, in at most three dimensions`, wrong.span))
  const [x = 1, y = 1, z = 1] = values.map(({ value }) => Number(value))
  return ok({ x, y, z })
}

/**
 * The most shared memory of a CTA on any device so far: 227 KiB, on sm_90 and sm_100 (CUDA C++ Programming Guide,
 * Compute Capabilities).
 */
const mostShared = 227n * 1024n

function sharedBytes({ sizes: [, , bytes] }: LaunchSyntax): Result<number> {
  if (bytes === undefined) return ok(0)
  if (bytes.kind !== 'integer' || bytes.value < 0n)
    return fail(diagnostic('expected a number of bytes of dynamic shared memory', bytes.span))
  return bytes.value > mostShared
    ? fail(
        diagnostic(
          `no device gives a CTA ${bytes.value} bytes of shared memory: the most is ${mostShared}, and such a launch fails`,
          bytes.span,
        ),
      )
    : ok(Number(bytes.value))
}

/** The alignments that a launch may assume of shared memory: no more than its start has in each layout. */
const alignments = [4n, 8n, 16n, 32n, 64n, 128n, 256n, 512n, 1024n]

type Options = Pick<Configuration, 'cluster' | 'cooperative' | 'lanes' | 'aligned'>

function optionsOf(launch: LaunchSyntax, entry: FunctionSyntax): Result<Options> {
  const { options } = launch
  const cluster = options.find((one) => one.kind === 'cluster')
  const lanes = options.find((one) => one.kind === 'lanes')
  const aligned = options.find((one) => one.kind === 'aligned')?.bytes
  const again = options.find((one, i) => options.findIndex(({ kind }) => kind === one.kind) < i)
  if (aligned !== undefined && !alignments.includes(aligned.value))
    return fail(
      diagnostic(`shared memory may be assumed to be aligned to ${alignments.join(', ')} bytes`, aligned.span),
    )
  if (again !== undefined) return fail(diagnostic(`\`${again.kind}\` occurs twice`, again.span))
  const required = demanded(entry, 'reqnctapercluster')
  const given = cluster === undefined ? ok(required) : dimensions(launch, cluster.size, 'a number of CTAs')
  return then(collect({ size: given, simulated: lanes === undefined ? ok(undefined) : lanesIn(lanes) }), (read) => {
    const { size, simulated } = read
    if (cluster !== undefined && size !== undefined && required !== undefined && !isSame(size, required))
      return fail(
        diagnostic(`\`${launch.name.text}\` is compiled for clusters of ${sizeText(required)} CTAs`, cluster.span, {
          message: 'declared',
          place: entry.span,
        }),
      )
    return ok({
      cluster: size,
      cooperative: options.some(({ kind }) => kind === 'cooperative'),
      lanes: simulated,
      aligned,
    })
  })
}

const isSame = (a: Dimensions, b: Dimensions): boolean => a.x === b.x && a.y === b.y && a.z === b.z

const axes = ['x', 'y', 'z'] as const

function problemsOf(
  { grid, block, cluster }: Configuration,
  launch: LaunchSyntax,
  entry: FunctionSyntax,
): readonly Diagnostic[] {
  const { name, sizes } = launch
  const [ofGrid = launch, ofBlock = launch] = sizes
  const declared = { message: 'declared', place: entry.span }
  const threads = countOf(block)
  if (threads > 1024) return [diagnostic(`a CTA has at most 1024 threads, not ${threads}`, ofBlock.span)]
  if (cluster !== undefined && axes.some((axis) => grid[axis] % cluster[axis] !== 0))
    return [
      diagnostic(
        `${sizeText(grid)} CTAs are not a whole number of clusters of ${sizeText(cluster)}`,
        ofGrid.span,
        declared,
      ),
    ]
  const required = demanded(entry, 'reqntid')
  if (required !== undefined && !isSame(required, block))
    return [
      diagnostic(`\`${name.text}\` is compiled for CTAs of ${sizeText(required)} threads`, ofBlock.span, declared),
    ]
  const most = demanded(entry, 'maxntid')
  if (most !== undefined && countOf(most) < threads)
    return [
      diagnostic(`\`${name.text}\` is compiled for CTAs of at most ${countOf(most)} threads`, ofBlock.span, declared),
    ]
  return []
}

/** Reports more threads than can be simulated. */
export function checkSize({
  written,
  span,
  ...launch
}: Configuration & { readonly written: Word; readonly span: Span }): readonly Diagnostic[] {
  const all = simulated(launch)
  if (all <= mostThreads) return []
  const lanes = launch.lanes === undefined ? '; `lanes 0` simulates one thread of each warp' : ''
  const problem = `this launch of \`${written.text}\` has ${all} threads, and each is simulated: at most ${mostThreads} are${lanes}`
  return [diagnostic(problem, span)]
}

const sizeText = ({ x, y, z }: Dimensions): string => (z > 1 ? `${x} by ${y} by ${z}` : y > 1 ? `${x} by ${y}` : `${x}`)

/**
 * Returns a launch of an entry as one of a kernel of the test: under that name, with the numbers of CTAs and threads.
 */
export function plainLaunch(launch: LaunchSyntax, kernel: string, { grid, block }: Configuration): LaunchSyntax {
  const { sizes, name, span } = launch
  const isCooperative = launch.options.some(({ kind }) => kind === 'cooperative')
  const integer = (value: number, at: SizeSyntax | undefined): Integer => ({
    kind: 'integer',
    value: BigInt(value),
    span: at?.span ?? span,
  })
  return {
    ...launch,
    name: { ...name, text: kernel },
    sizes: [integer(countOf(grid), sizes[0]), integer(countOf(block), sizes[1]), ...sizes.slice(2)],
    arguments: [],
    options: launch.options.flatMap((one): LaunchSyntax['options'] => {
      // All blocks of a cooperative launch are resident.
      if (one.kind === 'cooperative')
        return [{ kind: 'resident', blocks: integer(countOf(grid), undefined), span: one.span }]
      const isPlain = one.kind === 'programmatic' || one.kind === 'device' || one.kind === 'domain'
      return isPlain || (one.kind === 'resident' && !isCooperative) ? [one] : []
    }),
  }
}
