import { join } from 'node:path'
import { models } from '../../axioms/models.js'
import { expectationOf, readExpectations } from '../../cli/tables/expectations.js'
import { decide } from '../../encoder/decide/decide.js'
import { testName } from '../../litmus/program.js'
import { conformance } from '../conformance.js'
import { mostCandidates, onEach } from '../extent.js'
import { isSmall } from '../small.js'
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
      const decided = decide(program, z3, { model, liveness: false }).answers[0]?.verdict.kind
      return decided === verdict ? [] : [`${name}: ${decided}, published as ${verdict}`]
    })
    console.log(`herd: ${rows.length - disagreements.length} of ${rows.length}`, ...disagreements)
    expect(rows).toHaveLength(142)
    expect(disagreements).toEqual([])
  })

  test('all 28 published answers about liveness', async () => {
    const z3 = await solver()
    const published = textOf(folder, 'liveness.csv').trim().split(/\r?\n/).slice(1)
    const disagreements = published.filter((line) => {
      const [file, name, answer] = line.split(',')
      const program = programs.find((one) => one.file === join(folder, file ?? ''))
      const model = models.find((one) => one.name === name)
      const liveness = program && model && decide(program, z3, { model }).answers[0]?.liveness
      return (liveness?.kind === 'hangs' ? 'can hang' : liveness?.kind) !== answer
    })
    expect(published).toHaveLength(28)
    expect(disagreements).toEqual([])
  })

  const sample = (all: readonly (typeof rows)[number][]) => all.filter(({ program }) => isSmall(program))
  onEach('by brute force', { all: rows, sample, least: 100 }, ({ program, model, verdict }) => {
    const [decided] = bruteVerdicts(program, model, mostCandidates)
    if (isSmall(program) || decided !== 'undecided') expect(decided).toBe(verdict)
  })
})
