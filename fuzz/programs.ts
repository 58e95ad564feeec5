/** Small random programs, as the text of a test, small enough that every candidate execution can be listed. */

import fc from 'fast-check'
import type { Feature } from '../axioms/algebra/names.js'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'
import type { Program } from '../litmus/program.js'
import { readTests } from '../litmus/read.js'
import { formatDiagnostic } from '../source/diagnostic.js'
import { must } from '../source/must.js'

/** The parts of one instruction; a store's value is a constant or the register of an earlier load. */
interface DrawnInstruction {
  readonly mnemonic: string
  readonly address?: string
  readonly returns: boolean
  readonly operands: readonly number[]
  /** The earlier result of the thread that replaces the first operand, if there is one and this is not 0. */
  readonly from: number
}

/** The lines at which a thread arrives at the barrier of its cluster and waits. */
interface ClusterBarrier {
  readonly arrive: number
  readonly wait: number | null
  readonly relaxed: boolean
}

/** A placeholder for another CTA's `w`. */
const otherCopy = 'w of another CTA'

const declarations = `.global x;
.global y;
.global z physically aliases x;
.surfref s virtually aliases x;
.surfref q virtually aliases z;
.texref t virtually aliases x;
.constref c virtually aliases z;
.shared w;
.local v;
`

const everyOperation = ['add', 'sub', 'mul', 'div', 'and', 'or', 'xor', 'min', 'max', 'inc', 'dec', 'exch']

const positions = ['d0.b0.t0', 'd0.b0.t1', 'd0.b1.t0', 'd1.b0.t0'] as const

/** CTAs in two clusters of one GPU, and a GPU without clusters. */
const clustered = ['d0.c0.b0.t0', 'd0.c0.b0.t1', 'd0.c0.b1.t0', 'd0.c1.b0.t0', 'd1.b0.t0'] as const

const oneCluster = ['d0.c0.b0.t0', 'd0.c0.b1.t0', 'd0.c0.b1.t1'] as const

/** Draws texts of tests that stay within what the model covers. */
export function programs(model: Model): fc.Arbitrary<string> {
  const excluded = excludedBy(model)
  const has = (feature: Feature) => !excluded.includes(feature)
  const scope = fc.constantFrom(...['cta', 'gpu', 'sys'], ...(has('clusters') ? ['cluster'] : []))
  const cached = fc.constantFrom('x', 'y', ...(has('aliases') ? ['x', 'y', 'z'] : []))
  const generic = fc.oneof({ weight: 5, arbitrary: cached }, { weight: 1, arbitrary: fc.constant('w') })
  const surface = fc.constantFrom('s', ...(has('aliases') ? ['q'] : []))
  const value = fc.constantFrom(1, 2)
  const from = fc.constantFrom(0, 0, 1, 2)

  const ordered = (opcode: string, weak: readonly string[], strong: readonly string[]): fc.Arbitrary<string> =>
    fc.oneof(
      fc.constantFrom(...weak).map((order) => `${opcode}.${order}`),
      {
        weight: 3,
        arbitrary: fc.tuple(fc.constantFrom(...strong), scope).map(([order, scope]) => `${opcode}.${order}.${scope}`),
      },
    )
  const access = (
    mnemonic: fc.Arbitrary<string>,
    address: fc.Arbitrary<string>,
    returns: boolean,
    operands: number,
  ): fc.Arbitrary<DrawnInstruction> =>
    fc.record({
      mnemonic,
      address,
      returns: fc.constant(returns),
      operands: fc.tuple(...Array.from({ length: operands }, () => value)),
      from,
    })
  const bare = (mnemonic: fc.Arbitrary<string>): fc.Arbitrary<DrawnInstruction> =>
    fc.record({ mnemonic, returns: fc.constant(false), operands: fc.constant([]), from: fc.constant(0) })

  const compute = (mnemonic: fc.Arbitrary<string>): fc.Arbitrary<DrawnInstruction> =>
    fc.record({ mnemonic, returns: fc.constant(true), operands: fc.tuple(value, value), from })

  const loads = (opcode: string) => ordered(opcode, ['weak', 'volatile'], ['relaxed', 'acquire', 'mmio'])
  const stores = (opcode: string) => ordered(opcode, ['weak', 'volatile'], ['relaxed', 'release', 'mmio'])
  const atomicOrder = fc.constantFrom('relaxed', 'acquire', 'release', 'acq_rel')
  const atomic = (opcode: string, operations: readonly string[]) =>
    fc.tuple(fc.constantFrom(...operations), atomicOrder, scope).map((words) => [opcode, ...words].join('.'))
  const operations = has('atomics other than add') ? everyOperation : ['add']
  const fence = fc
    .tuple(fc.constantFrom('sc', 'acq_rel', ...(has('one-sided fences') ? ['acquire', 'release'] : [])), scope)
    .map(([order, scope]) => `fence.${order}.${scope}`)

  const inSpaces = fc.oneof(
    access(fc.constantFrom('ld.weak.shared', 'ld.acquire.cta.shared'), fc.constant('w'), true, 0),
    access(fc.constantFrom('st.weak.shared::cta', 'st.release.gpu.shared'), fc.constant('w'), false, 1),
    access(fc.constant('ld.weak.local'), fc.constant('v'), true, 0),
    access(fc.constant('st.weak.local'), fc.constant('v'), false, 1),
    ...(has('clusters')
      ? [
          access(fc.constantFrom('ld.weak', 'ld.acquire.cluster', 'ld.relaxed.cta'), fc.constant(otherCopy), true, 0),
          access(fc.constantFrom('st.weak', 'st.release.cluster', 'st.relaxed.cta'), fc.constant(otherCopy), false, 1),
        ].map((one) => one.map((step) => ({ ...step, mnemonic: `${step.mnemonic}.shared::cluster` })))
      : []),
  )

  const step = fc.oneof(
    { weight: 5, arbitrary: access(loads('ld'), generic, true, 0) },
    { weight: 5, arbitrary: access(stores('st'), generic, false, 1) },
    { weight: 2, arbitrary: access(atomic('atom', operations), generic, true, 1) },
    { weight: 2, arbitrary: bare(fence) },
    ...(has('atomics other than add')
      ? [{ weight: 1, arbitrary: access(atomic('atom', ['cas']), generic, true, 2) }]
      : []),
    ...(has('atomics other than add')
      ? [
          { weight: 1, arbitrary: compute(fc.constantFrom('add', 'sub', 'mul', 'div')) },
          { weight: 1, arbitrary: bare(fc.constantFrom('membar.cta', 'membar.gl', 'membar.sys')) },
        ]
      : []),
    ...(has('red') ? [{ weight: 1, arbitrary: access(atomic('red', operations), generic, false, 1) }] : []),
    ...(has('proxies')
      ? [
          { weight: 2, arbitrary: access(loads('suld'), surface, true, 0) },
          { weight: 2, arbitrary: access(stores('sust'), surface, false, 1) },
          { weight: 1, arbitrary: access(atomic('suatom', operations), surface, true, 1) },
          { weight: 1, arbitrary: access(fc.constant('tld'), fc.constant('t'), true, 0) },
          { weight: 1, arbitrary: access(fc.constant('ldc'), fc.constant('c'), true, 0) },
          {
            weight: 3,
            arbitrary: bare(fc.constantFrom('surface', 'texture', 'constant').map((proxy) => `fence.proxy.${proxy}`)),
          },
        ]
      : []),
    ...(has('aliases') ? [{ weight: 1, arbitrary: bare(fc.constant('fence.proxy.alias')) }] : []),
    ...(has('proxies') && has('read-only path')
      ? [{ weight: 1, arbitrary: access(fc.constant('ld.global.nc'), cached, true, 0) }]
      : []),
    { weight: 3, arbitrary: inSpaces },
  )
  const threads = fc.tuple(
    fc.oneof(
      ...(has('clusters') ? [positions, clustered, oneCluster] : [positions]).map((from) =>
        fc.shuffledSubarray<string>([...from], { minLength: 1, maxLength: 3 }),
      ),
    ),
    fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 3 }),
  )
  const barrier: fc.Arbitrary<ClusterBarrier> = fc.record({
    arrive: fc.nat(4),
    wait: fc.option(fc.nat(4), { freq: 4 }),
    relaxed: fc.boolean(),
  })
  const barriers = fc.oneof(
    { weight: 3, arbitrary: fc.constant<ClusterBarrier[][]>([[], [], []]) },
    ...(has('cluster barriers')
      ? [{ weight: 1, arbitrary: fc.array(fc.array(barrier, { maxLength: 2 }), { minLength: 3, maxLength: 3 }) }]
      : []),
  )
  const compared = fc.record({
    which: fc.nat(),
    operator: fc.constantFrom('==', '==', '==', '!=', '<'),
    value: fc.constantFrom(0, 1, 2, 3),
  })
  const comparisons = fc.array(fc.array(compared, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 3 })
  return fc.record({ threads, barriers, comparisons }).map(({ threads: [names, bodies], barriers, comparisons }) => {
    const of = <T>(each: readonly T[], thread: number): T => must(each[thread], 'a body and barriers of each thread')
    const rendered = names.map((name, i) => renderThread(name, of(bodies, i), of(barriers, i), `${i}`, names))
    const observed = [...rendered.flatMap(({ registers }) => registers), ...(has('final values') ? ['[x]', '[y]'] : [])]
    const used = declarations
      .split('\n')
      .filter(
        (line) =>
          has('aliases') ||
          line.startsWith('.global x') ||
          line.startsWith('.global y') ||
          /^\.(shared|local)/.test(line),
      )
    const questions = comparisons.map(
      (terms, i) => `check (${terms.map((term) => renderTerm(term, observed)).join(' && ')}) as q${i};`,
    )
    return `${used.join('\n')}\n${rendered.map(({ text }) => text).join('\n')}\n${questions.join('\n')}\n`
  })
}

const renderTerm = (
  { which, operator, value }: { which: number; operator: string; value: number },
  observed: readonly string[],
) => {
  const one = observed.length === 0 ? '0' : must(observed[which % observed.length], 'what is observed')
  return `${one} ${operator} ${value}`
}

function renderThread(
  name: string,
  steps: readonly DrawnInstruction[],
  barriers: readonly ClusterBarrier[],
  suffix: string,
  names: readonly string[],
): { readonly text: string; readonly registers: readonly string[] } {
  const registers: string[] = []
  const lines = steps.map(({ mnemonic, address, returns, operands, from }) => {
    const values = operands.map((value, i) => (i === 0 && from > 0 ? (registers.at(-from) ?? value) : value))
    const written = returns ? [`r${registers.length}_${suffix}`] : []
    registers.push(...written)
    const place = address === otherCopy ? `${copyInReach(name, names)}:w` : address
    return `  ${mnemonic} ${[...written, ...(place === undefined ? [] : [`[${place}]`]), ...values].join(', ')};`
  })
  return { text: `${name} {\n${withBarriers(lines, barriers).join('\n')}\n}`, registers }
}

/** Adds arrivals and waits to the lines, in turn; the last wait may be missing. */
function withBarriers(lines: readonly string[], barriers: readonly ClusterBarrier[]): readonly string[] {
  const places = barriers
    .flatMap(({ arrive, wait }, i) =>
      wait === null && i + 1 === barriers.length ? [arrive] : [arrive, wait ?? arrive],
    )
    .map((place) => Math.min(place, lines.length))
    .toSorted((a, b) => a - b)
  const barrier = (i: number): string =>
    i % 2 === 1
      ? '  barrier.cluster.wait;'
      : `  barrier.cluster.arrive${must(barriers[i / 2], 'a barrier of each arrival').relaxed ? '.relaxed' : ''};`
  return [...lines, ''].flatMap((line, at) => [
    ...places.flatMap((place, i) => (place === at ? [barrier(i)] : [])),
    ...(line === '' ? [] : [line]),
  ])
}

/** Returns the CTA of the last thread in another CTA of the same cluster; the thread's own if there is none. */
function copyInReach(name: string, names: readonly string[]): string {
  const cta = (of: string) => of.replace(/\.t\d+$/, '')
  const cluster = /^d\d+\.c\d+\./.exec(name)?.[0]
  const others = names.filter((one) => cluster !== undefined && one.startsWith(cluster) && cta(one) !== cta(name))
  return cta(others.at(-1) ?? name)
}

/**
 * Returns the program of a text drawn here, which must have no errors. The module that a test names comes before it.
 */
export function only(text: string): Program {
  const start = Math.max(0, text.search(/^module "/m))
  const module = { name: 'random.ptx', text: text.slice(0, start) }
  const { tests, diagnostics } = readTests(
    { name: 'random', text: text.slice(start) },
    { load: () => ({ ok: true, source: module }) },
  )
  const [program] = tests
  if (program === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return program
}
