import { defaultModel, models } from '../axioms/models.js'
import { bruteForce } from '../encoder/decide/brute.js'
import { buildEvents } from '../encoder/events/events.js'
import { countCandidates } from '../encoder/execution/candidates.js'
import { isCompiled } from '../litmus/program.js'
import { type Expected, examples, isAsynchronous } from './examples.js'
import { mostCandidates, onEach } from './extent.js'
import { hangByHand } from './hangs.js'
import { hangText, wordOf } from './support.js'

/** Candidate executions, and times as many as waits may time out: each can do so besides, which the bound does not count. */
const countOf = ({ program }: Expected): number => {
  const graph = buildEvents(program)
  return countCandidates(graph) * 4 ** graph.unknowns.filter(({ from }) => from === 'patience').length
}

/** Up to 12 instructions and 100 candidate executions. */
const isSmall = (one: Expected): boolean =>
  !one.program.threads.some(isCompiled) &&
  one.program.threads.reduce((sum, { instructions }) => sum + instructions.length, 0) <= 12 &&
  countOf(one) <= 100

const usual = new Map(examples(defaultModel.name).map(({ name, verdicts }) => [name, verdicts]))

/** On tests without asynchronous operations `ptx-9.4` and its strict form decide as `ptx-7.5` does; with them, others do not cover them. */
const isAsked = (model: string, one: Expected): boolean => {
  if (!model.startsWith('ptx-9.4')) return !isAsynchronous(one)
  return isAsynchronous(one) && (!model.endsWith('-strict') || String(one.verdicts) !== String(usual.get(one.name)))
}

for (const model of models)
  onEach(
    `brute force says what the tables say, under ${model.name}`,
    {
      all: examples(model.name).filter((one) => isAsked(model.name, one)),
      sample: (all) => all.filter(isSmall),
    },
    (one) => {
      const { name, program, verdicts } = one
      const { answers, listed } = bruteForce(program, model, { most: mostCandidates })
      // Brute force lists all candidates of a small test, or guesses values of which nothing is known.
      if (isSmall(one)) expect(['all', 'thin air']).toContain(listed)
      // What it knows though it did not list all, or guessed values, is right as well.
      for (const [i, answer] of answers.entries())
        if (listed === 'all' || answer.verdict.kind !== 'undecided')
          expect([i, wordOf(answer)]).toEqual([i, verdicts[i]])
      const hang = hangByHand(name, program)
      const [first] = answers
      if (model === defaultModel && hang !== undefined && first?.liveness?.kind !== 'undecided')
        expect(hangText(first?.liveness)).toBe(hang)
    },
  )
