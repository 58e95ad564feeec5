/** What is observed of final states: registers and memory. */

import { diagnostic } from '../source/diagnostic.js'
import { all, fail, ok, type Result, then } from '../source/result.js'
import { type SourceText, span } from '../source/text.js'
import { type Observable, termsOf } from './condition.js'
import { variableNamed } from './copies.js'
import { destinationOf } from './instruction.js'
import { lookUpName, lookUpRegister } from './lookup.js'
import { type Program, writtenThreads } from './program.js'

/** How herd7 writes it: `0:r0` for a register of the first thread, `[x]` for memory. */
export const observableName = (term: Observable): string =>
  term.kind === 'register' ? `${term.thread}:${term.name}` : `[${term.variable}]`

/**
 * What distinguishes the final states of a program: what its questions mention, what it lists itself, and what the user adds; all registers
 * if that is nothing. Registers come first, by thread, in the order in which they are first mentioned.
 */
export function observables(program: Program, besides: readonly Observable[]): readonly Observable[] {
  const mentioned = [...program.questions.flatMap(({ condition }) => termsOf(condition)), ...program.observed].flatMap(
    (term) => (term.kind === 'integer' ? [] : [term]),
  )
  const asked = [...mentioned, ...besides]
  const terms = asked.length === 0 ? allRegisters(program) : asked
  const distinct = [...new Map(terms.toReversed().map((term) => [observableName(term), term])).values()].toReversed()
  const rank = (term: Observable): number => (term.kind === 'register' ? term.thread : program.threads.length)
  return distinct.toSorted((a, b) => rank(a) - rank(b))
}

/** The registers that each thread holds from the start or writes, thread by thread. */
export const allRegisters = (program: Program): readonly Observable[] =>
  writtenThreads(program).flatMap(({ registers, instructions }, thread) => {
    const names = new Map([
      ...registers.map(({ name, span }) => [name, span] as const),
      ...instructions.flatMap((one) => {
        const name = destinationOf(one)
        return name === undefined ? [] : [[name, one.span] as const]
      }),
    ])
    return [...names].map(([name, span]): Observable => ({ kind: 'register', thread, name, span }))
  })

/** The program that also observes other registers and locations, so that they are in its executions. */
export const observing = (program: Program, besides: readonly Observable[]): Program => ({
  ...program,
  observed: [...program.observed, ...besides],
})

/**
 * What a list such as `P0:r0, d0.b1.t0:r1, r2, x, [y]` names in a program. Errors: a name that is neither memory nor a register of
 * one thread, a thread that does not exist.
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
  const [, thread, name, copyOwner, memory] =
    /^(?:(?:([\w.]+)\s*:\s*)?%?([\w$]+)|\[\s*(?:([\w.]+)\s*:\s*)?([\w$]+)\s*\])$/.exec(text) ?? []
  if (memory !== undefined)
    return then(variableNamed(memory, copyOwner, program, where), (variable) =>
      ok({ kind: 'memory', variable: variable.name, span: where }),
    )
  if (name === undefined) return problem(`\`${text}\` names neither a register nor a location`)
  return thread === undefined ? lookUpName(name, where, program) : lookUpRegister(thread, name, where, program)
}
