/** Faults of exit statuses and of JSON. */

import type { Fault } from './fault.js'

export const outputFaults: readonly Fault[] = [
  {
    name: 'errors-last',
    group: 'exit statuses',
    says: 'what could not be read counts only where every answer is as expected',
    file: 'report/conclusion.ts',
    text: '[130, 2, 1, 3, 0]',
    replacement: '[130, 1, 2, 3, 0]',
    specs: ['spec/cli/check/report.spec.ts'],
  },
  {
    name: 'witness-none-within-bound',
    group: 'exit statuses',
    says: 'no witness within a limit is no witness at all',
    file: 'cli/witness/run.ts',
    text: "limited: 'undecided',\n  undecided: 'undecided',\n  'not covered': 'not covered'",
    replacement: "limited: 'undecided',\n  undecided: 'undecided',\n  'not covered': 'none'",
    specs: ['spec/cli/witness/run.spec.ts'],
  },
  {
    name: 'liveness-undecided',
    group: 'exit statuses',
    says: 'check --hangs succeeds although it is undecided whether a test ends',
    file: 'answers/standing.ts',
    text: "reached === null || (mustEnd && liveness === 'undecided')",
    replacement: 'reached === null',
    specs: ['spec/cli/check/report.spec.ts'],
  },

  {
    name: 'not-covered-passes',
    group: 'exit statuses',
    says: 'check succeeds although the model does not cover a claim',
    file: 'report/conclusion.ts',
    text: "'not covered': 3",
    replacement: "'not covered': 0",
    specs: ['spec/cli/check/run.undefined.spec.ts'],
  },

  {
    name: 'can-hang-not-counted',
    group: 'JSON fields',
    says: 'a test that can hang is not among those that hang',
    file: 'cli/check/report.ts',
    text: "liveness === 'hangs' || liveness === 'can hang'",
    replacement: "liveness === 'hangs'",
    specs: ['spec/cli/check/report.spec.ts'],
  },
  {
    name: 'claim-not-expected',
    group: 'JSON fields',
    says: 'the claim of a question is not among what is expected',
    file: 'answers/judge.ts',
    text: 'expected: expected ?? null,',
    replacement: 'expected: stated ?? null,',
    specs: ['spec/cli/check/run.spec.ts'],
  },
  {
    name: 'all-executed',
    group: 'JSON fields',
    says: 'a witness says that every event is executed',
    file: 'witness/build.ts',
    text: 'executed: execution.executed[id] === true,',
    replacement: 'executed: execution.executed[id] !== undefined,',
    specs: ['spec/witness/build.guards.spec.ts'],
  },
]
