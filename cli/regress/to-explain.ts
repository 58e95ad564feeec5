/** Chooses the verdicts to explain. */

import { match, P } from 'ts-pattern'
import type { Program, Question } from '../../litmus/program.js'
import type { VerdictWord } from '../../report/verdict.js'
import { type Entries, entryFor, recordedVerdict } from '../tables/baseline.js'
import type { SubjectVerdict } from './answers.js'

/** The verdicts that differ from the first subject's, or from the rows of a table at that path. */
export type WhatToExplain = 'nothing' | 'differences' | { readonly path: string; readonly recorded: Entries }

/** Returns whether to explain one of the verdicts on a question. */
export const toExplain = (
  what: WhatToExplain,
  test: Program,
  question: Question,
  answers: readonly SubjectVerdict[],
): ((one: SubjectVerdict) => boolean) =>
  match(what)
    .with('nothing', () => () => false)
    .with('differences', () => {
      const [first] = answers
      const differs = ({ word }: SubjectVerdict): boolean =>
        first !== undefined && isDecided(first.word) && isDecided(word) && word !== first.word
      return (one: SubjectVerdict) => (one === first ? answers.some(differs) : differs(one))
    })
    .with(P.shape({ path: P.string }), ({ path, recorded }) => ({ subject, word }: SubjectVerdict) => {
      const before = recordedVerdict(recorded, entryFor(path, test, question.name, subject.name, word), question.kind)
      return isDecided(word) && before !== undefined && before !== word
    })
    .exhaustive()

const isDecided = (word: VerdictWord): boolean => word !== 'undecided' && word !== 'not covered'
