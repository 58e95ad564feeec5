/** The work of a thread for a search: it finds the tests of some sketches. */

import type { Model } from '../../axioms/algebra/terms.js'
import { decide } from '../../encoder/decide/decide.js'
import type { Solver } from '../../encoder/solver/solver.js'
import { must } from '../../source/must.js'
import { compiled } from '../../synthesis/compiled.js'
import { type Difference, distinguishing } from '../../synthesis/distinguish.js'
import { type Found, minimal } from '../../synthesis/generate.js'
import { type Labelled, programIn, testText } from '../../synthesis/program.js'
import { responsible } from '../../synthesis/responsible.js'
import type { Outcome, Sketch } from '../../synthesis/sketch.js'
import { stepsOf } from '../../synthesis/steps.js'
import type { Vocabulary } from '../../synthesis/vocabulary.js'

export type SearchTask =
  | { readonly kind: 'minimal'; readonly model: Model; readonly vocabulary: Vocabulary }
  | { readonly kind: 'different'; readonly models: readonly [Model, Model]; readonly vocabulary: Vocabulary }

/** Sketches; `first` is the number of the first one among all sketches. */
export interface Chunk {
  readonly first: number
  readonly sketches: readonly Sketch[]
}

/** A minimal test, verified by the solver: it is forbidden, and allowed after each step of weakening. */
export interface FoundTest extends Found {
  readonly sketch: number
  readonly axioms: readonly string[]
  readonly text: string
}

export interface FoundDifference extends Difference {
  readonly sketch: number
}

export type ChunkResult =
  | { readonly kind: 'minimal'; readonly tests: readonly FoundTest[] }
  | { readonly kind: 'different'; readonly tests: readonly FoundDifference[] }
  | { readonly kind: 'fault'; readonly reason: string }

/** Returns what searches chunks, one after the other. */
export function searcher(task: SearchTask): (chunk: Chunk, decider: Solver) => ChunkResult {
  const { vocabulary } = task
  const numbered = <F extends Found>({ first, sketches }: Chunk, search: (sketch: Sketch) => readonly F[]) =>
    sketches.flatMap((sketch, i) => search(sketch).map((hit) => ({ ...hit, sketch: first + i })))
  if (task.kind === 'different') {
    const [first, second] = task.models.map((model) => must(compiled(model), 'a model without recursion'))
    const search = distinguishing(must(first, 'a model'), must(second, 'a model'), vocabulary)
    return (chunk) => ({ kind: 'different', tests: numbered(chunk, search) })
  }
  const { model } = task
  const search = minimal(must(compiled(model), 'a model without recursion'), vocabulary)
  const axiomsOf = responsible(model)
  const verdicts = new Map<string, string>()
  return (chunk, decider) => ({
    kind: 'minimal',
    tests: numbered(chunk, search).map((hit) => {
      const { labelled, outcome } = hit
      verify(model, labelled, outcome, vocabulary, decider, verdicts)
      return { ...hit, axioms: axiomsOf(labelled, outcome), text: testText(labelled, outcome, '~exists') }
    }),
  })
}

/**
 * Asks the solver about the test and each step, once about each text: a program that lacks one instruction is a step of
 * many tests. Throws if the solver does not agree.
 */
function verify(
  model: Model,
  labelled: Labelled,
  outcome: Outcome,
  vocabulary: Vocabulary,
  decider: Solver,
  verdicts: Map<string, string>,
): void {
  const demand = (expected: 'forbidden' | 'allowed', what: string, text: string): void => {
    const verdict = verdicts.get(text) ?? verdictOn(text)
    if (verdicts.size > mostVerdicts) verdicts.clear()
    verdicts.set(text, verdict)
    if (verdict !== expected) throw new Error(`the solver finds this ${what} ${verdict}:\n${text}`)
  }
  const verdictOn = (text: string): string => {
    const { answers } = decide(programIn(text), decider, { model, liveness: false })
    const { verdict, undefined: reached } = must(answers[0], 'an answer')
    // Undefined behaviour forbids nothing.
    const isDefined = reached.kind === 'known' && reached.found.length === 0
    return verdict.kind === 'forbidden' && !isDefined ? 'undefined' : verdict.kind
  }
  demand('forbidden', 'minimal test', testText(labelled, outcome))
  for (const step of stepsOf(labelled, outcome, vocabulary))
    demand('allowed', 'step of a minimal test', testText(step.labelled, step.outcome))
}

/** Each takes some hundred bytes. */
const mostVerdicts = 100_000
