/** Models as text in the cat language. The text, read back, decides every test as the model does. */

import { largest } from '../../../source/largest.js'
import { flattened } from '../flat.js'
import { unknownsOf } from '../recursion.js'
import type { Axiom, Equation, EventSet, Model, Rel, Requirement } from '../terms.js'
import { readingNotes, sentenceNotes } from './notes.js'
import { bySection, lastSection, laterSection } from './sections.js'
import { allPairs, everything, relations, sets } from './vocabulary.js'

/** A definition or an axiom by itself, without the definitions that it uses. */
export interface Piece {
  readonly name: string
  /** The section of the PTX ISA; empty if there is none. */
  readonly section: string
  /** The last section among its own and those of all that it uses. */
  readonly last: string
  readonly text: string
  /** The text with comments that say how it reads. */
  readonly noted: string
}

export interface Pieces {
  /** Each comes before those that use it. */
  readonly definitions: readonly Piece[]
  readonly axioms: readonly Piece[]
  readonly flags: readonly Piece[]
}

/**
 * The precedence of operators, from loose to tight. An operand that binds looser than its place requires is put in
 * parentheses.
 */
const levels = { union: 0, sequence: 1, difference: 2, intersection: 3, product: 4, prefix: 5, postfix: 6, operand: 7 }

/** The names of the unknowns of the `let rec` that is being printed. */
type Unknowns = ReadonlyMap<string, string>
const noUnknowns: Unknowns = new Map()

/**
 * Returns the model as a text in cat, with the sections of the ISA, and how its parts read, as comments. The name is
 * not part of it: a file has its own.
 */
export const printModel = (model: Model): string => printed(model, piecesOf(model))

/**
 * Prints a model with its extension points resolved: its definitions and then its axioms, in the order of the manual.
 */
export function printFlat(model: Model): string {
  const flat = flattened(model)
  const { definitions, axioms, flags } = piecesOf(flat)
  const inOrder = (pieces: readonly Piece[]) => pieces.toSorted((one, other) => bySection(one.last, other.last))
  return printed(flat, { definitions: inOrder(definitions), axioms: inOrder(axioms), flags: inOrder(flags) })
}

function printed(model: Model, { definitions, axioms, flags }: Pieces): string {
  const uncovered =
    model.excludes.length === 0 ? [] : [`uncovered ${model.excludes.map((one) => `"${one}"`).join(', ')}`]
  return [
    [`"${model.summary.replaceAll('"', "'")}"`, ...uncovered].join('\n'),
    ...legendFor([...definitions, ...axioms, ...flags].map(({ noted }) => noted)),
    ...inSections(definitions),
    ...inSections(axioms),
    ...inSections(flags),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')
}

/**
 * The meaning of the comments in front of definitions and checks, by their forms: an example of each, and how to
 * recognise it.
 */
const forms: readonly (readonly [form: RegExp, example: string, meaning: string])[] = [
  [/reads:/, 'reads: is read by', 'how a step of this relation reads in an explanation'],
  [/reads backwards:/, 'reads backwards: reads from', 'the same, from the second event of the step to the first'],
  [/called:/, 'called: release pattern', 'what an explanation calls this relation'],
  [/opened/, 'opened', 'in place of this relation, an explanation shows the steps that it consists of'],
  [/named/, 'named', 'an explanation shows this relation, and those steps below it on one line'],
  [/spelt out/, 'spelt out', 'an explanation shows those steps below this relation, line by line'],
  [/whole/, 'whole', 'an explanation leaves those steps out'],
  [/condition/, 'condition', 'this says when a step counts; it does not lead from event to event'],
  [/synchronisation/, 'synchronisation', 'witnesses show this relation as synchronisation'],
  [/last resort/, 'last resort', 'an explanation uses this relation only if no other will do'],
  [/role:/, 'role: causality order', 'what this relation is in the definition of a data race, or of a hang'],
  [/extension point/, 'extension point', 'one file defines this for another; `--flat` puts its meaning in its place'],
  [/objects( by \S+| in a circle)?:/, 'objects: ...', 'what an execution that breaks this axiom does'],
]

const legendHead = `(* What comments of these forms mean. They do not change what the model allows. In place of a relation without words
   for it, an explanation shows the steps that it consists of.`

/** Returns a comment that explains the marks in these texts; nothing if they have no marks. */
function legendFor(noted: readonly string[]): readonly string[] {
  const clauses = noted.flatMap((text) => text.split('\n').filter((line) => line.startsWith('(*')))
  const used = forms.filter(([form]) => clauses.some((clause) => new RegExp(`(\\(\\*|;) ${form.source}`).test(clause)))
  if (used.length === 0) return []
  const width = largest(used.map(([, example]) => example.length))
  const lines = used.map(([, example, meaning]) => `   ${example.padEnd(width)}  ${meaning}`)
  return [`${[legendHead, ...lines].join('\n')} *)`]
}

/** Groups consecutive pieces of one section below a comment that names it. */
function inSections(pieces: readonly Piece[]): readonly string[] {
  const blocks: { readonly section: string; readonly lines: string[] }[] = []
  for (const { section, noted } of pieces) {
    const last = blocks.at(-1)
    if (last?.section === section) last.lines.push(noted)
    else blocks.push({ section, lines: [noted] })
  }
  const isNowhere = blocks.every(({ section }) => section === '')
  return blocks.map(({ section, lines }) =>
    [...(isNowhere ? [] : [`(* ISA ${section === '' ? '-' : section} *)`]), ...lines].join('\n'),
  )
}

/** Returns the parts of a model, each as text. Where two definitions have one name, the second is called `name_2`. */
export function piecesOf({ axioms, roles, flags = [] }: Model): Pieces {
  const definitions: Piece[] = []
  const taken = new Set([...sets.keys(), ...relations.keys()])
  const names = new Map<Rel | EventSet, string>([...sets, ...relations].map(([name, term]) => [term, name]))
  const groups = new Map<readonly Equation[], Unknowns>()

  const freshName = (name: string): string => {
    let fresh = name
    for (let n = 2; taken.has(fresh); n++) fresh = `${name}_${n}`
    taken.add(fresh)
    return fresh
  }

  /** Returns the name of a definition, and prints the definition first if it has not been printed. */
  function nameOf(term: Named): string {
    const printedName = names.get(term)
    if (printedName !== undefined) return printedName
    const body = textOf(term.body)
    const name = freshName(term.name)
    names.set(term, name)
    const text = laidOut(`let ${name} =`, body, alternatives(term.body))
    const notes = term.kind === 'named' ? readingNotes(term.reading) : []
    const noted = [...notes, text].join('\n')
    definitions.push({ name, section: term.section, last: lastSection(term), text, noted })
    return name
  }

  function groupOf(equations: readonly Equation[]): Unknowns {
    const printedGroup = groups.get(equations)
    if (printedGroup !== undefined) return printedGroup
    const group = new Map(equations.map(({ name }) => [name, freshName(name)]))
    groups.set(equations, group)
    const bodies = equations.map(({ name, body }) => `${group.get(name)} = ${textOf(body, levels.union, group)}`)
    const text = `let rec ${bodies.join('\nand ')}`
    const last = equations.map(({ body }) => lastSection(body)).reduce(laterSection, '')
    definitions.push({ name: [...group.values()].join(', '), section: '', last, text, noted: text })
    return group
  }

  function textOf(term: Rel | EventSet, level = levels.union, unknowns = noUnknowns): string {
    const operand = (one: Rel | EventSet, tight: number) => textOf(one, tight, unknowns)
    const within = (own: number, text: string) => (own < level ? `(${text})` : text)
    const nary = (of: readonly (Rel | EventSet)[], operator: string, own: number): string => {
      const [only, ...others] = of
      if (only === undefined) return '0'
      if (others.length === 0) return operand(only, level)
      return within(own, of.map((one) => operand(one, own)).join(operator))
    }
    const postfixed = (of: Rel, operator: string) => within(levels.postfix, operand(of, levels.operand) + operator)
    switch (term.kind) {
      case 'base':
      case 'base-set':
        return term.name
      case 'named':
      case 'named-set':
        return unknownsOf(term).size > 0 ? operand(term.body, level) : nameOf(term)
      case 'recursive':
        return groupOf(term.equations).get(term.name) ?? term.name
      case 'unknown':
        return unknowns.get(term.name) ?? term.name
      case 'union':
      case 'set-union':
        return nary(term.of, ' | ', levels.union)
      case 'sequence':
        return nary(term.of, '; ', levels.sequence)
      case 'intersection':
      case 'set-intersection':
        return nary(term.of, ' & ', levels.intersection)
      case 'difference':
      case 'set-difference': {
        const { left, right } = term
        if (left === allPairs || left === everything) return within(levels.prefix, `~${operand(right, levels.prefix)}`)
        const sides = `${operand(left, levels.difference)} \\ ${operand(right, levels.intersection)}`
        return within(levels.difference, sides)
      }
      case 'product':
        return within(levels.product, `${operand(term.from, levels.prefix)} * ${operand(term.to, levels.prefix)}`)
      case 'inverse':
        return postfixed(term.of, '^-1')
      case 'closure':
        return postfixed(term.of, '+')
      case 'optional':
        return term.of.kind === 'closure' ? postfixed(term.of.of, '*') : postfixed(term.of, '?')
      case 'identity':
        return `[${operand(term.of, levels.union)}]`
      case 'domain':
      case 'range':
        return `${term.kind}(${operand(term.of, levels.union)})`
    }
  }

  /** Returns the operands of a union, each as text. */
  const alternatives = (term: Rel | EventSet): readonly string[] =>
    term.kind === 'union' || term.kind === 'set-union' ? term.of.map((one) => textOf(one)) : []

  const pieceOf = (flag: string, { name, section, requirements }: Axiom): Piece => {
    const line = ({ kind, of, negated }: Requirement) => `${flag}${negated ? '~' : ''}${kind} ${textOf(of)} as ${name}`
    const noted = requirements.flatMap((one) => [...sentenceNotes(one.sentences), line(one)])
    return { name, section, last: section, text: requirements.map(line).join('\n'), noted: noted.join('\n') }
  }

  const checks = {
    axioms: axioms.map((one) => pieceOf('', one)),
    flags: flags.map((one) => pieceOf('flag ', one)),
  }
  // Definitions on which no check depends come last.
  for (const relation of roles.values()) textOf(relation)
  return { ...checks, definitions }
}

type Named = Extract<Rel | EventSet, { kind: 'named' | 'named-set' }>

const widest = 110

/** Prints a definition on one line, or each alternative on its own line where that would be too long. */
function laidOut(head: string, body: string, alternatives: readonly string[]): string {
  const line = `${head} ${body}`
  return line.length <= widest || alternatives.length === 0 ? line : `${head}\n    ${alternatives.join('\n  | ')}`
}
