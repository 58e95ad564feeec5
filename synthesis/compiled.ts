/**
 * A model as a list of operations on bits, for tests of up to 32 events: the interpreter of models runs once, over
 * operations that are recorded rather than performed, and the list is performed for each execution. What does not
 * depend on the choices of the execution is computed once for each test.
 */

import type { BaseRelation, BaseSet } from '../axioms/algebra/names.js'
import type { Model } from '../axioms/algebra/terms.js'
import { interpreterOver } from '../encoder/relations/interpret.js'
import type { Algebra } from '../encoder/relations/relation.js'
import { must } from '../source/must.js'
import { accessedTooEarly } from './too-early.js'

/** Each value has a number, in the order in which they are computed. */
type Operation =
  | { readonly kind: 'base set'; readonly name: BaseSet }
  | { readonly kind: 'base relation'; readonly name: BaseRelation }
  | { readonly kind: 'empty set' | 'empty' }
  | { readonly kind: 'either' | 'both' | 'except'; readonly a: number; readonly b: number }
  | {
      readonly kind: 'union' | 'intersection' | 'difference' | 'sequence' | 'product'
      readonly a: number
      readonly b: number
    }
  | { readonly kind: 'inverse' | 'closure' | 'domain' | 'identity'; readonly a: number }

/** Equal demands of several models have equal meanings. */
interface Demand {
  readonly meaning: string
  readonly kind: 'empty' | 'irreflexive' | 'acyclic' | 'not empty' | 'not irreflexive' | 'not acyclic'
  readonly of: number
}

/** The requirements of a model, as operations. */
export interface Compiled {
  readonly operations: readonly Operation[]
  /** The choices of an execution on which the value of each operation depends, one bit for each choice. */
  readonly choices: readonly number[]
  /** True for each operation whose value only grows with the choices. */
  readonly grows: readonly boolean[]
  /** The demands of the model; those that need the fewest operations come first. */
  readonly demands: readonly Demand[]
  /** A demand that an execution meets if an access in it comes too early for a copy; undefined if the model has no base causality. */
  readonly tooEarly: Demand | undefined
  /** True if dependencies do more than forbid cycles of dependencies and reads, as No-Thin-Air does. */
  readonly ordersByDependencies: boolean
}

/** The bits of the choices. */
const choiceOf: { readonly [name in BaseRelation]?: number } = { rf: 1, co: 2, sync_fence: 4 }

/** Returns the model as operations; undefined if it has recursive definitions, whose values are found by iteration. */
export function compiled(model: Model): Compiled | undefined {
  const { axioms } = model
  const operations: Operation[] = []
  const choices: number[] = []
  const grows: boolean[] = []
  const meanings: number[] = []
  const needed: ReadonlySet<number>[] = []
  const indices = new Map<string, number>()
  const add = (operation: Operation, ...of: readonly number[]): number => {
    const key = JSON.stringify(operation)
    const index = indices.get(key)
    if (index !== undefined) return index
    meanings.push(
      meaningOf(
        operation,
        of.map((one) => meanings[one] ?? 0),
      ),
    )
    const own = operation.kind === 'base relation' ? (choiceOf[operation.name] ?? 0) : 0
    indices.set(key, operations.length)
    choices.push(of.reduce((some, one) => some | (choices[one] ?? 0), own))
    const isLessened = (operation.kind === 'except' || operation.kind === 'difference') && choices[operation.b] !== 0
    grows.push(!isLessened && of.every((one) => grows[one] === true))
    needed.push(new Set([operations.length, ...of.flatMap((one) => [...(needed[one] ?? [])])]))
    operations.push(operation)
    return operations.length - 1
  }
  const binary =
    (kind: 'either' | 'both' | 'except' | 'union' | 'intersection' | 'difference' | 'sequence' | 'product') =>
    (a: number, b: number): number =>
      add({ kind, a, b }, a, b)
  const unary =
    (kind: 'inverse' | 'closure' | 'domain' | 'identity') =>
    (a: number): number =>
      add({ kind, a }, a)
  const demand = (kind: Demand['kind'], of: number): Demand => ({ kind, of, meaning: `${kind} ${meanings[of]}` })
  let iterates = false
  const algebra: Algebra<number, number, Demand> = {
    emptySet: add({ kind: 'empty set' }),
    empty: add({ kind: 'empty' }),
    either: binary('either'),
    both: binary('both'),
    except: binary('except'),
    union: binary('union'),
    intersection: binary('intersection'),
    difference: binary('difference'),
    without: binary('difference'),
    sequence: binary('sequence'),
    product: binary('product'),
    inverse: unary('inverse'),
    closure: unary('closure'),
    closureBeyond: (transitive, others) => unary('closure')(binary('union')(transitive, others)),
    domain: unary('domain'),
    identity: unary('identity'),
    isEmpty: (of) => demand('empty', of),
    isIrreflexive: (of) => demand('irreflexive', of),
    isAcyclic: (of) => demand('acyclic', of),
    size: () => 1,
    isNone: () => false,
    isSame: () => {
      iterates = true
      return true
    },
  }
  const demands: Demand[] = []
  const negated = {
    empty: 'not empty',
    irreflexive: 'not irreflexive',
    acyclic: 'not acyclic',
    'not empty': 'empty',
    'not irreflexive': 'irreflexive',
    'not acyclic': 'acyclic',
  } as const
  const { axiom } = interpreterOver<number, number, Demand>(
    {
      set: (name) => add({ kind: 'base set', name }),
      relation: (name) => add({ kind: 'base relation', name }),
    },
    algebra,
    {
      all: (some) => {
        demands.push(...some)
        return must(some[0], 'a requirement of an axiom')
      },
      not: ({ kind, of }) => demand(negated[kind], of),
    },
  )
  for (const one of axioms) axiom(one)
  const ofAxioms = demands.length
  const misuse = accessedTooEarly(model)
  if (misuse !== undefined) axiom(misuse)
  const [tooEarly] = demands.splice(ofAxioms)
  const cost = ({ of }: Demand): number => [...(needed[of] ?? [])].filter((one) => choices[one] !== 0).length
  if (iterates) return undefined
  return {
    operations,
    choices,
    grows,
    demands: demands.toSorted((a, b) => cost(a) - cost(b)),
    tooEarly,
    ordersByDependencies: demands.some((one) => needsData(one, operations, needed) && !isOfThinAir(one, operations)),
  }
}

/** Returns the model with only those demands that another one lacks. */
export const beyond = (model: Compiled, { demands }: Compiled): Compiled => ({
  ...model,
  demands: model.demands.filter(({ meaning }) => !demands.some((other) => other.meaning === meaning)),
})

/** Returns whether an execution that makes fewer choices meets the demands if one that makes more does. */
export const isMetByFewer = ({ demands, grows }: Compiled): boolean =>
  demands.every(({ kind, of }) => !kind.startsWith('not ') && grows[of] === true)

/**
 * Returns a number for each operation on operands with these numbers, which is equal for equal operations of several
 * models.
 */
function meaningOf(operation: Operation, of: readonly number[]): number {
  const key = [operation.kind, 'name' in operation ? operation.name : '', ...of].join(' ')
  const meaning = meaningsKnown.get(key) ?? meaningsKnown.size
  meaningsKnown.set(key, meaning)
  return meaning
}
const meaningsKnown = new Map<string, number>()

function needsData({ of }: Demand, operations: readonly Operation[], needed: readonly ReadonlySet<number>[]): boolean {
  return [...(needed[of] ?? [])].some((one) => {
    const operation = must(operations[one], 'an operation')
    return operation.kind === 'base relation' && operation.name === 'data'
  })
}

const ofThinAir: readonly BaseRelation[] = ['rf', 'data', 'addr', 'ctrl']

/** Returns whether a demand is that a union of reads-from and dependencies has no cycle. */
function isOfThinAir({ kind, of }: Demand, operations: readonly Operation[]): boolean {
  const isUnion = (at: number): boolean => {
    const operation = must(operations[at], 'an operation')
    if (operation.kind === 'base relation') return ofThinAir.includes(operation.name)
    if (operation.kind === 'union') return isUnion(operation.a) && isUnion(operation.b)
    return operation.kind === 'empty' || (operation.kind === 'closure' && isUnion(operation.a))
  }
  const isAcyclic = kind === 'acyclic' || (kind === 'irreflexive' && operations[of]?.kind === 'closure')
  return isAcyclic && isUnion(of)
}

/** The base sets and relations of a test, as bits: a word for each event of a relation, one for a set. */
export interface BitBase {
  readonly size: number
  readonly set: (name: BaseSet) => number
  readonly relation: (name: BaseRelation) => Uint32Array
}

/** The values of a compiled model for one test. */
export interface Machine {
  /** Returns whether the model allows the execution that chooses these relations. */
  readonly allows: (rf: Uint32Array, co: Uint32Array, syncFence: Uint32Array) => boolean
}

/**
 * Prepares a test. Each value is computed when a demand asks for it, and again only after a choice on which it depends has changed: choices
 * are compared by identity.
 */
export function machine({ operations, choices, demands }: Compiled, base: BitBase): Machine {
  const n = base.size
  const values = new Uint32Array(operations.length * n)
  const none = new Uint32Array(n)
  let [chosenRf, chosenCo, chosenFences]: [Uint32Array, Uint32Array, Uint32Array] = [none, none, none]
  /**
   * `versions` has the current version for each set of choices that values depend on; `computed` has the version of
   * each value.
   */
  const versions = new Uint32Array(8).fill(1)
  const computed = new Uint32Array(operations.length)
  const changed = (choice: number): void => {
    for (let some = 1; some < 8; some++) if ((some & choice) !== 0) versions[some] = (versions[some] ?? 0) + 1
  }
  const word = (at: number): number => values[at] ?? 0
  /** Returns whether the relation that begins there is empty. */
  const isNone = (at: number): boolean => {
    for (let i = 0; i < n; i++) if (word(at + i) !== 0) return false
    return true
  }
  /** Returns where the value of an operation begins, and computes it first if it is out of date. */
  const valueOf = (at: number): number => {
    const version = versions[choices[at] ?? 0] ?? 0
    if (computed[at] !== version) {
      compute(at)
      computed[at] = version
    }
    return at * n
  }
  const compute = (at: number): void => {
    const operation = must(operations[at], 'an operation')
    const to = at * n
    switch (operation.kind) {
      case 'base set':
        values[to] = base.set(operation.name)
        return
      case 'base relation':
        values.set(
          operation.name === 'rf'
            ? chosenRf
            : operation.name === 'co'
              ? chosenCo
              : operation.name === 'sync_fence'
                ? chosenFences
                : base.relation(operation.name),
          to,
        )
        return
      case 'empty set':
      case 'empty':
        return
      case 'either':
        values[to] = word(valueOf(operation.a)) | word(valueOf(operation.b))
        return
      case 'both':
        values[to] = word(valueOf(operation.a)) & word(valueOf(operation.b))
        return
      case 'except':
        values[to] = word(valueOf(operation.a)) & ~word(valueOf(operation.b))
        return
      case 'union': {
        const [a, b] = [valueOf(operation.a), valueOf(operation.b)]
        for (let i = 0; i < n; i++) values[to + i] = word(a + i) | word(b + i)
        return
      }
      case 'intersection': {
        const a = valueOf(operation.a)
        // Nothing after an empty relation is computed.
        if (isNone(a)) {
          values.fill(0, to, to + n)
          return
        }
        const b = valueOf(operation.b)
        for (let i = 0; i < n; i++) values[to + i] = word(a + i) & word(b + i)
        return
      }
      case 'difference': {
        const [a, b] = [valueOf(operation.a), valueOf(operation.b)]
        for (let i = 0; i < n; i++) values[to + i] = word(a + i) & ~word(b + i)
        return
      }
      case 'sequence': {
        const a = valueOf(operation.a)
        if (isNone(a)) {
          values.fill(0, to, to + n)
          return
        }
        const b = valueOf(operation.b)
        for (let i = 0; i < n; i++) {
          let row = 0
          for (let left = word(a + i); left !== 0; left &= left - 1) row |= word(b + 31 - Math.clz32(left & -left))
          values[to + i] = row
        }
        return
      }
      case 'product': {
        const [from, into] = [word(valueOf(operation.a)), word(valueOf(operation.b))]
        for (let i = 0; i < n; i++) values[to + i] = (from >>> i) & 1 ? into : 0
        return
      }
      case 'identity': {
        const set = word(valueOf(operation.a))
        for (let i = 0; i < n; i++) values[to + i] = set & (1 << i)
        return
      }
      case 'domain': {
        const a = valueOf(operation.a)
        let set = 0
        for (let i = 0; i < n; i++) if (word(a + i) !== 0) set |= 1 << i
        values[to] = set
        return
      }
      case 'inverse': {
        const a = valueOf(operation.a)
        values.fill(0, to, to + n)
        for (let i = 0; i < n; i++)
          for (let left = word(a + i); left !== 0; left &= left - 1) {
            const j = 31 - Math.clz32(left & -left)
            values[to + j] = word(to + j) | (1 << i)
          }
        return
      }
      case 'closure': {
        const a = valueOf(operation.a)
        for (let i = 0; i < n; i++) values[to + i] = word(a + i)
        close(values, to, n)
        return
      }
    }
  }
  const scratch = new Uint32Array(n)
  const isAcyclic = (of: number): boolean => {
    for (let i = 0; i < n; i++) scratch[i] = word(of + i)
    close(scratch, 0, n)
    for (let i = 0; i < n; i++) if (((scratch[i] ?? 0) >>> i) & 1) return false
    return true
  }
  const holds = ({ kind, of }: Demand): boolean => {
    const at = valueOf(of)
    switch (kind) {
      case 'empty':
      case 'not empty':
        return isNone(at) === (kind === 'empty')
      case 'irreflexive':
      case 'not irreflexive': {
        let any = 0
        for (let i = 0; i < n; i++) any |= (word(at + i) >>> i) & 1
        return (any === 0) === (kind === 'irreflexive')
      }
      case 'acyclic':
      case 'not acyclic':
        return isAcyclic(at) === (kind === 'acyclic')
    }
  }
  return {
    allows: (rf, co, syncFence) => {
      if (rf !== chosenRf) {
        chosenRf = rf
        changed(1)
      }
      if (co !== chosenCo) {
        chosenCo = co
        changed(2)
      }
      if (syncFence !== chosenFences) {
        chosenFences = syncFence
        changed(4)
      }
      // The first demand that is not met decides, so that what others need is not computed.
      return demands.every(holds)
    },
  }
}

/** Runs Warshall's algorithm on the rows of a relation. */
export function close(rows: Uint32Array, from: number, n: number): void {
  for (let k = 0; k < n; k++) {
    const after = rows[from + k] ?? 0
    if (after === 0) continue
    for (let i = 0; i < n; i++) {
      const row = rows[from + i] ?? 0
      if ((row >>> k) & 1) rows[from + i] = row | after
    }
  }
}
