/** Conditions with their names looked up. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { all, collect, fail, ok, type Result, then, unless } from '../../source/result.js'
import type { SourceText, Span } from '../../source/text.js'
import { type Condition, comparisonsOf, type Term } from '../condition.js'
import { declaredName, variableNamed } from '../copies.js'
import { isValueOf } from '../instructions/operands.js'
import { threadNamed } from '../position.js'
import { type Program, writtenThreads } from '../program.js'
import { ownerOf, registerType, writesOrHolds } from '../registers.js'
import { at, type ConditionSyntax, type TermSyntax } from './words.js'

/** A program before anything is asked of it. */
export type Unasked = Pick<Program, 'variables' | 'locations' | 'threads' | 'host'>

/** The condition with its names looked up. An integer must be a value that the other side can have. */
export const readCondition = (syntax: ConditionSyntax, source: SourceText, program: Unasked): Result<Condition> =>
  then(
    lookUp(syntax, (term) => readTerm(term, source, program)),
    (condition) =>
      then(unless(comparisonsOf(condition).flatMap((one) => checkIntegers(one, program))), () => ok(condition)),
  )

function lookUp(condition: ConditionSyntax, readTerm: (term: TermSyntax) => Result<Term>): Result<Condition> {
  switch (condition.kind) {
    case 'compare': {
      const { operator, left, right } = condition
      return then(collect({ left: readTerm(left), right: readTerm(right) }), (sides) =>
        ok({ kind: 'compare', operator, ...sides }),
      )
    }
    case 'not':
      return then(lookUp(condition.condition, readTerm), (negated) => ok({ kind: 'not', condition: negated }))
    case 'and':
    case 'or': {
      const { kind } = condition
      return then(all(condition.conditions.map((one) => lookUp(one, readTerm))), (conditions) =>
        ok({ kind, conditions }),
      )
    }
  }
}

/** A term with its names looked up. */
export function readTerm(term: TermSyntax, source: SourceText, program: Unasked): Result<Term> {
  const where = at(source, term.place)
  switch (term.kind) {
    case 'integer':
      return ok({ kind: 'integer', value: term.value, span: where })
    case 'memory':
      return memoryTerm(term, where, source, program)
    case 'register': {
      const { thread, name } = term
      return registerTerm(thread ?? undefined, name.text, where, program)
    }
  }
}

/** The final value of the location that a name means. */
const memoryTerm = (
  { owner, name }: Extract<TermSyntax, { kind: 'memory' }>,
  where: Span,
  source: SourceText,
  program: Unasked,
): Result<Term> =>
  then(variableNamed(name.text, owner ?? undefined, program, at(source, name.place)), (variable) =>
    ok({ kind: 'memory', variable: variable.name, span: where }),
  )

/**
 * `P0:r0`, `0:r0` or `d0.b0.t0:r0`; `P0` is the thread that comes first in the file, or the one of that name. Without a thread, the
 * register of the one thread that writes it.
 */
export function registerTerm(
  threadName: string | undefined,
  name: string,
  where: Span,
  program: Unasked,
): Result<Extract<Term, { kind: 'register' }>> {
  const threads = writtenThreads(program)
  if (threadName === undefined)
    return then(ownerOf(name, where, threads, new Set(program.variables.map(declaredName))), (thread) =>
      ok({ kind: 'register', thread, name, span: where }),
    )
  const index = threadNamed(threadName, threads)
  const thread = threads[index]
  if (thread === undefined) {
    const known = threads.map((one, i) => (one.name === `P${i}` ? one.name : `P${i} (${one.name})`)).join(', ')
    return fail(diagnostic(`there is no thread \`${threadName}\`; the threads are ${known}`, where))
  }
  if (writesOrHolds(thread, name)) return ok({ kind: 'register', thread: index, name, span: where })
  return fail(diagnostic(`${thread.name} does not write a register \`${name}\``, where))
}

function checkIntegers(
  { left, right }: { readonly left: Term; readonly right: Term },
  program: Unasked,
): readonly Diagnostic[] {
  const check = (integer: Term, other: Term): readonly Diagnostic[] => {
    const width = widthOf(other, program)
    if (integer.kind !== 'integer' || width === undefined || isValueOf(integer.value, width)) return []
    return [
      diagnostic(`${integer.value} is not a value of ${width} bits; no execution could decide this`, integer.span),
    ]
  }
  return [...check(left, right), ...check(right, left)]
}

function widthOf(term: Term, { threads, variables, locations }: Unasked): number | undefined {
  switch (term.kind) {
    case 'integer':
      return undefined
    case 'register': {
      const thread = threads[term.thread]
      return thread === undefined ? undefined : registerType(thread, term.name).width
    }
    case 'memory': {
      const variable = variables.find(({ name }) => name === term.variable)
      return variable === undefined ? undefined : locations[variable.location]?.type.width
    }
  }
}
