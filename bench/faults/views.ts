/** Faults in what is shown of an execution. */

import type { Fault } from './fault.js'

const group = 'arguments of executions' as const
const specs = ['spec/witness/view.spec.ts'] as const

export const viewFaults: readonly Fault[] = [
  {
    name: 'argument-without-writes',
    group,
    says: 'the writes that shown reads return are left out',
    file: 'witness/argument.ts',
    text: 'all.has(read) ? [write] : []',
    replacement: 'all.has(read) && all.has(write) ? [write] : []',
    specs,
  },
  {
    name: 'argument-chain-by-race',
    group,
    says: 'a read that races with its write is a chain',
    file: 'witness/chain.ts',
    text: "isBetween(pair) && !racing.has(pair.join(' '))",
    replacement: 'isBetween(pair)',
    specs,
  },
  {
    name: 'argument-chain-by-reads',
    group,
    says: 'a chain prefers what is read to what synchronises',
    file: 'witness/chain.ts',
    text: 'price: 2,',
    replacement: 'price: 4,',
    specs,
  },
  {
    name: 'argument-without-issuer',
    group,
    says: 'no chain begins at what issues an asynchronous operation',
    file: 'witness/chain.ts',
    text: 'issuer === undefined ? undefined : shortest(steps, issuer, end)',
    replacement: 'undefined',
    specs,
  },
  {
    name: 'argument-values-of-all',
    group,
    says: 'unknown values of instructions that are not shown are',
    file: 'witness/view.ts',
    text: 'return thread === null || (alike.length === 0 ? own : alike).some(isShown)',
    replacement: 'return thread === null || own.length + alike.length >= 0 || own.some(isShown)',
    specs,
  },
  {
    name: 'argument-of-relations',
    group,
    says: 'relations of what is not shown are',
    file: 'witness/view.ts',
    text: 'pairs.filter((pair) => pair.every(isShown))',
    replacement: 'pairs',
    specs,
  },
]
