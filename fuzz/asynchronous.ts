/**
 * Small random programs about asynchronous copies, mbarriers and the async proxy: in one CTA, and in two of one cluster
 * or of none.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'

/** Threads by their names, each with the name of the CTA whose shared memory it may access besides its own. */
interface Layout {
  readonly names: readonly [string, ...string[]]
  readonly peers: readonly (string | undefined)[]
}

const layouts: readonly Layout[] = [
  { names: ['d0.b0.t0'], peers: [undefined] },
  { names: ['d0.b0.t0', 'd0.b0.t1'], peers: [undefined, undefined] },
  { names: ['d0.b0.t0', 'd0.b0.t1', 'd0.b0.t2'], peers: [undefined, undefined, undefined] },
  { names: ['d0.c0.b0.t0', 'd0.c0.b1.t0'], peers: ['d0.c0.b1', 'd0.c0.b0'] },
  { names: ['d0.c0.b0.t0', 'd0.c0.b0.t1', 'd0.c0.b1.t0'], peers: ['d0.c0.b1', 'd0.c0.b1', 'd0.c0.b0'] },
  { names: ['d0.b0.t0', 'd0.b1.t0'], peers: [undefined, undefined] },
]

/**
 * Some lines, in which `#` becomes a suffix that makes registers and labels distinct, and `@` the CTA of the peer;
 * without a peer, lines that need one are left out.
 */
export type Snippet = readonly string[]

export const say = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''))
export const lines = (...all: readonly fc.Arbitrary<string>[]): fc.Arbitrary<Snippet> => fc.tuple(...all)
export const just = (...all: Snippet): fc.Arbitrary<Snippet> => fc.constant(all)
export const value = fc.constantFrom('1', '2')
export const load = fc.oneof(
  { weight: 4, arbitrary: lines(fc.constantFrom('ld.shared.u32 r#, [s];', 'ld.global.u32 r#, [g];')) },
  { weight: 1, arbitrary: just('ld.shared::cluster.u32 r#, [@:s];') },
  { weight: 1, arbitrary: just('ld.acquire.gpu.global.u32 r#, [h];') },
)
export const store = fc.oneof(
  { weight: 4, arbitrary: lines(say(fc.constantFrom('st.shared.u32 [s], ', 'st.global.u32 [g], '), value, ';')) },
  { weight: 1, arbitrary: lines(say('st.shared::cluster.u32 [@:s], ', value, ';')) },
  { weight: 1, arbitrary: just('st.release.gpu.global.u32 [h], 3;') },
)
const copy = fc.oneof(
  just('cp.async.ca.shared.global [s], [g], 4;'),
  just('cp.async.ca.shared.global [s], [g], 4;', 'cp.async.wait_all;'),
  just('cp.async.ca.shared.global [s], [g], 4, 0;', 'cp.async.commit_group;'),
  just('cp.async.ca.shared.global [s], [g], 4;', 'cp.async.mbarrier.arrive.noinc.shared.b64 [m];'),
  just('cp.async.ca.shared.global [s], [g], 4;', 'cp.async.mbarrier.arrive.shared.b64 [m];'),
  lines(say('cp.async.wait_group ', fc.constantFrom('0', '1'), ';')),
  just('cp.async.commit_group;'),
)
const toGlobal = fc.constantFrom(
  'cp.async.bulk.global.shared::cta.bulk_group [g], [s], 4;',
  'cp.async.bulk.global.shared::cta.bulk_group [g], [s], 4;',
  'cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [g], [s], 4;',
)
const bulkWait = fc.constantFrom(
  'cp.async.bulk.wait_group 0;',
  'cp.async.bulk.wait_group 0;',
  'cp.async.bulk.wait_group.read 0;',
  'cp.async.bulk.wait_group 1;',
)
const bulkFence = fc.constantFrom(
  'fence.proxy.async;',
  'fence.proxy.async.global;',
  'fence.proxy.async.shared::cta;',
  'fence.proxy.async.shared::cluster;',
)
export const tx = 'mbarrier::complete_tx::bytes'
const intoShared = fc.constantFrom(
  `cp.async.bulk.shared::cta.global.${tx} [s], [g], 4, [m];`,
  `cp.async.bulk.shared::cta.global.${tx} [s], [g], 4, [m];`,
  `cp.async.bulk.shared::cluster.global.${tx} [@:s], [g], 4, [@:m];`,
  `cp.async.bulk.shared::cluster.shared::cta.${tx} [@:s], [s], 4, [@:m];`,
  `cp.reduce.async.bulk.shared::cluster.shared::cta.${tx}.add.u32 [@:s], [s], 4, [@:m];`,
)
const bulk = fc.oneof(
  { weight: 2, arbitrary: lines(toGlobal, fc.constant('cp.async.bulk.commit_group;'), bulkWait) },
  { weight: 1, arbitrary: lines(bulkFence, toGlobal, fc.constant('cp.async.bulk.commit_group;'), bulkWait) },
  { weight: 1, arbitrary: lines(toGlobal, fc.constant('cp.async.bulk.commit_group;')) },
  { weight: 1, arbitrary: lines(bulkWait) },
  { weight: 1, arbitrary: lines(intoShared) },
  { weight: 4, arbitrary: lines(fc.constant('mbarrier.arrive.expect_tx.shared.b64 _, [m], 4;'), intoShared) },
)
const meaning = fc.constantFrom('', '', '.release.cta', '.release.cluster', '.relaxed.cta', '.relaxed.cluster')
const acquiring = fc.constantFrom('', '', '.acquire.cluster', '.relaxed.cta')
const parity = fc.constantFrom('0', '0', '0', '1')
export const mbarrier = fc.oneof(
  { weight: 4, arbitrary: lines(say('mbarrier.arrive', meaning, '.shared.b64 q#, [m];')) },
  { weight: 1, arbitrary: just('mbarrier.arrive.shared.b64 q#, [m], 2;') },
  { weight: 1, arbitrary: just('mbarrier.arrive_drop.shared.b64 q#, [m];') },
  { weight: 1, arbitrary: just('mbarrier.expect_tx.relaxed.cta.shared.b64 [m], 4;') },
  { weight: 1, arbitrary: just('mbarrier.complete_tx.relaxed.cta.shared.b64 [m], 4;') },
  { weight: 1, arbitrary: just('mbarrier.inval.shared.b64 [m];') },
  { weight: 1, arbitrary: just('mbarrier.init.shared.b64 [m], 2;') },
  {
    weight: 2,
    arbitrary: lines(
      say('mbarrier.arrive', fc.constantFrom('.release', '.relaxed'), '.cluster.shared::cluster.b64 _, [@:m];'),
    ),
  },
  {
    weight: 1,
    arbitrary: lines(
      say('mbarrier.arrive', meaning, '.shared.b64 q#, [m];'),
      fc.constant('mbarrier.test_wait.shared.b64 p#, [m], q#;'),
    ),
  },
  { weight: 2, arbitrary: lines(say('mbarrier.test_wait.parity', acquiring, '.shared.b64 p#, [m], ', parity, ';')) },
)
export const wait = fc.oneof(
  lines(say('mbarrier.test_wait.parity', acquiring, '.shared.b64 p#, [m], ', parity, ';')),
  lines(say('mbarrier.try_wait.parity', acquiring, '.shared.b64 p#, [m], ', parity, ';')),
  lines(
    say('W#: mbarrier.try_wait.parity', acquiring, '.shared.b64 p#, [m], ', parity, ';'),
    fc.constant('beq p#, 0, W#;'),
  ),
)
export const fence = fc.oneof(
  { weight: 3, arbitrary: lines(bulkFence) },
  {
    weight: 1,
    arbitrary: lines(
      fc.constantFrom(
        'fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;',
        'fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;',
        'fence.release.sync_restrict::shared::cta.cluster;',
        'fence.acquire.sync_restrict::shared::cluster.cluster;',
        'fence.mbarrier_init.release.cluster;',
        'fence.acq_rel.cluster;',
      ),
    ),
  },
)
const step = fc.oneof(
  { weight: 4, arbitrary: load },
  { weight: 4, arbitrary: store },
  { weight: 4, arbitrary: copy },
  { weight: 6, arbitrary: bulk },
  { weight: 4, arbitrary: mbarrier },
  { weight: 3, arbitrary: wait },
  { weight: 3, arbitrary: fence },
)
/** Draws texts of tests; undefined for a model that does not cover such operations. */
export const asynchronousPrograms = (model: Model): fc.Arbitrary<string> | undefined =>
  excludedBy(model).includes('asynchronous operations') ? undefined : programsOf(layouts, step)

/** Draws texts of tests with these threads, each of which takes these kinds of steps. */
export function programsOf(layouts: readonly Layout[], step: fc.Arbitrary<Snippet>): fc.Arbitrary<string> {
  const part = fc.array(step, { maxLength: 2 })
  return fc
    .record({
      layout: fc.constantFrom(...layouts),
      /** The actions of each thread before and after a barrier of all threads, or of each CTA. */
      before: fc.tuple(part, part, part),
      after: fc.tuple(part, part, part),
      barrier: fc.constantFrom('none', 'CTA', 'cluster', 'cluster', 'relaxed'),
      /** The number of arrivals that the mbarriers of all CTAs expect, which their first threads initialise. */
      initialised: fc.constantFrom(undefined, 1, 1, 1, 1, 2),
      /** `ready` says that all threads wait for each other after that, `over` that they do at the end. */
      ready: fc.boolean(),
      over: fc.boolean(),
      asked: fc.array(fc.record({ which: fc.nat(), against: fc.constantFrom(0, 0, 1, 2, 3) }), {
        minLength: 2,
        maxLength: 4,
      }),
    })
    .map(({ layout: { names, peers }, before, after, barrier, initialised, ready, over, asked }) => {
      const inCluster = names[0].includes('.c0.')
      const together = inCluster ? 'barrier.cluster.arrive; barrier.cluster.wait;' : 'bar.sync 0;'
      const between = {
        none: '',
        CTA: 'bar.sync 0;',
        cluster: together,
        relaxed: inCluster
          ? 'fence.mbarrier_init.release.cluster; barrier.cluster.arrive.relaxed; barrier.cluster.wait;'
          : together,
      }[barrier]
      const rendered = names.map((name, thread) => {
        const peer = peers[thread]
        const named = (snippets: readonly Snippet[] | undefined, where: string): readonly string[] =>
          (snippets ?? []).flatMap((snippet, i) =>
            snippet.flatMap((line) =>
              line.includes('@') && peer === undefined
                ? []
                : [line.replaceAll('#', `${where}${i}_${thread}`).replaceAll('@', peer ?? '')],
            ),
          )
        const isFirst = name.endsWith('.t0')
        const all = [
          ...(initialised !== undefined && isFirst ? [`mbarrier.init.shared.b64 [m], ${initialised};`] : []),
          ...(ready ? [together] : []),
          ...named(before[thread], 'a'),
          between,
          ...named(after[thread], 'b'),
          ...(over ? [together] : []),
        ].filter((line) => line !== '')
        return { name, text: `${name} {\n${all.map((line) => `  ${line}`).join('\n')}\n}`, lines: all }
      })
      const registers = rendered.flatMap(({ name, lines }) =>
        lines.flatMap((line) => {
          const register = / ([rp]\w+),/.exec(line)?.[1]
          return register === undefined || line.startsWith('beq') ? [] : [`${name}:${register}`]
        }),
      )
      const cta = names[0].replace(/\.t0$/, '')
      const ofCta = (name: string): boolean => name.startsWith(`${cta}.`)
      const isAccessed = rendered.some(({ name, text }) => text.includes(ofCta(name) ? '[s]' : `[${cta}:s]`))
      const observed = [...registers, ...registers, '[g]', ...(isAccessed ? [`[${cta}:s]`] : [])]
      const questions = asked.map(
        ({ which, against }, i) => `check (${observed[which % observed.length]} == ${against}) as q${i};`,
      )
      const declared = ['.global .u32 g = 1;', '.global .u32 h;', '.shared .u32 s;', '.shared .b64 m;']
      return [...declared, ...rendered.map(({ text }) => text), ...questions, ''].join('\n')
    })
}
