/** Faults of what is undefined in the use of matrix instructions and of Tensor Memory. */

import type { Fault } from './fault.js'

const group = 'matrix instructions'
const specs: Fault['specs'] = ['spec/encoder/decide/undefined.pipelines.spec.ts']

export const undefinedUseFaults: readonly Fault[] = [
  {
    name: 'atomics-halved-in-races',
    group: 'undefined behaviour',
    says: 'a store races with the read of an atomic whose write is ordered before it',
    file: 'encoder/relations/races.ts',
    text: 'asOne: and(when, not(isOfHalf))',
    replacement: 'asOne: when',
    specs: ['spec/races/races.spec.ts'],
  },
  {
    name: 'atomics-as-one-silently',
    group: 'undefined behaviour',
    says: 'race-free does not say that it rests on atomics that are one operation',
    file: 'witness/assumptions.ts',
    text: '...atomicsAsOne(graph, halves), ',
    replacement: '',
    specs: ['spec/races/races.spec.ts'],
  },
  {
    name: 'inval-unnamed',
    group: 'undefined behaviour',
    says: 'an operation behind mbarrier.inval is said to come before the initialisation',
    file: 'encoder/decide/undefined.ts',
    text: "if (instruction?.kind === 'mbarrier' && instruction.action === 'inval') return { endedBy: write }",
    replacement: '',
    specs: ['spec/cli/races/run.memory.spec.ts'],
  },
  {
    name: 'own-arrivals-exited',
    group,
    says: 'an arrival that a CTA leaves behind at its own mbarrier is undefined',
    file: 'encoder/events/asynchronous/misused-memory.ts',
    text: 'if (isCounting(access) && isOfCta(origin.thread)) return []',
    replacement: '',
    specs: ['spec/encoder/events/tensor-memory/tensor-memory.spec.ts'],
  },
  {
    name: 'arrivals-never-exited',
    group,
    says: 'an arrival at the mbarrier of a CTA that has ended is defined',
    file: 'encoder/events/asynchronous/misused-memory.ts',
    text: 'if (isCounting(access) && isOfCta(origin.thread)) return []',
    replacement: 'if (isCounting(access)) return []',
    specs: ['spec/encoder/events/asynchronous/misused-memory.spec.ts'],
  },
  {
    name: 'registers-unsynchronised',
    group,
    says: 'warps may change their registers again without synchronisation',
    file: 'encoder/relations/reached.ts',
    text: "(one.reason === 'barrier' || one.reason === 'warpgroup') && one.unlessBefore !== undefined)\n      return and(when, not(holds(inTime, ...one.unlessBefore)))",
    replacement:
      "(one.reason === 'barrier' || one.reason === 'warpgroup') && one.unlessBefore !== undefined)\n      return one.reason === 'warpgroup' ? ff : and(when, not(holds(inTime, ...one.unlessBefore)))",
    specs,
  },
  {
    name: 'registers-never-again',
    group,
    says: 'warps may not change their registers again, whatever synchronises them',
    file: 'encoder/relations/reached.ts',
    text: "if ((one.reason === 'barrier' || one.reason === 'warpgroup') &&",
    replacement: "if (one.reason === 'barrier' &&",
    specs,
  },
  {
    name: 'alloc-anywhere',
    group,
    says: 'tcgen05.alloc writes its address to any memory',
    file: 'encoder/events/tensor-memory/tensor-memory.ts',
    text: 'const place = ownPlaceOf(to, 4, performed, recording)',
    replacement: 'const place = placeOf(to, { bytes: 4, aligned: 4 }, performed, recording)',
    specs,
  },
  {
    name: 'row-unaligned',
    group,
    says: 'a row of ldmatrix begins anywhere if the rows of other lanes are not known',
    file: 'encoder/events/memory/ranges.ts',
    text: '{ bytes: rowBytes, aligned: rowBytes } : { bytes: 0, aligned: 1 }',
    replacement: '{ bytes: 1, aligned: 1 } : { bytes: 0, aligned: 1 }',
    specs,
  },
  {
    name: 'movmatrix-alone',
    group,
    says: 'movmatrix does not need the lanes that have ended',
    file: 'encoder/events/barriers/warps.ts',
    text: "complete: joins || one.operation === 'movmatrix',",
    replacement: 'complete: joins,',
    specs,
  },
  {
    name: 'metadata-unsaid',
    group,
    says: 'that the metadata of a sparse matrix mean something is not said',
    file: 'litmus/instructions/matrices.ts',
    text: '/^(mma|wgmma\\.mma_async)\\.sp\\b/',
    replacement: '/^(mma)\\.sp\\b/',
    specs,
  },
]
