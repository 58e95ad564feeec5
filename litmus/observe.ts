/** The observed parts of final states: registers and memory. */

import { diagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { all, fail, type Result } from '../source/result.js'
import { type SourceText, span } from '../source/text.js'
import { isObservable, type Observable, termsOf } from './condition.js'
import { declaredName, elementAt } from './instances.js'
import { offsetText } from './instructions/operands.js'
import { destinationOf } from './operands.js'
import { isCompiled, type Pointer, type Program, writtenThreads } from './program.js'
import { resolveMemory, resolveName, resolveRegister } from './resolve-conditions.js'

/**
 * Returns an observed part as herd7 writes it: `0:r0` for a register of the first thread, `[x]` or `[a[1]]` for memory.
 */
export const observableName = (term: Observable): string =>
  term.kind === 'register'
    ? `${term.thread}:${term.name}`
    : `[${term.variable}${term.index === undefined ? '' : `[${term.index}]`}]`

/** Writes `&x`, `&a[1]`, `&x+8`. */
export const addressText = ({ variable, offset, index }: Pointer & { readonly index?: bigint | undefined }): string =>
  index === undefined ? `&${variable}${offsetText(offset)}` : `&${variable}[${index}]`

/**
 * Returns the address of a byte as text: by the element of an array that begins there, if one does. All instances of
 * memory have one name.
 */
export function pointerText({ variable, offset }: Pointer, program: Pick<Program, 'variables' | 'locations'>): string {
  const named = program.variables.find(({ name }) => name === variable)
  const { index } = elementAt(variable, offset, program)
  return addressText({ variable: named === undefined ? variable : declaredName(named), offset, index })
}

/**
 * Returns the terms that distinguish the final states of a program: those that its questions mention, that it lists
 * itself, and that the user adds; if there are none, all registers that the test writes, and for compiled kernels all
 * memory. Registers come first, by thread, in the order in which they are first mentioned.
 */
export function observables(program: Program, besides: readonly Observable[]): readonly Observable[] {
  const mentioned = [...program.questions.flatMap(({ condition }) => termsOf(condition)), ...program.observed].flatMap(
    (term) => (isObservable(term) ? [term] : []),
  )
  const wantedTerms = [...mentioned, ...besides]
  const terms = wantedTerms.length === 0 ? [...allRegisters(program), ...memoryOfKernels(program)] : wantedTerms
  const distinct = [...new Map(terms.toReversed().map((term) => [observableName(term), term])).values()].toReversed()
  const rank = (term: Observable): number => (term.kind === 'register' ? term.thread : program.threads.length)
  return distinct.toSorted((a, b) => rank(a) - rank(b))
}

/** Arrays with more elements than this are listed only on request. */
const mostListed = 64

/**
 * Returns the memory that compiled kernels share with the host, element by element: their registers are not observable.
 */
const memoryOfKernels = (program: Program): readonly Observable[] =>
  program.threads.some(isCompiled) ? globalMemory(program) : []

/** Returns global memory, element by element, without what is declared as an alias. */
export const globalMemory = ({ variables, locations }: Program): readonly Observable[] =>
  variables.flatMap(({ name: variable, space, location, alias, span }): readonly Observable[] => {
    const { type, length } = must(locations[location], 'the location of a variable')
    if (space !== 'global' || alias !== undefined || (length ?? 1) > mostListed) return []
    return Array.from({ length: length ?? 1 }, (_, i) => ({
      kind: 'memory',
      variable,
      offset: (i * type.width) / 8,
      ...(length === undefined ? {} : { index: i }),
      span,
    }))
  })

/**
 * Returns the registers that each thread holds from the start or writes, thread by thread; not those of compiled
 * kernels.
 */
export const allRegisters = (program: Program): readonly Observable[] =>
  writtenThreads(program).flatMap((one, thread) => {
    const { registers, instructions } = one
    if (isCompiled(one)) return []
    const names = new Map([
      ...registers.map(({ name, span }) => [name, span] as const),
      ...instructions.flatMap((one) => {
        const name = destinationOf(one)
        return name === undefined ? [] : [[name, one.span] as const]
      }),
    ])
    return [...names].map(([name, span]): Observable => ({ kind: 'register', thread, name, span }))
  })

/** Returns the program that also observes other registers and locations, so that they are in its executions. */
export const observing = (program: Program, besides: readonly Observable[]): Program => ({
  ...program,
  observed: [...program.observed, ...besides],
})

/**
 * Returns what a list such as `P0:r0, d0.b1.t0:r1, r2, x, [y]` names in a program. Fails on a name that is neither
 * memory nor a register of one thread, and on a thread that does not exist.
 */
export function readObservables(source: SourceText, program: Program): Result<readonly Observable[]> {
  const words = [...source.text.matchAll(/[^,]+/g)].flatMap(({ 0: piece, index }) => {
    const start = index + piece.length - piece.trimStart().length
    return piece.trim() === '' ? [] : [{ text: piece.trim(), start }]
  })
  if (words.length === 0) return fail(diagnostic('expected a register or a location', source.name))
  return all(words.map(({ text, start }) => readObservable(text, span(source, start, start + text.length), program)))
}

function readObservable(text: string, where: Observable['span'], program: Program): Result<Observable> {
  const problem = (message: string): Result<never> => fail(diagnostic(message, where))
  const memory =
    /^\[\s*(?:(?<owner>[\w.]+)\s*:\s*)?(?<name>[A-Za-z_]\w*)\s*(?:\[\s*(?<index>\d{1,9})\s*\]\s*)?(?:\+\s*(?<offset>\d{1,9})\s*)?\]$/.exec(
      text,
    ) ?? /^(?<name>[A-Za-z_]\w*)\s*\[\s*(?<index>\d{1,9})\s*\]$/.exec(text)
  if (memory?.groups !== undefined) {
    const { owner, name = '', index, offset } = memory.groups
    const at = { index: index === undefined ? null : BigInt(index), offset: BigInt(offset ?? 0) }
    return resolveMemory({ owner: owner ?? null, name, ...at, span: where }, program)
  }
  const [, thread, name] = /^(?:([\w.]+)\s*:\s*)?%?([\w$]+)$/.exec(text) ?? []
  if (name === undefined) return problem(`\`${text}\` names neither a register nor a location`)
  return thread === undefined ? resolveName(name, where, program) : resolveRegister(thread, name, where, program)
}
