import { defaultModel, models } from '../axioms/models.js'
import { bruteForce } from '../encoder/decide/brute.js'
import { type Expected, examples, isAsynchronous } from './examples.js'
import { mostCandidates, onEach } from './extent.js'
import { hangByHand } from './hangs.js'
import { countOf, isSmall } from './small.js'
import { hangText, wordOf } from './support.js'

const usual = new Map(examples(defaultModel.name).map(({ name, verdicts }) => [name, verdicts]))

/**
 * Returns whether brute force runs on a test. Without asynchronous operations, `ptx-9.4` and its strict form decide as
 * `ptx-7.5` does; with them, other models do not cover the test.
 */
const isAsked = (model: string, one: Expected): boolean => {
  if (!model.startsWith('ptx-9.4')) return !isAsynchronous(one)
  return isAsynchronous(one) && (!model.endsWith('-strict') || String(one.verdicts) !== String(usual.get(one.name)))
}

/**
 * Returns the small tests, whose executions brute force lists completely; if there are none, the one with the fewest
 * candidate executions that brute force can answer.
 */
function listable(all: readonly Expected[]): readonly Expected[] {
  const small = all.filter(({ program }) => isSmall(program))
  return small.length > 0 ? small : all.toSorted((a, b) => countOf(a.program) - countOf(b.program)).slice(0, 1)
}

for (const model of models) {
  const all = examples(model.name).filter((one) => isAsked(model.name, one))
  const sample = listable(all)
  onEach(
    `brute force says what the tables say, under ${model.name}`,
    { all, sample: () => sample, least: 1 },
    (one) => {
      const { name, program, verdicts } = one
      const isListed = sample.includes(one)
      const most = isListed ? Math.max(2000, mostCandidates) : mostCandidates
      const { answers, listed } = bruteForce(program, model, { most })
      // On a small test it lists all candidates, or guesses unknown values.
      if (isSmall(program)) expect(['all', 'thin air']).toContain(listed)
      else if (isListed) expect(answers.some(({ verdict }) => verdict.kind !== 'undecided')).toBe(true)
      // An answer is also right if brute force did not list everything, or guessed values.
      for (const [i, answer] of answers.entries())
        if (listed === 'all' || answer.verdict.kind !== 'undecided')
          expect([i, wordOf(answer)]).toEqual([i, verdicts[i]])
      const hang = hangByHand(name, program)
      const [first] = answers
      if (model === defaultModel && hang !== undefined && first?.liveness?.kind !== 'undecided')
        expect(hangText(first?.liveness)).toBe(hang)
    },
  )
}
