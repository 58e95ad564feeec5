/** What instructions and their qualifiers do, in a sentence each, and in which section of the PTX ISA that is. */

interface Described {
  readonly does: string
  /** The title of a section of the PTX ISA. */
  readonly section: string
}

const movement = 'Data Movement and Conversion Instructions'
const synchronisation = 'Parallel Synchronization and Communication Instructions'
const bulk = 'Asynchronous Copy'

/** The first that fits a mnemonic counts. */
const instructions: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:ld\.global\.nc)\b/, 'Loads from global memory by the non-coherent read-only path.', movement],
  [/^(?:ldc|cold|ld\.const)\b/, 'Loads from constant memory, by the constant proxy.', movement],
  [/^ld\b/, 'Loads a value from memory into a register.', movement],
  [/^st\.async\b/, 'Stores into the shared memory of a cluster asynchronously, and counts at an mbarrier.', movement],
  [/^st\b/, 'Stores a value to memory.', movement],
  [/^(?:tld|tex)\b/, 'Reads a texture, by the texture proxy.', 'Texture Instructions'],
  [/^suld\b/, 'Reads a surface, by the surface proxy.', 'Surface Instructions'],
  [/^sust\b/, 'Writes a surface, by the surface proxy.', 'Surface Instructions'],
  [/^(?:suatom|sured)\b/, 'Reads and writes a surface in one atomic step.', 'Surface Instructions'],
  [/^atom\b/, 'Reads memory, computes, and writes in one atomic step; returns what was read.', synchronisation],
  [/^red\.async\b/, 'A reduction in the shared memory of a cluster, done asynchronously.', synchronisation],
  [/^red\b/, 'Reads memory, computes, and writes in one atomic step; returns nothing.', synchronisation],
  [
    /^fence\.(?:proxy|alias)/,
    'Orders accesses by one proxy, or by one virtual address, with those by another.',
    synchronisation,
  ],
  [
    /^fence\.mbarrier_init\b/,
    'Makes the initialisation of mbarriers visible to the threads of the cluster.',
    synchronisation,
  ],
  [
    /^(?:fence|membar)\b/,
    "Orders the thread's accesses before it with those after it, for the threads of its scope.",
    synchronisation,
  ],
  [
    /^barrier\.cluster\b/,
    'Arrives at the barrier of the cluster, or waits until all its threads have arrived.',
    synchronisation,
  ],
  [/^bar\.warp\.sync\b/, 'Waits until the lanes of the mask have come, and orders their accesses.', synchronisation],
  [
    /^(?:bar|barrier)\b/,
    'A barrier of the CTA: the threads wait for each other, or arrive and go on.',
    synchronisation,
  ],
  [/^vote\b/, 'Combines a predicate of the lanes of the mask.', synchronisation],
  [/^match\b/, 'Says which lanes of the mask have the same value.', synchronisation],
  [/^activemask\b/, 'Gives the lanes that execute it together.', synchronisation],
  [/^redux\b/, 'Combines a value of the lanes of the mask.', synchronisation],
  [/^elect\b/, 'Chooses one lane of the mask.', synchronisation],
  [/^shfl\b/, 'Gives a lane the value of another one.', movement],
  [/^mbarrier\b/, 'An operation on an mbarrier, which counts arrivals and bytes, phase by phase.', synchronisation],
  [
    /^cp\.async\.(?:commit_group|wait_group|wait_all)/,
    'Puts asynchronous copies into a group, or waits for groups.',
    bulk,
  ],
  [
    /^cp\.async\.mbarrier/,
    'Lets an arrival at an mbarrier come when the copies before it are complete.',
    synchronisation,
  ],
  [/^cp(?:\.reduce)?\.async\.bulk\b/, 'Copies many bytes asynchronously, by the async proxy.', bulk],
  [/^cp\.async\b/, 'Copies a few bytes to shared memory asynchronously.', bulk],
  [/^griddepcontrol\b/, 'Starts dependent kernels, or waits for those it depends on.', synchronisation],
  [/^tensormap\.cp_fenceproxy\b/, 'Copies a tensor map, and fences it for the copies that read it.', synchronisation],
  [/^tensormap\b/, 'Changes a field of a tensor map.', movement],
  [/^(?:goto|bra|b(?:eq|ne|lt|le|gt|ge))\b/, 'Goes on at a label.', 'Control Flow Instructions'],
  [/^trap\b/, 'Ends the thread, and the program has failed.', 'Miscellaneous Instructions'],
  [/^(?:setp|set)\b/, 'Compares two values.', 'Comparison and Selection Instructions'],
  [/^(?:selp|slct)\b/, 'Selects one of two values.', 'Comparison and Selection Instructions'],
  [/^(?:cvta|isspacep|mapa|getctarank)\b/, 'Converts an address, or says where it leads.', movement],
  [/^(?:mov|cvt|prmt)\b/, 'Moves or converts a value.', movement],
  [/^(?:and|or|xor|not|cnot|lop3|shl|shr|shf)\b/, 'Computes with bits.', 'Logic and Shift Instructions'],
  [
    /^(?:add|sub|mul|mad|div|rem|min|max|neg|abs|sad|mul24|mad24|dp4a|dp2a|popc|clz|brev|bf[ei]|bfind|bmsk|szext|fns)\b/,
    'Computes a value.',
    'Integer Arithmetic Instructions',
  ],
  [/^(?:prefetch|prefetchu|applypriority)\b/, 'Has no effect on what memory holds.', movement],
  [/^(?:nanosleep|pmevent|setmaxnreg)\b/, 'Has no effect on what memory holds.', 'Miscellaneous Instructions'],
]

/** Qualifiers, where they say something about memory. */
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
  ['sys', '.sys: for all threads, those of the host and of other GPUs, too'],
])

/** What an instruction does; undefined if nothing is known of its opcode. */
export function describedInstruction(mnemonic: string): Described | undefined {
  const [, does, section] = instructions.find(([pattern]) => pattern.test(mnemonic)) ?? []
  return does === undefined || section === undefined ? undefined : { does, section }
}

/** What the qualifiers of an instruction say about memory, in its order. */
export const describedQualifiers = (mnemonic: string): readonly string[] =>
  mnemonic.split('.').flatMap((word) => qualifiers.get(word) ?? [])
