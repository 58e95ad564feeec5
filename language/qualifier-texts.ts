/** The meaning of qualifiers for memory. */

const qualifiers: ReadonlyMap<string, string> = new Map([
  ['weak', 'weak: for data that no other thread uses at the same time'],
  ['relaxed', 'relaxed: strong, but orders nothing besides its own location'],
  ['acquire', 'acquire: what follows comes after the release that it observes'],
  ['release', 'release: what comes before it is visible to an acquire that observes it'],
  ['acq_rel', 'acq_rel: acquire and release'],
  ['sc', 'sc: acquire and release, and in one order with all other `fence.sc` whose scopes include each other'],
  ['volatile', 'volatile: as relaxed at `.sys`'],
  ['mmio', 'mmio: as relaxed at `.sys`'],
  ['cta', '.cta: for the threads of the same CTA'],
  ['cluster', '.cluster: for the threads of the same cluster'],
  ['gpu', '.gpu: for the threads of the same GPU'],
  ['sys', '.sys: for all threads, including those of the host and of other GPUs'],
])

/** Returns what the qualifiers of an instruction say about memory, in its order. */
export const describedQualifiers = (mnemonic: string): readonly string[] =>
  mnemonic.split('.').flatMap((word) => qualifiers.get(word) ?? [])
