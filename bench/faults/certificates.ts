/** Faults of certificates: of the clauses, of what an answer rests on, and of the checker. */

import type { Fault } from './fault.js'

const group = 'certificates'
const circuits: Fault['specs'] = ['spec/encoder/formula/circuits.spec.ts']
const verify: Fault['specs'] = ['spec/cli/verify/run.spec.ts']
const checker: Fault['specs'] = ['spec/certificate/checker/proof.spec.ts']

export const certificateFaults: readonly Fault[] = [
  {
    name: 'carry-forgotten',
    group,
    says: 'a sum of bits has no carry',
    file: 'encoder/formula/circuits.ts',
    text: '      carry = majority(a, b, carry)\n',
    replacement: '',
    specs: circuits,
  },
  {
    name: 'shift-far',
    group,
    says: 'a shift by more than the width counts by its low bits',
    file: 'encoder/formula/circuits.ts',
    text: 'const beyond = any(amount.slice(counted))',
    replacement: 'const beyond = zero',
    specs: circuits,
  },
  {
    name: 'signs-compared-unsigned',
    group,
    says: 'numbers with signs are compared as if they had none',
    file: 'encoder/formula/circuits.ts',
    text: 'isLess([...left.slice(0, -1), -sign(left)], [...right.slice(0, -1), -sign(right)])',
    replacement: 'isLess(left, right)',
    specs: circuits,
  },
  {
    name: 'definitions-not-stated',
    group,
    says: 'variables of clauses are free although they are defined',
    file: 'encoder/formula/clauses.ts',
    text: '      for (const one of definitions.get(node)?.stated() ?? []) due.push(one)\n',
    replacement: '',
    specs: ['spec/fuzz/certificates.spec.ts'],
  },
  {
    name: 'certificate-without-undefined',
    group,
    says: 'a certificate says nothing of undefined behaviour',
    file: 'certificate/obligations.ts',
    text: 'problem.undefined.map(({ formula }) => formula),',
    replacement: '[],',
    specs: verify,
  },
  {
    name: 'problem-not-compared',
    group,
    says: 'the problem of a certificate may be any problem',
    file: 'cli/verify/verify.ts',
    text: 'if (problem.value !== dimacsText(obligation.clauses(), obligation.comments()))',
    replacement: 'if (problem.value === undefined)',
    specs: verify,
  },
  {
    name: 'parts-left-out',
    group,
    says: 'a certificate may leave out what its answer rests on',
    file: 'cli/verify/verify.ts',
    text: 'if (obligations.length !== certificate.parts.length)',
    replacement: 'if (obligations.length < certificate.parts.length)',
    specs: verify,
  },
  {
    name: 'hints-not-unit',
    group,
    says: 'the checker takes one of several open literals of a hint',
    file: 'certificate/checker/proof.ts',
    text: 'if (open.size > 1)',
    replacement: 'if (open.size > 9)',
    specs: checker,
  },
  {
    name: 'proof-without-end',
    group,
    says: 'the checker accepts a proof that does not reach the empty clause',
    file: 'certificate/checker/proof.ts',
    text: "return { wrong: 'no step reaches the empty clause', line }",
    replacement: 'return undefined',
    specs: checker,
  },
  {
    name: 'solution-not-checked',
    group,
    says: 'the checker accepts a solution that violates a clause',
    file: 'certificate/checker/proof.ts',
    text: 'return violated < 0 ? undefined',
    replacement: 'return violated <= 0 ? undefined',
    specs: checker,
  },
]
