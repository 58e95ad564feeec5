/** Launches of a module's entries: the threads of the grid, which share their instructions. */

import { counted } from '../../source/counted.js'
import { diagnostic } from '../../source/diagnostic.js'
import { all, ok, type Result, then, unless } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import type { Word } from '../instructions/statement.js'
import { addressType, type Constant, type DataType, type Integer } from '../operand.js'
import { positionName } from '../position.js'
import type { DeviceThread, InitialRegister, ThreadPosition } from '../program.js'
import type { ArgumentSyntax } from '../syntax/words.js'
import { describing } from '../tensor-maps.js'
import type { DeclaredVariable } from '../variables.js'
import { type Argument, argumentFor, partOf } from './arguments.js'
import { type Code, codeOf } from './code.js'
import { type Configuration, checkSize, mostRegistersOf } from './configuration.js'
import { cudaHeadText } from './cuda-parameters.js'
import { entryText } from './entries.js'
import { arrivingForAll, countsFor, leftOutBeside } from './lanes.js'
import type { Module } from './read.js'
import { countOf, indexIn, laneIn, type Placed, placeIn, specialValue } from './special.js'
import type { FunctionSyntax } from './syntax.js'
import { type Initially, withoutTimeouts, withTimeouts } from './timeouts.js'
import { withWaitsRolledUp } from './unrolled-waits.js'
import type { Memory } from './variables.js'

interface Launch extends Configuration {
  /** The name of the kernel in the test. */
  readonly kernel: string
  readonly gpu: number
  readonly arguments: readonly ArgumentSyntax[]
  /** Its name in the text, and the place. */
  readonly written: Word
  readonly span: Span
  /** True if waits may time out; if false, time-outs are removed from the code. */
  readonly timeouts: boolean
}

/** The threads of a launch, and the places of the time-outs that they do not have. */
export interface Launched {
  readonly threads: readonly DeviceThread[]
  readonly timeouts: readonly Span[]
  /** True if the kernel synchronises its grid, and the launch is not cooperative: the CUDA runtime lets it trap. */
  readonly lacksWorkspace: boolean
}

/** Returns the threads of a launch. The memory of the module that they use is added to `memory`. */
export const launched = (module: Module, entry: FunctionSyntax, launch: Launch, memory: Memory): Result<Launched> =>
  then(argumentsOf(module, entry, launch), (given) => {
    const { kernel, shared } = launch
    const code = codeOf({ module, entry, memory, name: kernel, shared })
    const size = unless(checkSize(launch))
    if (!size.ok) return size
    for (const [parameter, name] of code.addressed) memory.add(parameterMemory(name, parameter, given, entry))
    return threadsOf(entry, code, given, launch, memory)
  })

/**
 * Returns the arguments by the names of parameters. Fails on a wrong number of arguments, and on values that a
 * parameter cannot have.
 */
const argumentsOf = (module: Module, entry: FunctionSyntax, launch: Launch): Result<ReadonlyMap<string, Argument>> => {
  const {
    parameters,
    name: { span: declared },
  } = entry
  const given = launch.arguments
  const pairs = parameters.flatMap((parameter, i) => {
    const argument = given[i]
    return argument === undefined ? [] : [{ parameter, argument }]
  })
  const shown = launch.written.text
  const problem = `\`${shown}\` takes ${counted(parameters.length, 'argument')}, not ${given.length}: \`${cudaHeadText(shown, entry, module.source) ?? entryText(shown, entry)}\``
  return then(
    unless(
      given.length === parameters.length
        ? []
        : [diagnostic(problem, launch.written.span, { message: 'declared', place: declared })],
    ),
    () =>
      then(
        all(
          pairs.map(({ parameter, argument }) =>
            then(argumentFor(parameter, argument), (one) => ok([parameter.name.text, one] as const)),
          ),
        ),
        (arguments_) => ok(new Map(arguments_)),
      ),
  )
}

/**
 * Returns constant memory for a parameter whose address the kernel takes: a tensor map, or elements of 64 bits, so that
 * addresses fit.
 */
function parameterMemory(
  name: string,
  parameter: string,
  given: ReadonlyMap<string, Argument>,
  { parameters, span }: FunctionSyntax,
): DeclaredVariable {
  const argument = given.get(parameter)
  const place = parameters.find((one) => one.name.text === parameter)?.span ?? span
  const declared = { name, space: 'const', alias: undefined, span: place } as const
  if (argument?.map !== undefined) return { ...declared, ...describing(argument.map) }
  const count = Math.ceil((argument?.bytes ?? 8) / 8)
  const maps = argument?.pieces.flatMap(({ map, offset }) => (map === undefined ? [] : [{ offset, tensor: map }])) ?? []
  const values = Array.from({ length: count }, (_, i): Constant => {
    const map = argument?.pieces.find((one) => one.map !== undefined && one.offset === 8 * i)
    if (map !== undefined) return map.value
    const part = argument && partOf(argument, 8 * i, 64)
    return part?.kind === 'address'
      ? part.address
      : { kind: 'integer', value: part?.kind === 'bits' ? part.bits : 0n, span: place }
  })
  const length: Integer = { kind: 'integer', value: BigInt(count), span: place }
  return {
    ...declared,
    initial: { braces: true, values, span: place },
    type: addressType,
    length: { elements: length, span: place },
    ...(maps.length === 0 ? {} : { maps }),
  }
}

function threadsOf(
  entry: FunctionSyntax,
  code: Code,
  given: ReadonlyMap<string, Argument>,
  launch: Launch,
  memory: Memory,
): Result<Launched> {
  const { grid, block, cluster = { x: 1, y: 1, z: 1 }, shared, lanes } = launch
  const { span } = entry
  const registers: InitialRegister[] = []
  const before: Instruction[] = []
  for (const [name, { parameter, offset, width, span }] of code.parts) {
    const argument = given.get(parameter)
    const part = argument && partOf(argument, offset, width)
    if (argument?.map !== undefined || part?.kind === 'map')
      before.push({ kind: 'refused', why: `the bytes of the tensor map in \`${parameter}\` are not modelled`, span })
    else if (part?.kind === 'bits') registers.push(holding(name, part.bits, width, span))
    else if (part?.kind === 'address' && width === 64) registers.push({ name, value: part.address, span })
    else if (part?.kind === 'address') {
      const whole = `${name}, the address`
      registers.push({ name: whole, value: part.address, span })
      for (const one of bitsFrom(name, whole, part.shift, width, span)) before.push(one)
    } else before.push({ kind: 'refused', why: `a part of the address in \`${parameter}\` is not modelled`, span })
  }
  const wantsWorkspace = ['%envreg1', '%envreg2'].some((one) => code.special.has(one))
  if (launch.cooperative && wantsWorkspace) {
    const workspace = cooperativeWorkspace(launch.kernel, memory, span)
    registers.push(workspace.register)
    for (const one of workspace.instructions) before.push(one)
  }
  const initially: Initially = {
    registers: new Map(
      registers.map(({ name, value }) => [name, value.kind === 'integer' ? value.value : value] as const),
    ),
    memory: memory.initialOf,
  }
  const waiting = launch.timeouts
    ? { instructions: withTimeouts(code.instructions, initially), timeouts: [] }
    : withoutTimeouts(code.instructions, initially)
  const mostRegisters = mostRegistersOf(entry)
  const rolled = withWaitsRolledUp(waiting.instructions)
  const isFlat = block.y === 1 && block.z === 1
  const { instructions, arrivals } =
    lanes === undefined
      ? { instructions: [...before, ...rolled], arrivals: [] }
      : arrivingForAll([...before, ...rolled], isFlat)
  const written = new Set(before.flatMap((one) => ('destination' in one ? [one.destination] : [])))
  const threadsOfCta = (cta: number): readonly DeviceThread[] =>
    Array.from({ length: countOf(block) }, (_, thread) => thread).flatMap((thread): readonly DeviceThread[] => {
      const placedAt = (thread: number): Placed => {
        return { grid, block, cluster, ctaid: placeIn(grid, cta), tid: placeIn(block, thread), shared }
      }
      const placed = placedAt(thread)
      if (lanes !== undefined && !lanes.includes(laneIn(placed))) return []
      const position: ThreadPosition = { kernel: launch.kernel, gpu: launch.gpu, ...ctaPosition(launch, cta), thread }
      const ownOf = (at: Placed): readonly InitialRegister[] =>
        [...code.special].flatMap((name) => {
          const value = specialValue(name, at)
          return value === undefined || written.has(name) ? [] : [holding(name, BigInt(value), 32, span)]
        })
      const own = ownOf(placed)
      const beside = lanes === undefined ? [] : leftOutBeside(thread, countOf(block), lanes)
      const name = positionName(position)
      const threads = lanes === undefined ? 1 : countsFor(thread, countOf(block), lanes)
      const counts = arrivals.map(({ register, each }) => holding(register, each * BigInt(threads), 32, span))
      return [
        {
          kind: 'device',
          compiled: true,
          ...(mostRegisters === undefined ? {} : { mostRegisters }),
          ...(beside.length === 0
            ? {}
            : { leftOut: beside.map((other) => ({ thread: other, registers: ownOf(placedAt(other)) })) }),
          name,
          position,
          ctaid: [placed.ctaid.x, placed.ctaid.y, placed.ctaid.z],
          registers: [...registers, ...own, ...counts],
          instructions,
          span,
        },
      ]
    })
  return ok({
    threads: Array.from({ length: countOf(grid) }, (_, cta) => threadsOfCta(cta)).flat(),
    timeouts: waiting.timeouts,
    lacksWorkspace: wantsWorkspace && !launch.cooperative,
  })
}

/** CTAs are numbered within their cluster, where the launch has clusters. */
function ctaPosition({ grid, cluster }: Launch, cta: number): Pick<ThreadPosition, 'cta' | 'cluster'> {
  if (cluster === undefined) return { cta }
  const at = placeIn(grid, cta)
  const axes = ['x', 'y', 'z'] as const
  const [x = 0, y = 0, z = 0] = axes.map((axis) => Math.floor(at[axis] / cluster[axis]))
  const [cx = 0, cy = 0, cz = 0] = axes.map((axis) => at[axis] % cluster[axis])
  const clusters = { x: grid.x / cluster.x, y: grid.y / cluster.y, z: grid.z / cluster.z }
  return { cluster: indexIn(clusters, { x, y, z }), cta: indexIn(cluster, { x: cx, y: cy, z: cz }) }
}

/**
 * Returns the registers through which a cooperative launch passes the address of its workspace, and the workspace,
 * which is all 0.
 */
function cooperativeWorkspace(kernel: string, memory: Memory, span: Span) {
  const name = `workspace of ${kernel}`
  const length: Integer = { kind: 'integer', value: 16n, span }
  memory.add({
    name,
    space: 'global',
    alias: undefined,
    initial: undefined,
    type: { width: 32, signed: false },
    length: { elements: length, span },
    span,
  })
  const address = { kind: 'address', name, owner: undefined, offset: 0n, span } as const
  const whole = 'the workspace'
  const instructions = [...bitsFrom('%envreg2', whole, 0, 32, span), ...bitsFrom('%envreg1', whole, 32, 32, span)]
  return { register: { name: whole, value: address, span }, instructions }
}

/** Bits of a register of 64, from one of them on. */
function bitsFrom(
  destination: string,
  register: string,
  shift: number,
  width: number,
  span: Span,
): readonly Instruction[] {
  const shifted = `${destination}, shifted`
  const by: Integer = { kind: 'integer', value: BigInt(shift), span }
  const operands = [{ kind: 'register', name: register, span } as const, by]
  const whole = { width: 64, signed: false } as const
  return [
    { kind: 'arithmetic', operation: 'shr', destination: shifted, operands, type: whole, span },
    {
      kind: 'arithmetic',
      operation: 'mov',
      destination,
      operands: [{ kind: 'register', name: shifted, span }],
      type: unsigned(width),
      span,
    },
  ]
}

const holding = (name: string, value: bigint, width: number, span: Span): InitialRegister => ({
  name,
  value: { kind: 'integer', value, span },
  type: unsigned(width),
  span,
})

const unsigned = (width: number): DataType => ({
  width: width === 64 ? 64 : width === 32 ? 32 : width === 16 ? 16 : 8,
  signed: false,
})
