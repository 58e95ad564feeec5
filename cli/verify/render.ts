/** Verified certificates as text. */

import type { VerifyReport } from '../../report/certificate.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'
import { marks } from '../console/marks.js'
import type { Output } from '../console/output.js'

type Verified = VerifyReport['certificates'][number]

/** Writes a line about a certificate. */
export function renderVerified(
  { test, question, answer, file, parts, steps, rejected }: Verified,
  colours: Output['colours'],
): string {
  const name = printable(`${test}  ${question}`)
  return rejected === undefined
    ? `${marks(colours).good}  ${name}  ${answer}  verified: ${counted(parts, 'part')}, ${counted(steps, 'step')}`
    : `${marks(colours).bad}  ${name}  rejected: ${printable(rejected)} (${printable(file)})`
}

/** Writes the count. */
export const renderVerifyCount = ({ certificates, milliseconds }: VerifyReport): string => {
  const rejected = certificates.filter((one) => one.rejected !== undefined).length
  return `${counted(certificates.length, 'certificate')}: ${certificates.length - rejected} verified, ${rejected} rejected; ${(milliseconds / 1000).toFixed(2)} s`
}
