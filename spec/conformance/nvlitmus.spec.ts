import type { Model } from '../../axioms/algebra/terms.js'
import { nvlitmus, ptx75 } from '../../axioms/models.js'
import { bruteOutcomes } from '../../encoder/decide/brute.js'
import { outcomes } from '../../encoder/decide/outcomes.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import { type Program, testName } from '../../litmus/program.js'
import { witnessOf } from '../../witness/build.js'
import { conformance } from '../conformance.js'
import { isSmall } from '../small.js'
import { filesBelow, solver, testsIn, textOf, verdicts } from '../support.js'
import { flaws } from '../witness/pictures.js'
import { replayed } from '../witness/replayed.js'

/**
 * The one test of the suite on which the artifact that it belongs to and the ISA differ: the artifact's fences never
 * release or acquire (axioms/README.md).
 */
const differs = 'Release_acquire_pattern.test'

const claim = (kind: Program['questions'][number]['kind']) => (kind === 'permit' ? 'allowed' : 'forbidden')

conformance('nvlitmus', (folder) => {
  const programs = filesBelow(folder, '.test').flatMap((file) => testsIn(textOf(folder, file), file))

  test('the suite has 128 tests', () => {
    expect(programs).toHaveLength(128)
  })

  /** Returns the tests that are not decided as their files claim. */
  const disagreements = async (model: Model): Promise<readonly string[]> => {
    const kept = await Promise.all(
      programs.map(async (program) =>
        (await verdicts(program, model)).every(
          (verdict, i) => verdict === claim(program.questions[i]?.kind ?? 'check'),
        ),
      ),
    )
    const broken = programs.flatMap((program, i) => (kept[i] ? [] : [testName(program)]))
    console.log(`nvlitmus under ${model.name}: ${programs.length - broken.length} of ${programs.length}`, ...broken)
    return broken
  }

  test('under ptx-7.5 as the files claim, but one: 127 of 128', async () => {
    expect(await disagreements(ptx75)).toEqual([differs])
    const program = programs.find((one) => testName(one) === differs)
    expect(program === undefined ? [] : await verdicts(program)).toEqual(['forbidden'])
  })

  test('under nvlitmus as the files claim: 128 of 128', async () => {
    expect(await disagreements(nvlitmus)).toEqual([])
  })

  describe.each([ptx75, nvlitmus].map((model) => [model.name, model] as const))('witnesses under %s', (_, model) => {
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
  })

  describe('final states under ptx-7.5', () => {
    const options = { model: ptx75, besides: [], limit: 1000 }
    test('brute force takes part in most', () => {
      expect(programs.filter(isSmall).length).toBeGreaterThan(100)
    })
    test.each(programs.map((program) => [testName(program), program] as const))('%s', async (_, program) => {
      const { found, ending } = outcomes(program, await solver(), options)
      expect(ending).toEqual({ kind: 'complete' })
      // Brute force takes part where it takes no more than seconds.
      const brute = bruteOutcomes(program, { ...options, most: 500 })
      if (isSmall(program)) expect(brute.ending).toEqual({ kind: 'complete' })
      if (brute.ending.kind === 'complete')
        expect(found.map(({ values }) => values)).toEqual(brute.found.map(({ values }) => values))
    })
  })
})
