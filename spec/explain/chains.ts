/** Checks the properties of every explanation of a forbidden outcome. */

import { withoutAxiom } from '../../axioms/algebra/edit.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { decide } from '../../encoder/decide/decide.js'
import { broken, interpretation, reaches } from '../../encoder/execution/replay.js'
import type { Solver } from '../../encoder/solver/solver.js'
import type { Chain } from '../../explain/derive.js'
import { chainWitness } from '../../explain/document.js'
import { type Explanation, explain } from '../../explain/explain.js'
import type { Program, Question } from '../../litmus/program.js'
import { relationsOf } from '../../witness/relations.js'
import { flaws, markFlaws } from '../witness/pictures.js'

/** Returns what is wrong with the explanation of an outcome that is forbidden: nothing, or a line for each flaw. */
export function flawsOf(program: Program, question: Question, model: Model, solver: Solver): readonly string[] {
  const asked = { ...program, questions: [question] }
  const explanation: Explanation = explain(program, question, solver, { model })
  if (explanation.kind !== 'forbidden') return [`explained as ${explanation.kind}`]
  const { graph, sets, liveness } = explanation
  // If no execution ends, no axiom needs to forbid anything.
  if (liveness?.kind === 'hangs' && liveness.always) return sets.length === 0 ? [] : ['axioms forbid what never ends']
  const kindUnder = memoised((axioms: readonly string[]) => {
    const reduced = model.axioms
      .filter(({ name }) => !axioms.includes(name))
      .reduce((rest, { name }) => withoutAxiom(rest, name), model)
    return decide(asked, solver, { model: reduced, liveness: false }).answers[0]?.verdict.kind
  })
  const known = relationsOf(model)
  return [
    ...(sets.length === 0 ? ['no set of axioms forbids it'] : []),
    ...sets.flatMap(({ axioms, objections }) => [
      ...(kindUnder(axioms) === 'forbidden' ? [] : [`${axioms.join()} do not forbid it`]),
      ...axioms.flatMap((name) =>
        kindUnder(axioms.filter((one) => one !== name)) === 'allowed' ? [] : [`${name} is not needed`],
      ),
      ...(objections.length === axioms.length ? [] : ['an axiom without an objection']),
      ...objections.flatMap(({ axiom, execution, chain, missing, breaks }) => {
        const { relation } = interpretation(graph, execution)
        const steps = (some: Chain): Chain => some.flatMap((step) => [step, ...steps(step.because)])
        const reported = steps(chain).flatMap(({ from, to, relation: name, inverse }) => {
          const term = known.get(name)
          const [a, b] = inverse ? [to, from] : [from, to]
          return term !== undefined && relation(term)[a]?.get(b) === true
            ? []
            : [`${name} does not relate ${a} and ${b}`]
        })
        const breaksIn = chain.flatMap((step, i) =>
          i > 0 && chain[i - 1]?.to !== step.from ? ['the chain is broken'] : [],
        )
        const isCycle = chain[0]?.from === chain.at(-1)?.to
        const isPair = missing !== undefined || axiom === 'Atomicity'
        const picture = chainWitness(graph, model, execution, question, { axiom, chain })
        return [
          ...flaws(picture),
          ...markFlaws(picture),
          ...reported,
          ...breaksIn,
          ...(chain.length === 0 ? ['no chain'] : []),
          ...(isCycle || isPair ? [] : [`${axiom}: the chain does not close`]),
          ...(reaches(question, graph, execution) ? [] : ['the execution does not reach the outcome']),
          ...(breaks.includes(axiom) && broken(graph, model.axioms, execution).some(({ name }) => name === axiom)
            ? []
            : [`${axiom} does not object`]),
        ]
      }),
    ]),
  ]
}

/** Sets of axioms share some of the executions with which they are compared. */
function memoised<T>(of: (axioms: readonly string[]) => T): (axioms: readonly string[]) => T {
  const known = new Map<string, T>()
  return (axioms) => {
    const key = axioms.join()
    const value = known.get(key)
    if (value !== undefined) return value
    const fresh = of(axioms)
    known.set(key, fresh)
    return fresh
  }
}
