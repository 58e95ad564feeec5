/** Faults of what is said about values that are not computed. */

import type { Fault } from './fault.js'

const possible: Fault['specs'][number] = 'spec/encoder/events/memory/possible.spec.ts'

export const unknownValueFaults: readonly Fault[] = [
  {
    name: 'certain-by-path',
    group: 'unknown values',
    says: 'an outcome is certain although values that are not computed decide the paths to it',
    file: 'encoder/decide/certain.ts',
    text: '    ...graph.decisive.map(({ when, values }) => logic.not(logic.and(truth(when), logic.any(values.map(value))))),',
    replacement: '',
    specs: ['spec/encoder/decide/certain.spec.ts'],
  },
  {
    name: 'certain-by-filter',
    group: 'unknown values',
    says: 'an outcome is certain although a value that is not computed decides about the filter',
    file: 'encoder/decide/certain.ts',
    text: '    ...(filter === undefined ? [] : [isCertainly(filter, true)]),',
    replacement: '',
    specs: ['spec/encoder/decide/certain.spec.ts'],
  },
  {
    name: 'certain-negated',
    group: 'unknown values',
    says: 'both sides of a negated conjunction must be certain, or one of a negated disjunction',
    file: 'encoder/decide/certain.ts',
    text: "(many.kind === 'and') === wanted",
    replacement: "many.kind === 'and'",
    specs: ['spec/encoder/decide/certain.spec.ts'],
  },
  {
    name: 'filtered-otherwise',
    group: 'unknown values',
    says: 'an outcome is certain if all executions reach it that meet a filter, whose values are not computed',
    file: 'encoder/decide/problem.ts',
    text: 'goal(builder.not(reached))',
    replacement: 'goal(builder.and(complete, builder.not(reached)))',
    specs: ['spec/encoder/decide/certain.spec.ts'],
  },
  {
    name: 'lanes-arbitrary',
    group: 'unknown values',
    says: 'what lanes that are left out give may be any value',
    file: 'encoder/events/barriers/warps.ts',
    text: "hasLeftOut(program, thread) ? 'lanes' : undefined",
    replacement: 'undefined',
    specs: ['spec/encoder/decide/certain.spec.ts'],
  },
  {
    name: 'index-anywhere',
    group: 'unknown values',
    says: 'where a thread gets with an index does not depend on the comparison before',
    file: 'encoder/events/memory/possible.ts',
    text: "return known.truth(guard) === 'no'",
    replacement: 'return known.truth(guard) === undefined',
    specs: [possible],
  },
  {
    name: 'index-always-outside',
    group: 'unknown values',
    says: 'an index that is read before it is stored is outside of memory, whatever keeps it inside',
    file: 'encoder/events/memory/unknown-indices.ts',
    text: "      deciding.every((one) => known.truth(one) === 'yes')",
    replacement: '      deciding.length >= 0',
    specs: [possible],
  },
  {
    name: 'counters-never-changed',
    group: 'unknown values',
    says: 'a value that was computed is not computed with again',
    file: 'encoder/events/memory/possible.ts',
    text: 'changes >= changing + partly.size ||',
    replacement: 'changes >= 1 ||',
    specs: [possible],
  },
]
