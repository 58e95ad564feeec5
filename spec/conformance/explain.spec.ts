import { ptx75 } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { testName } from '../../litmus/program.js'
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
      const forbidden = programs.flatMap((program) =>
        decide(program, z3, { model: ptx75, liveness: false }).answers.flatMap(({ question, verdict }) =>
          verdict.kind === 'forbidden' ? [{ program, question }] : [],
        ),
      )
      expect(forbidden).not.toEqual([])
      const flaws = forbidden.flatMap(({ program, question }) =>
        flawsOf(program, question, ptx75, z3).map((flaw) => `${testName(program)}: ${flaw}`),
      )
      expect(flaws).toEqual([])
    })
  })
