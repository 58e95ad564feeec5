import { match } from 'ts-pattern'
import { defaultModel } from '../../axioms/models.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import { witnessOf } from '../../witness/build.js'
import { witnessSvg } from '../../witness/picture/svg.js'
import { isAsynchronous } from '../examples.js'
import { onEach, sampled, someExamples } from '../extent.js'
import { distinctModels, solver } from '../support.js'
import { dataFlaws, flaws, markFlaws, xmlFlaws } from './pictures.js'
import { replayed } from './replayed.js'
import { textFlaws } from './texts.js'

/** No execution of these ends, so whatever is forbidden is so vacuously. */
const neverEnding = /^async.(arrive-when-copied.test#2|drop.test#2|pipeline.test#[567])$/

for (const model of [...distinctModels, defaultModel]) {
  const all = someExamples(model.name).filter((one) => model !== defaultModel || isAsynchronous(one))
  onEach(`under ${model.name}`, { all, sample: sampled, least: 5 }, async ({ name, program, verdicts }) => {
    for (const [i, question] of program.questions.entries()) {
      const { graph, found, ending, vacuous } = witnesses(program, question, await solver(), { model })
      // If undefined behaviour is reachable, the table says only that.
      if (verdicts[i] !== 'undefined')
        expect([found.length, ending.kind, vacuous]).toEqual(
          match(verdicts[i])
            .with('allowed', () => [1, 'limited', false])
            .with('not covered', () => [0, 'not covered', false])
            .otherwise(() => [0, 'complete', neverEnding.test(name)]),
        )
      for (const execution of found) {
        const show = ['base-cause', 'cause', 'ms', 'loc']
        const witness = witnessOf({ graph, model, execution, question, show })
        expect(replayed(witness, model)).toEqual([])
        expect(flaws(witness)).toEqual([])
        for (const width of [100, 40]) expect(textFlaws(witness, width)).toEqual([])
        expect(dataFlaws(witness)).toEqual([])
        expect(markFlaws(witness)).toEqual([])
        expect(xmlFlaws(witnessSvg([witness]))).toEqual([])
      }
    }
  })
}
