/** Explanations as golden files. */

import { join } from 'node:path'
import { ptx75 } from '../../axioms/models.js'
import { explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import type { Program } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { expectGolden } from '../golden.js'
import { freshSolver, root } from '../support.js'

/**
 * Expects the explanation of the first question to be that of the file. It uses a fresh z3, since the execution that is
 * shown depends on earlier questions.
 */
export async function expectExplanation(file: string, program: Program): Promise<void> {
  const question = must(program.questions[0], 'a question')
  const fresh = await freshSolver()
  const explanation = explain(program, question, fresh, { model: ptx75 })
  fresh.close()
  expectGolden(
    join(root, 'spec/explain/golden', `${file}.txt`),
    `${explanationText(program, question, 'ptx-7.5', explanation).replaceAll(root, '')}\n`,
  )
}
