/** The library under Node, where z3 is loaded from the package z3-solver. */

// Under Node

export { type NodeSolverOptions, startSolver } from './cli/z3/start.js'
export * from './index.js'
