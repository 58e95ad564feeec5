/** Which synchronisation of a test is needed, for the page. */

import { audit } from '../../audit/audit.js'
import { plainAuditDocument } from '../../audit/document.js'
import { goesBy, markOf, saidOf, summary, togetherLines } from '../../audit/text.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { type Program, threadAt } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import type { Audited, Subject } from '../protocol.js'
import type { Working } from './decider.js'
import { placeOf } from './subject.js'

/** The time limit of each piece, in milliseconds. */
const patience = 10_000

/** Returns what an audit says of each piece of the test. */
export function auditIn(test: Program, model: Model, { solver, progress }: Working, subject: Subject): Audited {
  const audited = audit(test, solver, { model, timeout: patience, progress })
  const document = plainAuditDocument(test, model, audited)
  const { pieces, result, reason = '' } = document
  if (audited.kind !== 'audited')
    return { head: [`${result === 'broken' ? 'Nothing to go by' : result}: ${reason}`], pieces: [], foot: [] }
  if (pieces.length === 0) return { head: ['Nothing in it synchronises.'], pieces: [], foot: [] }
  return {
    head: [summary(pieces), ...goesBy(document)],
    pieces: pieces.map((one, i) => {
      const { thread, at } = must(audited.audited[i], 'an audited piece').piece
      const { span } = must(threadAt(test.threads, thread).instructions[at], 'the instruction of a piece')
      return {
        text: `${one.number} ${one.instruction}: ${saidOf(one)}`,
        need: one.need,
        mark: markOf[one.need],
        place: placeOf(span, subject),
      }
    }),
    foot: togetherLines(document),
  }
}
