/** Faults of the SAT solver's problems: what it is given, and what its answers are taken for. */

import type { Fault } from './fault.js'

const file = 'encoder/solver/sat.ts'
const group = 'solvers'
const specs: Fault['specs'] = ['spec/encoder/solver/sat.spec.ts']

export const solverFaults: readonly Fault[] = [
  {
    name: 'goals-assumed-alone',
    group,
    says: 'only the first of the goals that are assumed together counts',
    file,
    text: 'return names.flatMap(literalsOf)',
    replacement: 'return names.slice(0, 1).flatMap(literalsOf)',
    specs,
  },
  {
    name: 'assertions-once',
    group,
    says: 'what is asserted after the first check does not count',
    file,
    text: 'for (; sent < clauses.length; sent++) solver.addClause(clauses[sent] ?? [])',
    replacement: 'if (sent === 0) for (; sent < clauses.length; sent++) solver.addClause(clauses[sent] ?? [])',
    specs,
  },
  {
    name: 'single-bits-are-boolean',
    group,
    says: 'a number of one bit is taken for a Boolean value',
    file,
    text: 'writer.vectors.has(name)\n',
    replacement: 'literals.length > 1\n',
    specs,
  },
  {
    name: 'bits-from-the-highest',
    group,
    says: 'the bits of a number are taken in the reverse order',
    file,
    text: '(1n << BigInt(bit))',
    replacement: '(1n << BigInt(literals.length - 1 - bit))',
    specs,
  },
  {
    name: 'decided-without-all-clauses',
    group,
    says: 'a problem whose clauses were not all written is decided by those that were',
    file,
    text: "      if ('tooLarge' in written) incomplete = written\n",
    replacement: '',
    specs,
  },
  {
    name: 'late-is-forbidden',
    group,
    says: 'a search that the time ends has found that there is no solution',
    file,
    text: "if (status === 'unknown') return { kind: 'unknown', reason: ended ?? stepsReason }",
    replacement:
      "if (status === 'unknown') return ended === undefined ? { kind: 'unknown', reason: stepsReason } : { kind: 'unsat' }",
    specs,
  },
]
