/** Turns expressions into terms: it looks up names, checks sorts, and expands functions. */

import { counted } from '../../../source/counted.js'
import { diagnostic, type Note } from '../../../source/diagnostic.js'
import { all, fail, failAll, ok, type Result, then } from '../../../source/result.js'
import { type SourceText, type Span, span } from '../../../source/text.js'
import {
  and,
  closure,
  type EventSet,
  intersection,
  inverse,
  on,
  optional,
  or,
  product,
  type Rel,
  seq,
  union,
} from '../terms.js'
import { lookUp, type Meaning, type Scope } from './scope.js'
import type { Expression, SourceRange } from './syntax.js'
import { complement, joined, made, minus, type Sort, unsolved, type Value } from './value.js'
import { everything } from './vocabulary.js'

export interface EvaluationContext {
  readonly source: SourceText
  readonly scope: Scope
  /** Names of the definition at hand. */
  readonly defining: readonly string[]
  /** Counts the steps of one model: nested functions can need more than a user would wait for. */
  readonly budget: { steps: number }
}

const mostSteps = 200_000
const mostDepth = 300
/** The most functions around an error that are reported, the innermost first. */
const mostNotes = 4

/** Returns the value of an expression. Errors, at their places: undefined names and operands of the wrong sort. */
export function evaluate(expression: Expression, around: EvaluationContext): Result<Value> {
  const at = (place: SourceRange): Span => span(around.source, place.start, place.end)
  const here = at(expression.place)
  around.budget.steps++
  if (around.budget.steps > mostSteps)
    return fail(
      diagnostic(`the model is too large: with its functions expanded it has more than ${mostSteps} terms`, here),
    )
  return then(meaningOf(expression), (value) =>
    value.depth > mostDepth
      ? fail(diagnostic(`nested too deeply: definitions may use each other at most ${mostDepth} levels deep`, here))
      : ok(value),
  )

  function meaningOf(expression: Expression): Result<Value> {
    switch (expression.kind) {
      case 'nothing':
        return ok(made({ set: or(), relation: union() }, []))
      case 'everything':
        return ok(made({ set: everything }, []))
      case 'name':
        return then(lookUp(expression.name.text, here, around.scope, around.defining), (meaning) =>
          valueOf(meaning, expression.name.text),
        )
      case 'call':
        return then(lookUp(expression.name.text, at(expression.name.place), around.scope, around.defining), (meaning) =>
          then(all(expression.given.map((one) => evaluate(one, around))), (given) => call(meaning, expression, given)),
        )
      case 'union':
        return same(expression.of, '|', (of) =>
          joined(
            of,
            (sets) => single(sets.filter(isSomeSet), or),
            (rels) => single(rels.filter(isSome), union),
          ),
        )
      case 'intersection':
        return same(expression.of, '&', (of) =>
          joined(
            of,
            (sets) => and(...sets),
            (rels) => intersection(...rels),
          ),
        )
      case 'difference':
        return same([expression.left, expression.right], '\\', ([left, right]) =>
          left === undefined || right === undefined ? made({}, []) : minus(left, right),
        )
      case 'complement':
        return then(evaluate(expression.of, around), (of) => ok(complement(of)))
      case 'sequence':
        return then(all(expression.of.map((one) => relationAt(one, '`;` composes relations'))), (of) =>
          ok(
            made(
              { relation: seq(...of.map(({ term }) => term)) },
              of.map(({ value }) => value),
            ),
          ),
        )
      case 'product':
        return then(all([expression.left, expression.right].map((one) => setAt(one, '`*` pairs sets'))), (of) => {
          const [from, to] = of.map(({ term }) => term)
          if (from === undefined || to === undefined) throw new Error('a product has two sides')
          return ok(
            made(
              { relation: product(from, to) },
              of.map(({ value }) => value),
            ),
          )
        })
      case 'identity':
        return then(setAt(expression.of, '`[…]` takes a set'), ({ term, value }) =>
          ok(made({ relation: on(term) }, [value])),
        )
      case 'inverse':
        return onRelation(expression.of, '`^-1` takes a relation', inverse)
      case 'plus':
        return onRelation(expression.of, '`+` takes a relation', closure)
      case 'star':
        return onRelation(expression.of, 'a postfix `*` takes a relation', (of) => optional(closure(of)))
      case 'optional':
        return onRelation(expression.of, '`?` takes a relation', optional)
    }
  }

  function valueOf(meaning: Meaning, name: string): Result<Value> {
    if (meaning.kind === 'value') return ok(meaning.value)
    if (meaning.kind === 'recursive') return ok(unsolved(meaning.name, meaning.sorts, here))
    return fail(diagnostic(`\`${name}\` is a function: write \`${name}(…)\``, here))
  }

  function call(
    meaning: Meaning,
    { name, given: expressions }: Extract<Expression, { kind: 'call' }>,
    given: readonly Value[],
  ): Result<Value> {
    if (meaning.kind === 'value' || meaning.kind === 'recursive')
      return fail(diagnostic(`\`${name.text}\` is not a function`, at(name.place)))
    const takes = meaning.kind === 'built-in' ? 1 : meaning.parameters.length
    if (given.length !== takes)
      return fail(
        diagnostic(`\`${name.text}\` takes ${counted(takes, 'argument')}, but here it has ${given.length}`, here),
      )
    if (meaning.kind === 'built-in') {
      const [value] = given
      const { takes, apply } = meaning.is
      if (takes === 'set' && value?.set !== undefined) return ok(made(apply(value.set), [value]))
      if (takes === 'relation' && value?.relation !== undefined) return ok(made(apply(value.relation), [value]))
      return fail(
        wrongSort(`\`${name.text}\` takes a ${takes}`, otherSort(takes), at(expressions[0]?.place ?? name.place)),
      )
    }
    const { parameters, body, source, scope } = meaning
    const inside = new Map(scope)
    for (const [i, value] of given.entries()) inside.set(parameters[i] ?? '', { kind: 'value', value })
    const result = evaluate(body, { ...around, source, scope: inside, defining: [] })
    if (result.ok) return result
    const note: Note = { message: `where \`${name.text}\` is used`, place: here }
    return failAll(
      result.diagnostics.map((one) => (one.notes.length < mostNotes ? { ...one, notes: [...one.notes, note] } : one)),
    )
  }

  /** Operands of one sort. */
  function same(of: readonly Expression[], operator: string, join: (values: readonly Value[]) => Value): Result<Value> {
    return then(all(of.map((one) => evaluate(one, around))), (values) => {
      const value = join(values)
      if (value.set !== undefined || value.relation !== undefined) return ok(value)
      const placeOf = (sort: Sort) =>
        at(of[values.findIndex((one) => one[otherSort(sort)] === undefined)]?.place ?? expression.place)
      return fail(
        diagnostic(
          `\`${operator}\` takes two sets or two relations, but here it has a set and a relation`,
          here,
          { message: 'the set', place: placeOf('set') },
          { message: 'the relation', place: placeOf('relation') },
        ),
      )
    })
  }

  function relationAt(one: Expression, rule: string): Result<{ readonly term: Rel; readonly value: Value }> {
    return then(evaluate(one, around), (value) =>
      value.relation === undefined ? fail(wrongSort(rule, 'set', at(one.place))) : ok({ term: value.relation, value }),
    )
  }

  function setAt(one: Expression, rule: string): Result<{ readonly term: EventSet; readonly value: Value }> {
    return then(evaluate(one, around), (value) =>
      value.set === undefined ? fail(wrongSort(rule, 'relation', at(one.place))) : ok({ term: value.set, value }),
    )
  }

  function onRelation(of: Expression, rule: string, make: (of: Rel) => Rel): Result<Value> {
    return then(relationAt(of, rule), ({ term, value }) => ok(made({ relation: make(term) }, [value])))
  }
}

/**
 * Returns whether a term is not empty. A union with `0` is dropped: it leaves an extension point of an included file
 * empty.
 */
const isSome = (term: Rel): boolean =>
  term.kind === 'named' ? isSome(term.body) : term.kind !== 'union' || term.of.length > 0
const isSomeSet = (term: EventSet): boolean =>
  term.kind === 'named-set' ? isSomeSet(term.body) : term.kind !== 'set-union' || term.of.length > 0

const single = <T>(terms: readonly T[], join: (...terms: readonly T[]) => T): T => {
  const [only, ...others] = terms
  return only === undefined || others.length > 0 ? join(...terms) : only
}

/** Returns the error on a value of the wrong sort. `rule` names the sort that is needed. */
export const wrongSort = (rule: string, sort: Sort, place: Span) => diagnostic(`${rule}, but this is a ${sort}`, place)

const otherSort = (sort: Sort): Sort => (sort === 'set' ? 'relation' : 'set')
