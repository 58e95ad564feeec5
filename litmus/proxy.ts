/**
 * Proxies, the paths by which accesses reach memory (ISA 8.6): a row for each. Everything else about a proxy is looked
 * up here: its base set, its instructions, its fence.
 */

/** The spelling of an opcode in each format. Every spelling is read in both. */
export interface Spelling {
  readonly nvlitmus: string
  readonly herd: string
  /** Its name in PTX, if the formats use another. */
  readonly others: readonly string[]
}

interface ProxyRow {
  /** The base set of its operations and of its fence. */
  readonly set: string
  readonly load?: Spelling
  readonly store?: Spelling
  /** The opcodes, such as `atom`, that return the old value. */
  readonly atomic?: Spelling
  /** The opcodes, such as `red`, that do not. */
  readonly reduction?: Spelling
  /**
   * The place where the `fence.proxy` that orders it exists: in PTX, or in the model only, since no assembler (ptxas
   * 13.5) accepts it.
   */
  readonly fence?: 'in PTX' | 'model only'
  /** True if each CTA has its own path, so that a fence elsewhere does not order it (ISA 8.9.5). */
  readonly perCta: boolean
  /** The state space of names that are declared for it. */
  readonly space?: 'global' | 'surfref' | 'texref' | 'constref'
}

const spelt = (name: string, ...others: readonly string[]): Spelling => ({ nvlitmus: name, herd: name, others })

/** The proxies, by the name that fences, messages and documents use. */
export const proxies = {
  generic: {
    set: 'GEN',
    load: spelt('ld'),
    store: spelt('st'),
    atomic: spelt('atom'),
    reduction: spelt('red'),
    perCta: false,
    space: 'global',
  },
  /** No access uses it: it is the path between two virtual addresses of one location. */
  alias: { set: 'ALIAS', fence: 'in PTX', perCta: false },
  surface: {
    set: 'SUR',
    load: spelt('suld'),
    store: spelt('sust'),
    atomic: spelt('suatom'),
    reduction: spelt('sured'),
    fence: 'model only',
    perCta: true,
    space: 'surfref',
  },
  texture: { set: 'TEX', load: spelt('tld', 'tex'), fence: 'model only', perCta: true, space: 'texref' },
  /** `ld.const` also uses it. */
  constant: {
    set: 'CON',
    load: { nvlitmus: 'ldc', herd: 'cold', others: [] },
    fence: 'model only',
    perCta: true,
    space: 'constref',
  },
  /**
   * The proxy of bulk copies, whose instructions imply it. Its fences differ from those of other proxies: they are
   * two-way, or come in pairs.
   */
  async: { set: 'ASYNC', perCta: true },
  /** The proxy by which copies read their tensor maps. Its fences come in pairs, like those of one state space. */
  tensormap: { set: 'TMAP', perCta: true },
  /**
   * The read-only path: weak loads of global memory, which nothing orders. Its opcode is `ld`, with qualifiers that say
   * so.
   */
  'non-coherent': { set: 'NC', load: spelt('ld.global.nc'), perCta: true },
} as const satisfies { readonly [name: string]: ProxyRow }

export type ProxyName = keyof typeof proxies

/** The names of the rows that have all fields of `T`. */
type RowsWith<T> = { [P in ProxyName]: (typeof proxies)[P] extends T ? P : never }[ProxyName]

/** A path that some access uses. */
export type Proxy = RowsWith<{ load: unknown }>
/** A path that some write uses. */
export type WrittenProxy = RowsWith<{ store: unknown }>
/** The proxies that `fence.proxy` can name. */
export type FencedProxy = RowsWith<{ fence: unknown }>
/** A path for which names can be declared. */
export type NamedProxy = RowsWith<{ space: unknown }>

const isName = (name: string): name is ProxyName => name in proxies
const isRead = (name: ProxyName): name is Proxy => 'load' in proxies[name]
const isWritten = (name: ProxyName): name is WrittenProxy => 'store' in proxies[name]
const isFenced = (name: ProxyName): name is FencedProxy => 'fence' in proxies[name]
const isNamed = (name: ProxyName): name is NamedProxy => 'space' in proxies[name]

/** The lists have the order of the table. */
export const proxyNames: readonly ProxyName[] = Object.keys(proxies).filter(isName)
export const readProxies: readonly Proxy[] = proxyNames.filter(isRead)
export const writtenProxies: readonly WrittenProxy[] = proxyNames.filter(isWritten)
export const fencedProxies: readonly FencedProxy[] = proxyNames.filter(isFenced)
export const namedProxies: readonly NamedProxy[] = proxyNames.filter(isNamed)
