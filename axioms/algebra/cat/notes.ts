/** The clauses in comments that describe a definition or a check: how it reads, and where the ISA states it. */

import { type Diagnostic, diagnostic } from '../../../source/diagnostic.js'
import { didYouMeanOneOf } from '../../../source/nearest.js'
import { fail, failAll, ok, type Result } from '../../../source/result.js'
import { type SourceText, span } from '../../../source/text.js'
import {
  baseReadings,
  partsIn,
  type Reading,
  type Role,
  roles,
  type Sentence,
  sentenceParts,
  usualNames,
} from '../reading.js'
import type { Clause, SourceRange } from './syntax.js'
import { relations } from './vocabulary.js'

/** Returns the section of a statement: the one in its own comments, or else that of the statement before it. */
export const sectionOf = (notes: readonly Clause[], before: string): string =>
  notes.findLast((clause) => clause.kind === 'section')?.section ?? before

/** Returns how a definition reads. Fails on an unknown role, and on words that describe only checks. */
export function readingOf(notes: readonly Clause[], place: SourceRange, source: SourceText): Result<Reading> {
  const problems: Diagnostic[] = []
  let reading: Reading = {}
  for (const clause of notes) {
    switch (clause.kind) {
      case 'section':
        break
      case 'words':
      case 'backwards':
      case 'called':
        reading = { ...reading, [clause.kind]: clause.words }
        break
      case 'shown':
        reading = { ...reading, shown: clause.manner }
        break
      case 'condition':
      case 'synchronisation':
      case 'lastResort':
      case 'extension':
        reading = { ...reading, [clause.kind]: true }
        break
      case 'role': {
        const role = roles.find((one) => one === clause.words)
        if (role === undefined) problems.push(noRole(clause.words, clause.place, source))
        else reading = { ...reading, role }
        break
      }
      case 'sentence':
        problems.push(diagnostic('this comment describes a check, not a definition', at(place, source)))
    }
  }
  return problems.length > 0 ? failAll(problems) : ok(reading)
}

/** Returns what a check objects to, in its own words. Fails on words that describe only definitions. */
export function sentencesOf(
  notes: readonly Clause[],
  place: SourceRange,
  source: SourceText,
): Result<readonly Sentence[]> {
  const other = notes.find(({ kind }) => kind !== 'sentence' && kind !== 'section')
  if (other !== undefined)
    return fail(diagnostic('this comment describes a definition, not a check', at(place, source)))
  const sentences = notes.flatMap((clause) => (clause.kind === 'sentence' ? [clause] : []))
  const problems = sentences.flatMap(({ words, place }) =>
    partsIn(words).flatMap((part) => {
      if (sentenceParts.some((one) => one === part)) return []
      const all = sentenceParts.map((one) => `{${one}}`).join(', ')
      return [
        diagnostic(
          `there is no {${part}}${didYouMeanOneOf(part, sentenceParts, `the parts are ${all}`)}`,
          at(place, source),
        ),
      ]
    }),
  )
  if (problems.length > 0) return failAll(problems)
  return ok(
    sentences.map(
      ({ by, circle, words }): Sentence => ({
        ...(by === null ? {} : { by }),
        ...(circle ? { circle } : {}),
        words,
      }),
    ),
  )
}

/**
 * Returns the reading of a definition with that name: its own words, completed by what the name implies. A definition
 * with a name of the vocabulary reads as the vocabulary does. Undefined if it has no reading.
 */
export function wholeReading(name: string, said: Reading): Reading | undefined {
  const meant = relations.get(name)
  const usual = meant?.kind === 'base' ? baseReadings[meant.name] : meant?.kind === 'named' ? meant.reading : undefined
  const role: Role | undefined = Object.hasOwn(usualNames, name) ? usualNames[name] : undefined
  const whole = { ...usual, ...(role === undefined ? {} : { role }), ...said }
  return Object.keys(whole).length === 0 ? undefined : whole
}

/** Returns the comments in front of a definition that say how it reads. */
export function readingNotes(reading: Reading = {}): readonly string[] {
  const { words, backwards, called, shown, condition, synchronisation, lastResort, role, extension } = reading
  return commented([
    ...(words === undefined ? [] : [`reads: ${words}`]),
    ...(backwards === undefined ? [] : [`reads backwards: ${backwards}`]),
    ...(called === undefined ? [] : [`called: ${called}`]),
    ...(shown === undefined ? [] : [shown]),
    ...(condition === undefined ? [] : ['condition']),
    ...(synchronisation === undefined ? [] : ['synchronisation']),
    ...(lastResort === undefined ? [] : ['last resort']),
    ...(role === undefined ? [] : [`role: ${role}`]),
    ...(extension === undefined ? [] : ['extension point']),
  ])
}

/** Returns the comments that say what a check objects to, one per line. */
export const sentenceNotes = (sentences: readonly Sentence[] = []): readonly string[] =>
  sentences.flatMap(({ by, circle, words }) =>
    commented([`objects${by === undefined ? '' : ` by ${by}`}${circle === undefined ? '' : ' in a circle'}: ${words}`]),
  )

const commented = (clauses: readonly string[]): readonly string[] =>
  clauses.length === 0 ? [] : [`(* ${clauses.join('; ')} *)`]

const at = ({ start, end }: SourceRange, source: SourceText) => span(source, start, end)

const noRole = (words: string, place: SourceRange, source: SourceText): Diagnostic =>
  diagnostic(
    `\`${words}\` is not a role${didYouMeanOneOf(words, roles, `the roles are ${roles.join(', ')}`)}`,
    at(place, source),
  )
