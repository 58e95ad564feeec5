/** Models in cat for specs. */

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Open, readModel } from '../../../../axioms/algebra/cat/read.js'
import type { Model } from '../../../../axioms/algebra/terms.js'
import { formatDiagnostic } from '../../../../source/diagnostic.js'
import { root, textOf } from '../../../support.js'

/** Reads included files beside a file. */
export const beside: Open = (path, { name }) => {
  const file = join(dirname(name), path)
  return existsSync(file)
    ? { ok: true, source: { name: file, text: textOf(file) } }
    : { ok: false, reason: 'no such file or folder' }
}

/** Returns the model of a text, which must have no errors. */
export function modelIn(text: string, name = 'spec.cat'): Model {
  const result = readModel({ name, text }, beside)
  if (!result.ok) throw new Error(result.diagnostics.map(formatDiagnostic).join('\n'))
  return result.value
}

/** Returns a model written as users of other tools write theirs. */
export const othersModel = (version: '6.0' | '7.5'): Model => {
  const name = join(root, `spec/axioms/algebra/cat/models/ptx-${version}-as-others-write-it.cat`)
  return modelIn(textOf(name), name)
}
