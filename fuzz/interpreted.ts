/** Random kernels, launched with one thread, against an interpreter that shares nothing with the tool. */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { outcomes } from '../encoder/decide/outcomes.js'
import type { Solver } from '../encoder/solver/solver.js'
import { readObservables } from '../litmus/observe.js'
import type { Program } from '../litmus/program.js'
import { formatDiagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { counterexampleTo, type Draw } from './draw.js'
import type { RandomKernel } from './kernels/generate.js'
import { interpret, type Launch } from './kernels/interpret.js'
import { readModule, type Variable } from './kernels/text.js'
import { only } from './programs.js'

export interface KernelAgreement {
  readonly kernels: number
  /** The smallest kernel found on which the two disagree, and the difference. */
  readonly counterexample: string | undefined
}

/** Draws kernels, runs them both ways, and stops at the first disagreement. */
export function compareInterpreted(
  model: Model,
  solver: Solver,
  drawn: fc.Arbitrary<RandomKernel>,
  draw: Draw,
): KernelAgreement {
  let kernels = 0
  const property = fc.property(drawn, (kernel) => {
    kernels++
    compareKernel(kernel, model, solver)
  })
  const counterexample = counterexampleTo(property, draw)
  return { kernels, counterexample }
}

/** Throws unless the only outcome of a kernel is the one that the interpreter finds. */
function compareKernel(kernel: RandomKernel, model: Model, solver: Solver): void {
  const [expected, found] = [interpreted(kernel), decided(kernel, model, solver)]
  const different = Object.keys(found).filter((name) => expected[name] !== found[name])
  if (different.length > 0)
    throw new Error(different.map((name) => `${name} is ${expected[name]}, and we say ${found[name]}`).join('\n'))
}

/** The final elements of memory, in hexadecimal digits. */
type Elements = Readonly<Record<string, string>>

function interpreted({ text, launch }: RandomKernel): Elements {
  const module = readModule(text)
  const memory = interpret(module, launch)
  return Object.fromEntries(
    [...launch.objects, ...module.variables].flatMap((variable) => {
      const bytes = memory.get(variable.name) ?? []
      return elementsOf(variable).map((name, i) => {
        const element = bytes.slice(i * variable.size, (i + 1) * variable.size)
        return [name, hexadecimal(element.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n))]
      })
    }),
  )
}

const hexadecimal = (value: bigint): string => `0x${value.toString(16)}`

const elementsOf = ({ space, name, elements }: Variable): readonly string[] =>
  space === 'global' ? Array.from({ length: elements }, (_, i) => `${name}[${i}]`) : []

/**
 * Returns the elements at the end of the only outcome; those of variables that the kernel does not use are not among
 * them.
 */
function decided(kernel: RandomKernel, model: Model, solver: Solver): Elements {
  const program = launched(kernel)
  const variables = [...kernel.launch.objects, ...readModule(kernel.text).variables].filter(({ name }) =>
    program.variables.some((variable) => variable.name === name),
  )
  const elements = variables.flatMap((variable) =>
    elementsOf(variable).map((name) => ({ name, width: 8 * variable.size })),
  )
  const text = elements.map(({ name }) => name).join(', ')
  const besides = readObservables({ name: 'elements', text }, program)
  if (!besides.ok) throw new Error(besides.diagnostics.map(formatDiagnostic).join('\n'))
  const {
    found,
    ending,
    liveness,
    undefined: reached,
  } = outcomes(program, solver, { model, besides: besides.value, limit: 2 })
  if (ending.kind !== 'complete') throw new Error(`the outcomes: ${JSON.stringify(ending)}`)
  if (liveness?.kind !== 'ends') throw new Error(`the launch: ${JSON.stringify(liveness)}`)
  if (reached.kind !== 'known' || reached.found.length > 0) throw new Error('undefined behaviour is reached')
  const [state, ...others] = found
  if (state === undefined || others.length > 0) throw new Error(`there are ${found.length} outcomes`)
  return Object.fromEntries(
    elements.map(({ name, width }, i) => [name, hexadecimal(BigInt.asUintN(width, must(state.values[i], 'a value')))]),
  )
}

/** Returns the kernel in a test that launches it with one thread. */
function launched({ text, launch }: RandomKernel): Program {
  const declared = launch.objects.map(
    ({ name, elements, initial }) =>
      `.global .u64 ${name}[${elements}]${initial.length === 0 ? '' : ` = {${initial.join(', ')}}`};`,
  )
  const given = launch.arguments.map((one) => argumentText(one))
  return only(
    [
      text,
      'module "kernel.ptx";',
      ...declared,
      `host { ${launch.entry}<<<1, 1>>>(${given.join(', ')}); cudaDeviceSynchronize(); }`,
      `check (${must(launch.objects[0], 'an object').name}[0] == 0) as first;`,
    ].join('\n'),
  )
}

const argumentText = (one: Launch['arguments'][number]): string =>
  typeof one === 'bigint'
    ? `${one}`
    : 'object' in one
      ? one.object
      : `{${one.map((byte, i) => `${i}: ${byte}`).join(', ')}}`
