/** The library: read a program, decide it, get plain data back. For any engine of JavaScript; `node.ts` is for Node. */

// Tests

export type { Condition, Observable, Term } from './litmus/condition.js'
export type { Instruction } from './litmus/instruction.js'
export { observableName, readObservables } from './litmus/observe.js'
export { type Program, type Question, type Thread, testName } from './litmus/program.js'
export { type ReadTests, readTests } from './litmus/read.js'
export type { Reading } from './litmus/reading.js'

// Texts and errors

export { InternalError } from './encoder/decide/verdict.js'
export { type Diagnostic, formatDiagnostic } from './source/diagnostic.js'
export type { SourceText, Span } from './source/text.js'

// Models

export { printModel } from './axioms/algebra/cat/print.js'
export { type Open, readModel } from './axioms/algebra/cat/read.js'
export type { Axiom, EventSet, Model, Rel, Requirement } from './axioms/algebra/terms.js'
export { openBuiltIn } from './axioms/include.js'
export { defaultModel, models } from './axioms/models.js'

// The solver

export { type LoadedZ3, type SolverOptions, startSolver, type TextSession, type Z3 } from './encoder/solver/smt.js'
export type { Session, Solver } from './encoder/solver/solver.js'
export { type ModuleOverrides, moduleOverrides } from './encoder/solver/wasm/instantiate.js'

// Decisions

export { type BruteDecision, bruteForce } from './encoder/decide/brute.js'
export { decide, type Options } from './encoder/decide/decide.js'
export type {
  Answered,
  Decision,
  LayoutsTried,
  Liveness,
  UndefinedBehaviour,
  UndefinedIn,
  Verdict,
} from './encoder/decide/verdict.js'

// Executions and final states

export { type FinalState, type Outcomes, type OutcomesOptions, outcomes } from './encoder/decide/outcomes.js'
export type { Ending } from './encoder/decide/solutions.js'
export { type Witnesses, witnesses } from './encoder/decide/witnesses.js'
export type { Event, EventGraph } from './encoder/events/graph/event.js'
export type { Execution } from './encoder/execution/execution.js'
export { objections } from './encoder/execution/replay.js'

// Races and explanations

export { explanationOf } from './explain/document.js'
export { type Explanation, explain, reasonFor, repairsFor } from './explain/explain.js'
export { findRace, type RaceVerdict } from './races/find-races.js'

// Repairs

export { claimsOf } from './repair/demands.js'
export { fix } from './repair/fix.js'
export { patched } from './repair/patch.js'
export { type Costs, defaultCosts } from './repair/prices.js'
export type { Change, Cost, Repair } from './repair/repair.js'
export type { Fixed, FixOptions, Goal, Repaired, Weakened, WeakenOptions } from './repair/result.js'
export { repairText } from './repair/text.js'
export { weaken } from './repair/weaken.js'

// Certificates

export {
  certificateOf,
  type Evidence,
  type GivenPart,
  type WrongPart,
  wrongPart,
} from './certificate/certificate.js'
export { type Cnf, isWrong, readDimacs, type Wrong } from './certificate/checker/dimacs.js'
export { wrongProof, wrongSolution } from './certificate/checker/proof.js'
export {
  type Certified,
  type Obligation,
  type Obligations,
  obligationsOf,
  type Unreached,
} from './certificate/obligations.js'
export { type NoPart, type Part, partOf } from './certificate/parts.js'
export type { Satisfiability, SatSolver } from './certificate/sat.js'
export type { Clauses } from './encoder/formula/clauses.js'

// Witnesses

export { type Witnessed, witnessOf } from './witness/build.js'
export { witnessDot } from './witness/dot.js'
export { witnessSvg } from './witness/picture/svg.js'
export { relationsOf } from './witness/relations.js'
export { type Replayable, type Replayed, readWitnesses, replay, resolveWitness } from './witness/replay.js'
export { type TextOptions, witnessText } from './witness/text.js'
export type { Drawn } from './witness/view.js'

// Tests on a GPU

export { type JudgedState, type Judgement, judge } from './hardware/judge.js'
export { type HardwareLog, hardwareLog } from './hardware/log.js'
export { type NotRunnable, observedTerms, type Plan, type Planned, planOf } from './hardware/plan.js'
export { sourceOf } from './hardware/source.js'

// Documents

export { type CheckReport, checkReport, type QuestionReport, questionReport } from './report/check.js'
export { explanationDocument, racesReport } from './report/explanation.js'
export { type OutcomesReport, outcomesReport } from './report/outcomes.js'
export { errorReport } from './report/parts.js'
export { type AxiomReport, type ChangeReport, type RegressReport, regressReport } from './report/regress.js'
export { type RunReport, runReport } from './report/run.js'
export { type Witness, type WitnessEvent, type WitnessList, witness, witnessList } from './report/witness.js'
