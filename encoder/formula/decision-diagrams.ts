/**
 * Reduced ordered binary decision diagrams of formulas (Bryant 1986). Formulas that nest in different ways are often
 * one function of a few choices: the conditions under which threads pass barriers, say, in a closure over all of them.
 * A builder that knows functions by their diagrams has one formula for each.
 */

/** A diagram, by its number. Two functions are equal exactly if their numbers are. */
export type Diagram = number

/** Diagrams that share their nodes. Operations return `undefined` if the result is too large. */
export interface Diagrams {
  readonly constant: (value: boolean) => Diagram
  /** Returns the diagram of an atom. Diagrams branch by atoms in the order of these numbers. */
  readonly atom: (atom: number) => Diagram | undefined
  readonly negation: (of: Diagram) => Diagram | undefined
  readonly connection: (kind: 'and' | 'or', of: readonly Diagram[]) => Diagram | undefined
}

const [no, yes, tooLarge] = [0, 1, -1]

/** The nodes of all diagrams together: a key has two of them, and fits into 53 bits. */
const [mostNodes, bitsOfNode] = [2 ** 20, 2 ** 20]

/**
 * The effort to find that formulas are one function: the most steps for one diagram, and the most unsuccessful steps
 * before giving up.
 */
const efforts = {
  /** Costs hardly any time, and suffices for functions of some six atoms. */
  little: { mostSteps: 60, mostInVain: 300_000 },
  /** Costs seconds, for formulas that would otherwise be too large. */
  much: { mostSteps: 10_000, mostInVain: 100_000 },
} as const
export type Effort = keyof typeof efforts
/** The most atoms on a path of a diagram, since operations recurse along it: the stack has room for several times as many. */
const longestPath = 1_000

/** Creates an empty store of diagrams. */
export function diagrams(effort: Effort): Diagrams {
  const { mostSteps, mostInVain } = efforts[effort]
  const atoms = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const lows = [no, yes]
  const highs = [no, yes]
  const nodesOf = new Map<number, Map<number, Diagram>>()
  const connections = { and: new Map<number, Diagram>(), or: new Map<number, Diagram>() }
  const negations = new Map<Diagram, Diagram>()
  let steps = 0
  let inVain = 0

  const node = (atom: number, low: Diagram, high: Diagram): Diagram => {
    if (low === tooLarge || high === tooLarge) return tooLarge
    if (low === high) return low
    const nodes = nodesOf.get(atom) ?? new Map<number, Diagram>()
    nodesOf.set(atom, nodes)
    const key = low * bitsOfNode + high
    const existing = nodes.get(key)
    if (existing !== undefined) return existing
    if (atoms.length >= mostNodes) return tooLarge
    lows.push(low)
    highs.push(high)
    const made = atoms.push(atom) - 1
    nodes.set(key, made)
    return made
  }
  const atomOf = (of: Diagram): number => atoms[of] ?? Number.POSITIVE_INFINITY
  const low = (of: Diagram, atom: number): Diagram => (atomOf(of) === atom ? (lows[of] ?? tooLarge) : of)
  const high = (of: Diagram, atom: number): Diagram => (atomOf(of) === atom ? (highs[of] ?? tooLarge) : of)

  const connect = (kind: 'and' | 'or', left: Diagram, right: Diagram, depth = 0): Diagram => {
    const absorbing = kind === 'and' ? no : yes
    if (left === tooLarge || right === tooLarge) return tooLarge
    if (left === absorbing || right === absorbing) return absorbing
    if (left === 1 - absorbing || left === right) return right
    if (right === 1 - absorbing) return left
    const key = left < right ? left * bitsOfNode + right : right * bitsOfNode + left
    const cached = connections[kind].get(key)
    if (cached !== undefined) return cached
    if (++steps > mostSteps || depth > longestPath) return tooLarge
    const atom = Math.min(atomOf(left), atomOf(right))
    const made = node(
      atom,
      connect(kind, low(left, atom), low(right, atom), depth + 1),
      connect(kind, high(left, atom), high(right, atom), depth + 1),
    )
    if (made !== tooLarge) connections[kind].set(key, made)
    return made
  }

  const negate = (of: Diagram, depth = 0): Diagram => {
    if (of === no || of === yes) return 1 - of
    const cached = negations.get(of)
    if (cached !== undefined) return cached
    if (++steps > mostSteps || depth > longestPath) return tooLarge
    const atom = atomOf(of)
    const made = node(atom, negate(low(of, atom), depth + 1), negate(high(of, atom), depth + 1))
    if (made !== tooLarge) negations.set(of, made)
    return made
  }

  const attempt = (make: () => Diagram): Diagram | undefined => {
    if (inVain > mostInVain) return undefined
    steps = 0
    const made = make()
    if (made !== tooLarge) return made
    inVain += steps
    return undefined
  }

  return {
    constant: (value) => (value ? yes : no),
    atom: (atom) => attempt(() => node(atom, no, yes)),
    negation: (of) => attempt(() => negate(of)),
    connection: (kind, of) =>
      attempt(() => of.reduce((left, right) => connect(kind, left, right), kind === 'and' ? yes : no)),
  }
}
