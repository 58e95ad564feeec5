/** The library under Node, where z3 is loaded from the package z3-solver, and CaDiCaL from cadical-wasm. */

// Under Node

export { startCadical } from './certificate/cadical.js'
export { type NodeSolverOptions, startSolver } from './cli/z3/start.js'
export { type SatOptions, startSat } from './encoder/solver/sat.js'
export * from './index.js'
