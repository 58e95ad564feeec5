/** Looks up the names in conditions and terms in a program. */

import { counted } from '../source/counted.js'
import { type Diagnostic, diagnostic, type Note } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { all, collect, fail, ok, type Result, then, unless } from '../source/result.js'
import type { Span } from '../source/text.js'
import { type Comparison, type Condition, comparisonsOf, type Observable, type Term } from './condition.js'
import { bytesOf, elementNames, hasNoElement, noElement } from './elements.js'
import { declaredName, elementAt, isNamed, nameOnAnyGpu, variableNamed } from './instances.js'
import { isValueOf } from './instructions/operands.js'
import type { PlaceSyntax, Word } from './instructions/statement.js'
import { threadNamed } from './position.js'
import { type Program, threadAt, type Variable, writtenThreads } from './program.js'
import { ownerOf, registerType, writesOrHolds } from './registers.js'
import type { ConditionSyntax, TermSyntax, ValuesSyntax } from './syntax/words.js'

/** A program without its questions. */
export type QuestionScope = Pick<Program, 'variables' | 'locations' | 'threads'>

/**
 * Returns the condition with its names looked up. Fails as `resolveTerm` does, and on an integer that the other side of
 * its comparison cannot have.
 */
export const resolveCondition = (syntax: ConditionSyntax, program: QuestionScope): Result<Condition> =>
  then(lookUpNames(syntax, program), (condition) =>
    then(unless(comparisonsOf(condition).flatMap((one) => checkIntegers(one, program))), () => ok(condition)),
  )

function lookUpNames(condition: ConditionSyntax, program: QuestionScope): Result<Condition> {
  switch (condition.kind) {
    case 'compare': {
      const { operator, left, right } = condition
      if (right.kind === 'values') return lookUpElements(left, right, operator, program)
      if (left.kind === 'values') return lookUpElements(right, left, operator, program)
      return lookUpSides(operator, left, right, program)
    }
    case 'not':
      return then(lookUpNames(condition.condition, program), (negated) => ok({ kind: 'not', condition: negated }))
    case 'and':
    case 'or': {
      const { kind } = condition
      return then(all(condition.conditions.map((one) => lookUpNames(one, program))), (conditions) =>
        ok({ kind, conditions }),
      )
    }
  }
}

const lookUpSides = (
  operator: Comparison,
  left: TermSyntax,
  right: TermSyntax,
  program: QuestionScope,
): Result<Condition> =>
  then(collect({ left: resolveTerm(left, program), right: resolveTerm(right, program) }), (sides) =>
    ok({ kind: 'compare', operator, ...sides }),
  )

/**
 * Returns the comparison of an array with values for its elements. Fails as `arrayNamed` does, and on too few or too
 * many values.
 */
const lookUpElements = (
  array: TermSyntax | ValuesSyntax,
  { values, span }: ValuesSyntax,
  operator: Comparison,
  program: QuestionScope,
): Result<Condition> =>
  then(arrayNamed(array, operator, program), ({ owner, name, variable, length }) => {
    const elements = `${counted(values.length, 'value')} for the ${counted(length, 'element')} of \`${name.text}\``
    if (values.length !== length) return fail(diagnostic(elements, span, { message: 'declared', place: variable.span }))
    const comparisons = values.map((value, i) => {
      const element: TermSyntax = { kind: 'memory', owner, name, index: BigInt(i), offset: 0n, span: array.span }
      return lookUpSides(operator, element, value, program)
    })
    return then(all(comparisons), (conditions) => ok({ kind: operator === '==' ? 'and' : 'or', conditions }))
  })

interface NamedArray {
  readonly owner: string | null
  readonly name: Word
  readonly variable: Variable
  readonly length: number
}

/**
 * Returns the array that is compared with values in braces. Fails if it is not an array, or if the comparison is not
 * `==` or `!=`.
 */
function arrayNamed(
  array: TermSyntax | ValuesSyntax,
  operator: Comparison,
  { threads, variables, locations }: QuestionScope,
): Result<NamedArray> {
  const problem = (message: string, ...notes: readonly Note[]) => fail(diagnostic(message, array.span, ...notes))
  if (array.kind !== 'name' && (array.kind !== 'memory' || array.index !== null || array.offset !== 0n))
    return problem('values in braces are compared with a whole array, as in `a == {1, 2}`')
  if (operator !== '==' && operator !== '!=')
    return problem(`\`${operator}\` compares single values; an array is compared by \`==\` or \`!=\``)
  const { owner, name } = { owner: null, ...array }
  const isMemory = variables.some((variable) => isNamed(variable, name.text))
  if (!isMemory && threads.some((thread) => writesOrHolds(thread, name.text)))
    return problem(`\`${name.text}\` is a register, not an array`)
  return then(variableNamed(name.text, owner ?? undefined, { threads, variables }, name.span), (variable) => {
    const { length } = must(locations[variable.location], 'the location of a variable')
    return length === undefined
      ? problem(`\`${name.text}\` is not an array; leave out the braces`, { message: 'declared', place: variable.span })
      : ok({ owner, name, variable, length })
  })
}

/**
 * Returns the term with its names looked up. Fails on a name that is undeclared or has several instances, an unknown
 * thread, and a register that no thread writes or that several write.
 */
export function resolveTerm(term: TermSyntax, program: QuestionScope): Result<Term> {
  switch (term.kind) {
    case 'integer':
      return ok(term)
    case 'memory':
      return resolveMemory({ ...term, name: term.name.text, nameSpan: term.name.span }, program)
    case 'place':
      return lookUpAddress(term, program)
    case 'register':
      return resolveRegister(term.thread, term.name.text, term.span, program)
    case 'name':
      return resolveName(term.name.text, term.span, program)
  }
}

/** Returns what a bare name means: memory, or the register of the only thread that has it. */
export const resolveName = (name: string, where: Span, program: QuestionScope): Result<Observable> =>
  program.variables.some((variable) => isNamed(variable, name)) ||
  (program.variables.some((variable) => nameOnAnyGpu(declaredName(variable)) === name) &&
    !program.threads.some((thread) => writesOrHolds(thread, name)))
    ? resolveMemory({ owner: null, name, index: null, offset: 0n, span: where }, program)
    : resolveRegister(undefined, name, where, program)

/** A place outside of threads. */
type PlaceOf = Omit<PlaceSyntax, 'kind' | 'ampersand'> & { readonly nameSpan?: Span }

/**
 * Returns the final value of an element. Fails if there is no such element, if the bytes are not an element, and on an
 * array without an index.
 */
export function resolveMemory(
  { owner, name, index, offset, span, nameSpan = span }: PlaceOf,
  program: QuestionScope,
): Result<Extract<Term, { kind: 'memory' }>> {
  return then(variableNamed(name, owner ?? undefined, program, nameSpan), (variable) => {
    const { type, length } = must(program.locations[variable.location], 'the location of a variable')
    const bytes = BigInt(type.width / 8)
    const byteOffset = (index ?? 0n) * bytes + offset
    const problem = (message: string): Result<never> => fail(diagnostic(message, span))
    if (length === undefined) {
      if (index !== null && index !== 0n) return fail(noElement(name, index, { length }, span))
      return offset === 0n
        ? ok({ kind: 'memory', variable: variable.name, offset: 0, span })
        : problem(`\`${name}\` is one value of ${bytes} bytes; it has no value at offset ${offset}`)
    }
    if (index === null && offset === 0n)
      return problem(`\`${name}\` is an array: name one of its elements, ${elementNames(name, length)}`)
    if (offset === 0n && index !== null && hasNoElement({ kind: 'name', index }, { length }))
      return fail(noElement(name, index, { length }, span))
    if (byteOffset % bytes !== 0n)
      return problem(`offset ${byteOffset} is within an element of \`${name}\`; an element has ${bytes} bytes`)
    const element = byteOffset / bytes
    if (element < 0n || element >= length)
      return problem(
        `\`${name}\` has no element at offset ${byteOffset}: ${elementNames(name, length)} are ${bytesOf({ type, length })} bytes`,
      )
    return ok({ kind: 'memory', variable: variable.name, offset: Number(byteOffset), index: Number(element), span })
  })
}

/** Returns the address of memory. All instances of shared memory have the same one. */
function lookUpAddress(
  { owner, name, index, offset, span }: PlaceOf,
  program: QuestionScope,
): Result<Extract<Term, { kind: 'address' }>> {
  const instances = program.variables.filter((variable) => isNamed(variable, name))
  const [first] = instances
  const named =
    owner === null && first !== undefined ? ok(first) : variableNamed(name, owner ?? undefined, program, span)
  return then(named, (variable) => {
    const { type, length } = must(program.locations[variable.location], 'the location of a variable')
    if (index !== null && hasNoElement({ kind: 'address', index }, { length }))
      return fail(noElement(name, index, { length }, span))
    const byteOffset = (index ?? 0n) * BigInt(type.width / 8) + offset
    const element = elementAt(variable.name, byteOffset, program).index
    return ok({
      kind: 'address',
      variable: variable.name,
      offset: byteOffset,
      ...(element === undefined ? {} : { index: element }),
      span,
    })
  })
}

/**
 * Returns the register that `P0:r0`, `0:r0` or `d0.b0.t0:r0` names; `P0` is the first thread in the file, or the one
 * with that name. Without a thread, it is the register of the only thread that writes it.
 */
export function resolveRegister(
  threadName: string | undefined,
  name: string,
  where: Span,
  program: QuestionScope,
): Result<Extract<Term, { kind: 'register' }>> {
  const threads = writtenThreads(program)
  if (threadName === undefined)
    return then(ownerOf(name, where, threads, new Set(program.variables.map(declaredName))), (thread) =>
      ok({ kind: 'register', thread, name, span: where }),
    )
  const index = threadNamed(threadName, threads)
  const thread = threads[index]
  if (thread === undefined) {
    const names = threads.map((one, i) => (one.name === `P${i}` ? one.name : `P${i} (${one.name})`)).join(', ')
    return fail(diagnostic(`there is no thread \`${threadName}\`; the threads are ${names}`, where))
  }
  if (writesOrHolds(thread, name)) return ok({ kind: 'register', thread: index, name, span: where })
  return fail(diagnostic(`${thread.name} does not write a register \`${name}\``, where))
}

function checkIntegers(
  { left, right }: { readonly left: Term; readonly right: Term },
  program: QuestionScope,
): readonly Diagnostic[] {
  const check = (integer: Term, other: Term): readonly Diagnostic[] => {
    const width = widthOf(other, program)
    if (integer.kind === 'address' && width !== undefined && width < 64)
      return [diagnostic(`an address has 64 bits; it is compared with a value of ${width}`, integer.span)]
    if (integer.kind !== 'integer' || width === undefined || isValueOf(integer.value, width)) return []
    return [
      diagnostic(
        `${integer.value} is not a value of ${width} bits, so every execution gives the same answer`,
        integer.span,
      ),
    ]
  }
  return [...check(left, right), ...check(right, left)]
}

function widthOf(term: Term, { threads, variables, locations }: QuestionScope): number | undefined {
  switch (term.kind) {
    case 'integer':
      return undefined
    case 'address':
      return 64
    case 'register':
      return registerType(threadAt(threads, term.thread), term.name).width
    case 'memory': {
      const variable = must(
        variables.find(({ name }) => name === term.variable),
        `the variable ${term.variable}`,
      )
      return must(locations[variable.location], 'the location of a variable').type.width
    }
  }
}
