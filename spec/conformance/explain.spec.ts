import { ptx75 } from '../../axioms/models.js'
import { conformance } from '../conformance.js'
import { flawsOf } from '../explain/chains.js'
import { filesBelow, solver, testsIn, textOf } from '../support.js'

for (const [name, ending] of [
  ['nvlitmus', '.test'],
  ['herd', '.litmus'],
] as const)
  conformance(name, (folder) => {
    const programs = filesBelow(folder, ending).flatMap((file) => testsIn(textOf(folder, file), file))
    test('each explanation of a forbidden outcome holds', async () => {
      const z3 = await solver()
      const flaws = programs.flatMap((program) =>
        program.questions.flatMap((question) =>
          flawsOf(program, question, ptx75, z3).map((flaw) => `${program.file}#${program.row?.number}: ${flaw}`),
        ),
      )
      expect(flaws).toEqual([])
    })
  })
