import type { Model } from '../../axioms/algebra/terms.js'
import { nvlitmus } from '../../axioms/nvlitmus.js'
import { ptx75 } from '../../axioms/ptx-7.5.js'
import { type Program, testName } from '../../litmus/program.js'
import { conformance } from '../conformance.js'
import { filesBelow, testsIn, textOf, verdicts } from '../support.js'

/**
 * The one test of the suite on which the artifact that it belongs to and the ISA differ: the artifact's fences never release or
 * acquire (axioms/README.md).
 */
const differs = 'Release_acquire_pattern.test'

const claim = (kind: Program['questions'][number]['kind']) => (kind === 'permit' ? 'allowed' : 'forbidden')

conformance('nvlitmus', (folder) => {
  const programs = filesBelow(folder, '.test').flatMap((file) => testsIn(textOf(folder, file), file))

  test('the suite has 128 tests', () => {
    expect(programs).toHaveLength(128)
  })

  /** The tests that are not decided as their files claim. */
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
})
