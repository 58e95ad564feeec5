/** Hashes of what a certificate is about. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { printModel } from '../../axioms/algebra/cat/print.js'
import type { Model } from '../../axioms/algebra/terms.js'
import type { Certificate } from '../../report/certificate.js'
import { ifThere } from '../input/system.js'

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Returns the hash of a model with everything that it includes. */
export const modelHash = (model: Model): string => sha256(printModel(model))

/** Returns the hashes of files, in the order of their paths. Paths without a file are left out. */
export const inputHashes = (paths: Iterable<string>): Certificate['inputs'] =>
  [...new Set(paths)].toSorted().flatMap((path) => {
    const content = ifThere(() => readFileSync(path))
    return content === undefined ? [] : [{ path, sha256: sha256(content) }]
  })
