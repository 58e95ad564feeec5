/** Launches of a module's entries: the threads of the grid, which share their instructions (programs as compilers make them). */

import { diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { Span } from '../../source/text.js'
import { positionName } from '../position.js'
import type { DeviceThread, InitialRegister } from '../program.js'
import type { ArgumentSyntax } from '../syntax/words.js'
import type { DeclaredVariable } from '../variables.js'
import { type Argument, argumentFor, partOf, typeText } from './arguments.js'
import { type Code, codeOf } from './code.js'
import type { Module } from './read.js'
import { countOf, type Dimensions, placeIn, specialValue } from './special.js'
import type { FunctionSyntax, ParameterSyntax } from './syntax.js'
import { declaredVariable } from './variables.js'

export interface Launch {
  /** What the kernel is called in the test. */
  readonly kernel: string
  readonly grid: Dimensions
  readonly block: Dimensions
  readonly arguments: readonly ArgumentSyntax[]
  readonly span: Span
}

export interface Launched {
  readonly threads: readonly DeviceThread[]
  /** The module's memory that they use. */
  readonly declared: readonly DeclaredVariable[]
}

/** The threads of a launch, and the memory of the module that they use. */
export const launched = (module: Module, entry: FunctionSyntax, launch: Launch): Result<Launched> =>
  then(argumentsOf(entry, launch), (given) =>
    then(codeOf(entry, module), (code) =>
      then(
        collect({
          threads: threadsOf(entry, code, given, launch),
          declared: all([...code.variables].map(([name, variable]) => declaredVariable(name, variable))),
        }),
        ({ threads, declared }) => ok({ threads, declared: declared.flat() }),
      ),
    ),
  )

/** The arguments by the names of parameters. */
const argumentsOf = (entry: FunctionSyntax, launch: Launch): Result<ReadonlyMap<string, Argument>> => {
  const { parameters, name } = entry
  const given = launch.arguments
  const form = `${name.text}(${parameters.map((one) => parameterText(one)).join(', ')})`
  return then(
    unless(
      given.length === parameters.length
        ? []
        : [
            diagnostic(
              `\`${name.text}\` has ${parameters.length} parameter${parameters.length === 1 ? '' : 's'}, and is given ${given.length}: ${form}`,
              launch.span,
              { message: 'declared', place: entry.span },
            ),
          ],
    ),
    () =>
      then(
        all(
          parameters.flatMap((parameter, i) => {
            const argument = given[i]
            if (argument === undefined) return []
            return [then(argumentFor(parameter, argument), (one) => ok([parameter.name.text, one] as const))]
          }),
        ),
        (pairs) => ok(new Map(pairs)),
      ),
  )
}

const parameterText = (parameter: ParameterSyntax): string => `${typeText(parameter)} ${parameter.name.text}`

function threadsOf(
  entry: FunctionSyntax,
  { instructions, special, parameters }: Code,
  given: ReadonlyMap<string, Argument>,
  { kernel, grid, block }: Launch,
): Result<readonly DeviceThread[]> {
  const parts = all(
    [...parameters].map(([name, { parameter, offset, width, span }]): Result<InitialRegister> => {
      const argument = given.get(parameter)
      const value = argument === undefined ? undefined : partOf(argument, offset, width)
      if (value === undefined) return fail(diagnostic(`this part of \`${parameter}\` is not modelled`, span))
      return ok(
        typeof value === 'bigint'
          ? { name, value: { kind: 'integer', value, span }, type: unsigned(width), span }
          : { name, value, span },
      )
    }),
  )
  return then(parts, (registers) =>
    ok(
      Array.from({ length: countOf(grid) }, (_, cta) =>
        Array.from({ length: countOf(block) }, (_, thread): DeviceThread => {
          const one: Dimensions = { x: 1, y: 1, z: 1 }
          const placed = {
            grid,
            block,
            cluster: one,
            ctaid: placeIn(grid, cta),
            tid: placeIn(block, thread),
            shared: 0,
          }
          const position = { kernel, gpu: 0, cta, thread }
          const own = [...special].flatMap((name): readonly InitialRegister[] => {
            const value = specialValue(name, placed)
            return value === undefined
              ? []
              : [
                  {
                    name,
                    value: { kind: 'integer', value: BigInt(value), span: entry.span },
                    type: unsigned(32),
                    span: entry.span,
                  },
                ]
          })
          return {
            kind: 'device',
            compiled: true,
            name: positionName(position),
            position,
            registers: [...registers, ...own],
            instructions,
            span: entry.span,
          }
        }),
      ).flat(),
    ),
  )
}

const unsigned = (width: number) =>
  ({ width: width === 64 ? 64 : width === 32 ? 32 : width === 16 ? 16 : 8, signed: false }) as const
