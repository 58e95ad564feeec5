import { defaultModel, ptx75 } from '../../axioms/models.js'
import { countingPrograms } from '../../fuzz/counting.js'
import { alikePrograms, compareScreens, countedPrograms, waitingPrograms } from '../../fuzz/screens.js'
import { must } from '../../source/must.js'
import { randomly } from '../extent.js'
import { solver } from '../support.js'

describe('what a screen says holds of all executions', () => {
  const styles = [
    ['alike', alikePrograms, 40, 12, 2, 0],
    ['mbarriers', countedPrograms, 12, 2, 1, 0],
    ['waits', waitingPrograms, 20, 3, 1, 1],
    ['counting', must(countingPrograms(ptx75), 'programs'), 15, 0, 0, 0],
  ] as const
  for (const [name, texts, runs, answered, reached, shortly] of styles)
    randomly(name, { runs, seed: 33, least: { programs: runs, answered, reached, shortly } }, async (draw) => ({
      ...compareScreens(name === 'mbarriers' || name === 'waits' ? defaultModel : ptx75, await solver(), texts, draw),
    }))
})
