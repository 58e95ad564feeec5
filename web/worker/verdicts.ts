/** The answers of another test than the one that is edited. */

import type { Solver } from '../../encoder/solver/solver.js'
import type { Given, Modules, Queries, Verdict } from '../protocol.js'
import { answered } from './check.js'
import { readSubject } from './subject.js'

/** Returns the answers to the questions of a test under a model; refuses if either has errors. */
export function verdictsOf(
  { name, text, model }: Queries['verdicts']['asks'],
  solver: Solver | undefined,
  modules: Modules,
): Given<readonly Verdict[]> {
  const subject = { name, text, launch: '', claim: '', modules: {}, model }
  const read = readSubject(subject, modules)
  const known = read.model
  const wrong = read.messages.find(({ kind }) => kind === 'error')
  if (known === undefined || wrong !== undefined)
    return { kind: 'refused', reason: wrong?.message ?? 'the text has errors' }
  return {
    kind: 'given',
    value: read.tests.flatMap((test) => {
      const { shown } = answered(test, known, solver, subject)
      return shown.questions.map(({ kind, name: question, answer, standing }) => ({
        question: `${kind} ${question}`,
        answer,
        isDecided: standing !== 'undecided',
      }))
    }),
  }
}
