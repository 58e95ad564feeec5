/** The reader of models in the cat language. */

import { type Diagnostic, diagnostic } from '../../../source/diagnostic.js'
import { nestedIn, parseWith } from '../../../source/grammar.js'
import { groupBy } from '../../../source/group.js'
import { largest } from '../../../source/largest.js'
import { isOverflow } from '../../../source/limited.js'
import { didYouMean } from '../../../source/nearest.js'
import { all, collect, fail, failAll, ok, type Result, then } from '../../../source/result.js'
import { type SourceText, span } from '../../../source/text.js'
import { type Feature, features } from '../names.js'
import type { Reading } from '../reading.js'
import { type Axiom, define, defineSet, domain, type Model, on, type Requirement, recursive } from '../terms.js'
import { type EvaluationContext, evaluate, wrongSort } from './evaluate.js'
import * as grammar from './grammar.js'
import { readingOf, sectionOf, sentencesOf, wholeReading } from './notes.js'
import { redefinitions } from './redefinitions.js'
import { type Meaning, type Scope, vocabulary } from './scope.js'
import type { Binding, CatFile, Check, Include, Let, Noted, SourceRange, Statement, Uncovered } from './syntax.js'
import { made, type Sort, unsolved, type Value } from './value.js'

/**
 * Returns the text of an included file, whose path is relative to the folder of the file that includes it; or why it
 * cannot be read, such as `no such file or folder`.
 */
export type Open = (
  path: string,
  from: SourceText,
) => { readonly ok: true; readonly source: SourceText } | { readonly ok: false; readonly reason: string }

/**
 * Returns the model of a text in cat. It has the name of the text, and the title is its summary. Checks of one name
 * make one axiom. A check without a name is called `check-N` after its place among the checks. Flagged checks constrain
 * nothing. Reports, each with its place: text that is not cat or not supported, undefined names, sets in place of
 * relations and the reverse, recursion that is not monotone, includes that cannot be read, and unknown features of
 * tests.
 */
export const readModel = (source: SourceText, open: Open): Result<Model> =>
  then(readRemarkedModel(source, open), ({ model }) => ok(model))

export interface RemarkedModel {
  readonly model: Model
  /** Remarks on text that is accepted but may not mean what its author thinks. */
  readonly remarks: readonly Diagnostic[]
}

/**
 * Reads a model, with remarks: a definition that takes the name of a base set or relation, which herd permits, and a
 * model that no axiom constrains.
 */
export function readRemarkedModel(source: SourceText, open: Open): Result<RemarkedModel> {
  try {
    return then(parse(source), (file) =>
      then(perform(file.statements, { source, open, path: [source.name], state: start() }), (end) => {
        const axioms = axiomsOf(end.checks)
        const about = { name: source.name, summary: file.title ?? source.name, excludes: end.excludes }
        const model = { ...about, ...axioms, roles: rolesIn(end.scope) }
        const none = diagnostic('the model has no axiom, so it allows every candidate execution', source.name)
        return ok({ model, remarks: axioms.axioms.length === 0 ? [...end.remarks, none] : end.remarks })
      }),
    )
  } catch (error) {
    if (isOverflow(error)) return fail(nestedIn(source))
    throw error
  }
}

function parse(source: SourceText): Result<CatFile> {
  if (source.text.trim() === '') return fail(diagnostic('the file is empty', span(source, 0, 0)))
  return parseWith(grammar, source)
}

const featuresOf = ({ features: words }: Uncovered, source: SourceText): Result<readonly Feature[]> =>
  all(
    words.map(({ text, place }): Result<Feature> => {
      const feature = features.find((one) => one === text)
      if (feature !== undefined) return ok(feature)
      const guess = didYouMean(text, features)
      const suggestion = guess === '' ? `; features are ${features.join(', ')}` : guess
      return fail(
        diagnostic(`\`${text}\` is not a feature of tests${suggestion}`, span(source, place.start, place.end)),
      )
    }),
  )

interface State {
  readonly scope: Scope
  /** The section of the ISA that the text is in; empty if none. */
  readonly section: string
  /** The checks in the order of the text, including flagged ones. */
  readonly checks: readonly NamedCheck[]
  /** The features that the model does not cover. */
  readonly excludes: readonly Feature[]
  readonly budget: EvaluationContext['budget']
  readonly statements: number
  readonly remarks: readonly Diagnostic[]
}

interface NamedCheck {
  readonly name: string
  readonly section: string
  readonly flag: boolean
  readonly requirement: Requirement
}

const start = (): State => ({
  scope: vocabulary,
  section: '',
  checks: [],
  excludes: [],
  budget: { steps: 0 },
  statements: 0,
  remarks: [],
})

interface Inclusion {
  readonly source: SourceText
  readonly open: Open
  /** The files that include one another down to here, this one last. */
  readonly path: readonly string[]
  readonly state: State
}

const mostStatements = 2000

/** Performs the statements in order; each may use what those before it define. */
function perform(statements: readonly Statement[], reading: Inclusion): Result<State> {
  let state = reading.state
  for (const statement of statements) {
    const place = span(reading.source, statement.place.start, statement.place.end)
    if (state.statements >= mostStatements)
      return fail(diagnostic(`the model is too large: it has more than ${mostStatements} statements`, place))
    const section = sectionOf(statement.notes, state.section)
    const next = step(statement, { ...reading, state: { ...state, section, statements: state.statements + 1 } })
    if (!next.ok) return next
    state = next.value
  }
  return ok(state)
}

function step(statement: Statement, reading: Inclusion): Result<State> {
  switch (statement.kind) {
    case 'let':
      return then(definitions(statement, reading), (meanings) =>
        ok({
          ...reading.state,
          scope: new Map([...reading.state.scope, ...meanings]),
          remarks: [...reading.state.remarks, ...redefinitions(statement, reading.source)],
        }),
      )
    case 'check':
      return check(statement, reading)
    case 'include':
      return include(statement, reading)
    case 'uncovered':
      return uncovered(statement, reading)
  }
}

function uncovered(statement: Uncovered, { source, path, state }: Inclusion): Result<State> {
  const { start, end } = statement.place
  if (path.length > 1)
    return fail(diagnostic('an included file cannot say what the model does not cover', span(source, start, end)))
  return then(featuresOf(statement, source), (features) =>
    ok({ ...state, excludes: [...new Set([...state.excludes, ...features])] }),
  )
}

type Defined = readonly (readonly [name: string, meaning: Meaning])[]

function definitions({ recursive, bindings, notes, place }: Noted<Let>, reading: Inclusion): Result<Defined> {
  const at = ({ start, end }: SourceRange) => span(reading.source, start, end)
  const twice = bindings.find(({ name }, i) => bindings.slice(0, i).some((one) => one.name.text === name.text))
  if (twice !== undefined)
    return fail(diagnostic(`\`${twice.name.text}\` is defined twice in one \`let\``, at(twice.name.place)))
  if (!recursive)
    return then(readingOf(notes, place, reading.source), (said) =>
      all(bindings.map((one) => plain(one, surroundings(reading, bindings), { said, section: reading.state.section }))),
    )
  const withParameters = bindings.find(({ parameters }) => parameters !== null)
  if (withParameters !== undefined)
    return fail(diagnostic('recursive functions are not supported', at(withParameters.name.place)))
  return recursion(bindings, reading)
}

const surroundings = (
  { source, state: { scope, budget } }: Inclusion,
  bindings: readonly Binding[] = [],
): EvaluationContext => ({ source, scope, budget, defining: bindings.map(({ name }) => name.text) })

/** The clauses of the comments in front of a definition. */
interface About {
  readonly said: Reading
  readonly section: string
}

function plain(
  { name: { text: name }, parameters, body }: Binding,
  around: EvaluationContext,
  about: About,
): Result<Defined[number]> {
  if (parameters === null)
    return then(evaluate(body, around), (value) => ok([name, meaning(named(name, value, about))]))
  const { source, scope } = around
  const formal = new Map(scope)
  // Both sorts are tried, so an error that occurs for every argument is reported here even if the function is never
  // used.
  for (const { text } of parameters) formal.set(text, meaning(unsolved(text, ['set', 'relation'])))
  return then(evaluate(body, { ...around, scope: formal, defining: [name] }), () =>
    ok([name, { kind: 'function', parameters: parameters.map(({ text }) => text), body, source, scope }]),
  )
}

const meaning = (value: Value): Meaning => ({ kind: 'value', value })

const named = (name: string, { set, relation, ...value }: Value, { said, section }: About): Value => ({
  ...value,
  set: set && defineSet(name, section, set),
  relation: relation && define(name, section, relation, wholeReading(name, said)),
})

/**
 * Reads `let rec`. The bodies determine which names are sets and which are relations: each name starts as both, until
 * no one objects to one of them any more. A set is kept as its identity relation, so that recursion is over relations
 * only.
 */
function recursion(bindings: readonly Binding[], reading: Inclusion): Result<Defined> {
  const { state } = reading
  let sorts: readonly (readonly Sort[])[] = bindings.map(() => ['set', 'relation'])
  for (;;) {
    const scope = new Map(state.scope)
    for (const [i, { name }] of bindings.entries())
      scope.set(name.text, { kind: 'recursive', name: name.text, sorts: sorts[i] ?? [] })
    const values = all(bindings.map(({ body }) => evaluate(body, { ...surroundings(reading), scope })))
    if (!values.ok) return values
    const valueSorts = values.value.map((value) =>
      (['set', 'relation'] as const).filter((sort) => value[sort] !== undefined),
    )
    const settled = valueSorts.every((one, i) => one.length === sorts[i]?.length)
    if (!settled) {
      sorts = valueSorts
      continue
    }
    const falling = values.value.flatMap((value) => [...value.falling])
    if (falling.length > 0)
      return failAll(
        falling.map(({ name, place }) =>
          diagnostic(
            `\`${name}\` is used negatively in its own definition, but \`let rec\` needs a least solution`,
            place,
          ),
        ),
      )
    const equations = bindings.flatMap(({ name }, i) => {
      const { relation, set } = values.value[i] ?? {}
      const body = relation ?? (set && on(set))
      return body === undefined ? [] : [{ name: name.text, body }]
    })
    const depth = largest(values.value.map((value) => value.depth))
    return ok(
      bindings.map(({ name: { text } }, i) => {
        const solution = recursive(text, equations)
        const isRelation = values.value[i]?.relation !== undefined
        const value = made(isRelation ? { relation: solution } : { set: defineSet(text, '', domain(solution)) }, [])
        return [text, meaning({ ...value, depth: depth + 1 })]
      }),
    )
  }
}

function check({ flag, negated, test, of, name, notes, place }: Noted<Check>, reading: Inclusion): Result<State> {
  const { state, source } = reading
  return then(
    collect({ of: evaluate(of, surroundings(reading)), sentences: sentencesOf(notes, place, source) }),
    ({ of: { relation, set }, sentences }) => {
      const tested = relation ?? (test === 'empty' && set !== undefined ? on(set) : undefined)
      if (tested === undefined)
        return fail(wrongSort(`\`${test}\` takes a relation`, 'set', span(source, of.place.start, of.place.end)))
      const requirement: Requirement = {
        kind: test,
        of: tested,
        ...(negated ? { negated } : {}),
        ...(sentences.length === 0 ? {} : { sentences }),
      }
      const { section, checks } = state
      const made: NamedCheck = { name: name?.text ?? `check-${checks.length + 1}`, section, flag, requirement }
      return ok({ ...state, checks: [...checks, made] })
    },
  )
}

function include({ file: { text: path, place } }: Include, reading: Inclusion): Result<State> {
  const { source, open, state } = reading
  const refused = (reason: string) =>
    fail(diagnostic(`\`${path}\` cannot be included: ${reason}`, span(source, place.start, place.end)))
  if (/^([/\\]|[A-Za-z]:)/.test(path) || path.split(/[/\\]/).includes('..'))
    return refused('a model can include only files in its own folder and below')
  const opened = open(path, source)
  if (!opened.ok) return refused(opened.reason)
  if (reading.path.includes(opened.source.name)) return refused('it would include itself')
  return then(parse(opened.source), ({ statements }) => {
    const inside = { ...state, section: '' }
    const path = [...reading.path, opened.source.name]
    return then(perform(statements, { source: opened.source, open, path, state: inside }), (after) =>
      ok({ ...after, section: state.section }),
    )
  })
}

/** Returns the last definition of each role; checks need not depend on it. */
const rolesIn = (scope: Scope): Model['roles'] =>
  new Map(
    [...scope.values()].flatMap((meaning) => {
      const relation = meaning.kind === 'value' ? meaning.value.relation : undefined
      const role = relation?.kind === 'named' ? relation.reading?.role : undefined
      return relation === undefined || role === undefined ? [] : [[role, relation] as const]
    }),
  )

/** Checks of one name make one axiom. */
function axiomsOf(checks: readonly NamedCheck[]): Pick<Model, 'axioms' | 'flags'> {
  const grouped = (some: readonly NamedCheck[]): readonly Axiom[] =>
    [...groupBy(some, ({ name }) => name)].map(([name, group]) => ({
      name,
      section: group[0].section,
      requirements: group.map(({ requirement }) => requirement),
    }))
  const flags = grouped(checks.filter(({ flag }) => flag))
  return { axioms: grouped(checks.filter(({ flag }) => !flag)), ...(flags.length > 0 ? { flags } : {}) }
}
