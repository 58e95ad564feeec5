/** The library: read a program, decide it, get plain data back. For any engine of JavaScript; `node.ts` is for Node. */

export { printModel } from './axioms/algebra/cat/print.js'
export { type Open, readModel } from './axioms/algebra/cat/read.js'
export type { Axiom, EventSet, Model, Rel, Requirement } from './axioms/algebra/terms.js'
export { openBuiltIn } from './axioms/include.js'
export { defaultModel, models } from './axioms/models.js'
export { type BruteDecision, bruteForce } from './encoder/decide/brute.js'
export { decide, type Options } from './encoder/decide/decide.js'
export { type FinalState, type Outcomes, type OutcomesOptions, outcomes } from './encoder/decide/outcomes.js'
export type { Ending } from './encoder/decide/solutions.js'
export {
  type Answered,
  type Decision,
  InternalError,
  type Liveness,
  type UndefinedBehaviour,
  type UndefinedIn,
  type Verdict,
} from './encoder/decide/verdict.js'
export { type Witnesses, witnesses } from './encoder/decide/witnesses.js'
export type { Event, EventGraph } from './encoder/events/event.js'
export type { Execution } from './encoder/execution/execution.js'
export { objections } from './encoder/execution/replay.js'
export { type LoadedZ3, type Solver, type SolverOptions, startSolver } from './encoder/solver/smt.js'
export { type ModuleOverrides, moduleOverrides } from './encoder/solver/wasm/instantiate.js'
export { explanationOf } from './explain/document.js'
export { type Explanation, explain } from './explain/explain.js'
export type { Condition, Observable, Term } from './litmus/condition.js'
export type { Instruction } from './litmus/instruction.js'
export { observableName, readObservables } from './litmus/observe.js'
export { type Program, type Question, type Thread, testName } from './litmus/program.js'
export { type ReadTests, readTests } from './litmus/read.js'
export type { Reading } from './litmus/reading.js'
export { findRace, type RaceVerdict } from './races/find-races.js'
export { type CheckReport, checkReport, type QuestionReport, questionReport } from './report/check.js'
export { explanationDocument, racesReport } from './report/explanation.js'
export { type OutcomesReport, outcomesReport } from './report/outcomes.js'
export { errorReport } from './report/parts.js'
export { type AxiomReport, type ChangeReport, type RegressReport, regressReport } from './report/regress.js'
export { type Witness, type WitnessEvent, type WitnessList, witness, witnessList } from './report/witness.js'
export { type Diagnostic, formatDiagnostic } from './source/diagnostic.js'
export type { SourceText, Span } from './source/text.js'
export { type Witnessed, witnessOf } from './witness/build.js'
export { witnessDot } from './witness/dot.js'
export { witnessSvg } from './witness/picture/svg.js'
export { relationsOf } from './witness/relations.js'
export { type Replayable, type Replayed, readWitnesses, replay, resolveWitness } from './witness/replay.js'
export { witnessText } from './witness/text.js'
