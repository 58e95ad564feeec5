/** The files of a certificate: its document, and the problems, proofs and solutions that it names. */

import type { Certificate } from '../report/certificate.js'
import type { Part } from './parts.js'

export interface CertificateFile {
  readonly name: string
  readonly text: string
}

/** What a certificate says besides its parts. */
export type Said = Omit<Certificate, 'format' | 'parts'>

/**
 * Returns the files of a certificate, which lie in one folder and begin with `name`: the document first, then a problem
 * and its evidence for each part.
 */
export function certificateFiles(name: string, said: Said, parts: readonly Part[]): readonly CertificateFile[] {
  const parted = parts.map(({ problem, evidence, ...part }, i) => {
    const names = { problem: `${name}.${i + 1}.cnf`, evidence: `${name}.${i + 1}.${part.solvable ? 'sol' : 'lrat'}` }
    const files = [
      { name: names.problem, text: problem },
      { name: names.evidence, text: evidence },
    ]
    return { files, part: { ...part, ...names } }
  })
  const document: Certificate = {
    format: 'ptx-litmus certificate 1',
    ...said,
    parts: parted.map(({ part }) => part),
  }
  return [
    { name: `${name}.json`, text: `${JSON.stringify(document, undefined, 2)}\n` },
    ...parted.flatMap(({ files }) => files),
  ]
}
