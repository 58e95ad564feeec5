import { join } from 'node:path'
import { models } from '../../axioms/models.js'
import { expectationOf, readExpectations } from '../../cli/tables/expectations.js'
import { decide } from '../../encoder/decide/decide.js'
import { testName } from '../../litmus/program.js'
import { conformance } from '../conformance.js'
import { bruteVerdicts, filesBelow, solver, testsIn, textOf } from '../support.js'

conformance('herd', (folder) => {
  const path = join(folder, 'expected.csv')
  const programs = filesBelow(folder, '.litmus').flatMap((file) => testsIn(textOf(folder, file), join(folder, file)))
  const rows = models.flatMap((model) => {
    const table = readExpectations({ name: path, text: textOf(path) }, model.name)
    if (!table.ok) throw new Error(`${path} cannot be read`)
    return programs.flatMap((program) =>
      program.questions.flatMap((question) => {
        const verdict = expectationOf(table.value, program, question)
        return verdict === undefined
          ? []
          : [{ name: `${testName(program)} under ${model.name}`, program, model, verdict }]
      }),
    )
  })

  test('all 142 published verdicts, under two models', async () => {
    const z3 = await solver()
    const disagreements = rows.flatMap(({ name, program, model, verdict }) => {
      const decided = decide(program, z3, { model }).answers[0]?.verdict.kind
      return decided === verdict ? [] : [`${name}: ${decided}, published as ${verdict}`]
    })
    console.log(`herd: ${rows.length - disagreements.length} of ${rows.length}`, ...disagreements)
    expect(rows).toHaveLength(142)
    expect(disagreements).toEqual([])
  })

  test.each(rows.map((row) => [row.name, row] as const))('by brute force: %s', (_, { program, model, verdict }) => {
    const [decided] = bruteVerdicts(program, model)
    if (decided !== 'undecided') expect(decided).toBe(verdict)
  })
})
