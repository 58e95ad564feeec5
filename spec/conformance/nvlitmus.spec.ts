import { join } from 'node:path'
import { nvlitmus } from '../../axioms/nvlitmus.js'
import { ptx75 } from '../../axioms/ptx-7.5.js'
import { bruteOutcomes, countCandidates } from '../../encoder/brute.js'
import { outcomes } from '../../encoder/outcomes.js'
import { witnesses } from '../../encoder/witnesses.js'
import { type Program, testName } from '../../litmus/program.js'
import { witnessOf } from '../../witness/build.js'
import { filesBelow, solver, testsIn, textOf, verdicts } from '../support.js'
import { flaws } from '../witness/pictures.js'
import { replayed } from '../witness/replayed.js'

/** Where the published tests lie; they are no part of this project. */
const folder = process.env['CONFORMANCE_DIR']
const required = process.env['npm_lifecycle_event'] === 'conformance'

/**
 * The one test of the suite on which the artifact that it belongs to and the ISA differ: the artifact's fences never release or
 * acquire (axioms/README.md).
 */
const differs = 'Release_acquire_pattern.test'

const claim = (kind: Program['questions'][number]['kind']) => (kind === 'permit' ? 'allowed' : 'forbidden')

if (folder === undefined) {
  const run = required ? test : test.skip
  run('nvlitmus: skipped, as CONFORMANCE_DIR does not name the folder of published tests', () => {
    throw new Error('CONFORMANCE_DIR must name the folder that holds nvlitmus/')
  })
} else {
  describe('nvlitmus under ptx-7.5', () => {
    const files = filesBelow(join(folder, 'nvlitmus'), '.test')
    const programs = files.flatMap((file) => testsIn(textOf(folder, 'nvlitmus', file), file))

    test('the suite has 128 tests', () => {
      expect(programs).toHaveLength(128)
    })

    test.each(programs.map((program) => [testName(program), program] as const))('%s', async (name, program) => {
      const claimed = program.questions.map(({ kind }) => (name === differs ? 'forbidden' : claim(kind)))
      expect(await verdicts(program)).toEqual(claimed)
    })

    test('as the files expect: 127 of 128', async () => {
      const kept = await Promise.all(
        programs.map(async (program) =>
          (await verdicts(program)).every((verdict, i) => verdict === claim(program.questions[i]?.kind ?? 'check')),
        ),
      )
      expect(programs.flatMap((program, i) => (kept[i] ? [] : [testName(program)]))).toEqual([differs])
    })
  })

  describe('nvlitmus under the model of that name', () => {
    const programs = filesBelow(join(folder, 'nvlitmus'), '.test').flatMap((file) =>
      testsIn(textOf(folder, 'nvlitmus', file), file),
    )
    test.each(programs.map((program) => [testName(program), program] as const))('%s', async (_, program) => {
      expect(await verdicts(program, nvlitmus)).toEqual(program.questions.map(({ kind }) => claim(kind)))
    })
  })

  describe.each([ptx75, nvlitmus].map((model) => [model.name, model] as const))(
    'witnesses of nvlitmus under %s',
    (_, model) => {
      const programs = filesBelow(join(folder, 'nvlitmus'), '.test').flatMap((file) =>
        testsIn(textOf(folder, 'nvlitmus', file), file),
      )
      test.each(programs.map((program) => [testName(program), program] as const))('%s', async (_, program) => {
        const z3 = await solver()
        for (const question of program.questions) {
          const { graph, found } = witnesses(program, question, z3, { model })
          for (const execution of found) {
            const witness = witnessOf({ graph, model, execution, question })
            expect(replayed(witness, model)).toEqual([])
            expect(flaws(witness)).toEqual([])
          }
        }
      })
    },
  )

  describe('final states of nvlitmus under ptx-7.5', () => {
    const programs = filesBelow(join(folder, 'nvlitmus'), '.test').flatMap((file) =>
      testsIn(textOf(folder, 'nvlitmus', file), file),
    )
    const options = { model: ptx75, besides: [], limit: 1000 }
    test.each(programs.map((program) => [testName(program), program] as const))('%s', async (_, program) => {
      const { graph, found, ending } = outcomes(program, await solver(), options)
      expect(ending).toEqual({ kind: 'complete' })
      // Brute force takes part where it takes no more than seconds.
      if (countCandidates(graph) > 500) return
      const brute = bruteOutcomes(program, options).found
      expect(found.map(({ values }) => values)).toEqual(brute.map(({ values }) => values))
    })
  })
}
