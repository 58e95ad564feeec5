/** Verified certificates as text. */

import type { VerifyReport } from '../../report/certificate.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'
import { loopsCutText } from '../../witness/loops-cut.js'
import { marks } from '../console/marks.js'
import type { Output } from '../console/output.js'

type Verified = VerifyReport['certificates'][number]

/** Writes a line about a certificate, and one for each thing that a verified answer rests on besides its parts. */
export function renderVerified(verified: Verified, colours: Output['colours']): string {
  const { test, question, file, model, parts, steps, rejected, rests, within } = verified
  const name = printable(`${test}  ${question}`)
  if (rejected !== undefined)
    return `${marks(colours).bad}  ${name}  rejected: ${printable(rejected)} (${printable(file)})`
  const loops = within === undefined ? [] : [`loops cut at the bound: ${loopsCutText(within.loops)}`]
  const line = `${marks(colours).good}  ${name}  ${answerIn(verified)}  verified under ${printable(model)}: ${counted(parts, 'part')}, ${counted(steps, 'step')}${definitionText(verified)}`
  return [line, ...[...loops, ...rests.map(printable)].map((text) => `    ${text}`)].join('\n')
}

/** Says whether the answer is proven by the definitions of the model, if that was asked. */
function definitionText({ byDefinition }: Verified): string {
  if (byDefinition === undefined) return ''
  return 'reason' in byDefinition
    ? `; not proven by definition: ${printable(byDefinition.reason)}`
    : `; proven by definition: ${counted(byDefinition.clauses, 'clause')}, ${counted(byDefinition.steps, 'step')}`
}

/** Returns `holds within bound 2 (vacuous), qualified`: an answer that rests on more than its parts says so. */
function answerIn({ answer, within, vacuous, rests }: Verified): string {
  const bounded = within === undefined ? '' : ` within bound ${within.bound}`
  return `${answer}${bounded}${vacuous ? ' (vacuous)' : ''}${rests.length === 0 ? '' : ', qualified'}`
}

/** Writes the count. */
export const renderVerifyCount = ({ certificates, milliseconds }: VerifyReport): string => {
  const rejected = certificates.filter((one) => one.rejected !== undefined).length
  return `${counted(certificates.length, 'certificate')}: ${certificates.length - rejected} verified, ${rejected} rejected; ${(milliseconds / 1000).toFixed(2)} s`
}
