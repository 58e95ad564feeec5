import { decide } from '../../encoder/decide/decide.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import { witnessOf } from '../../witness/build.js'
import { witnessSvg } from '../../witness/picture/svg.js'
import { examples } from '../examples.js'
import { extent, sampled } from '../extent.js'
import { distinctModels, solver } from '../support.js'
import { flaws, xmlFlaws } from './pictures.js'
import { replayed } from './replayed.js'

describe.each(distinctModels.map((model) => [model.name, model] as const))(`${extent} under %s`, (name, model) => {
  test.each(sampled(examples(name)).map((one) => [one.name, one] as const))('%s', async (_, { program, verdicts }) => {
    for (const [i, question] of program.questions.entries()) {
      const { graph, found, ending, vacuous } = witnesses(program, question, await solver(), { model })
      const [answer] = decide({ ...program, questions: [question] }, await solver(), { model }).answers
      const isVacuous = answer?.verdict.kind === 'forbidden' && answer.verdict.vacuous
      // Where undefined behaviour is reachable, the table says that, and not what else is.
      if (verdicts[i] !== 'undefined')
        expect([found.length, ending.kind, vacuous]).toEqual(
          verdicts[i] === 'allowed'
            ? [1, 'limited', false]
            : [0, verdicts[i] === 'not covered' ? 'not covered' : 'complete', isVacuous],
        )
      for (const execution of found) {
        const show = ['base-cause', 'cause', 'ms', 'loc']
        const witness = witnessOf({ graph, model, execution, question, show })
        expect(replayed(witness, model)).toEqual([])
        expect(flaws(witness)).toEqual([])
        expect(xmlFlaws(witnessSvg([witness]))).toEqual([])
      }
    }
  })
})
