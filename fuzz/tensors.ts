/**
 * Small random programs with copies of tiles of tensors, with fixed maps and with one that threads change, in one CTA
 * and in two.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'

const layouts = [['d0.b0.t0'], ['d0.b0.t0'], ['d0.b0.t0', 'd0.b0.t1'], ['d0.b0.t0', 'd0.b1.t0']] as const

/** Lines, in which `#` becomes a suffix that makes registers distinct. */
type Snippet = readonly string[]

/** Draws texts of tests; undefined for a model that does not cover such operations. */
export function tensorPrograms(model: Model): fc.Arbitrary<string> | undefined {
  if (excludedBy(model).includes('asynchronous operations')) return undefined
  const just = (...all: Snippet): fc.Arbitrary<Snippet> => fc.constant(all)
  const line = (text: fc.Arbitrary<string>): fc.Arbitrary<Snippet> => text.map((one) => [one])
  const shared = fc.constantFrom('s', 's+4')
  const element = fc.constantFrom('a', 'a+4', 'a+8')
  const value = fc.constantFrom(3, 4)
  const access = fc.oneof(
    line(shared.map((at) => `ld.shared.u32 r#, [${at}];`)),
    line(element.map((at) => `ld.global.u32 r#, [${at}];`)),
    line(fc.tuple(shared, value).map(([at, value]) => `st.shared.u32 [${at}], ${value};`)),
    line(fc.tuple(element, value).map(([at, value]) => `st.global.u32 [${at}], ${value};`)),
    line(fc.constantFrom('st.release.gpu.global.u32 [h], 3;', 'ld.acquire.gpu.global.u32 r#, [h];')),
  )
  // The tensor has two columns and two rows, and a tile is a column, whose elements are not adjacent.
  const tile = fc.constantFrom(
    'map, {0, 0}',
    'map, {0, 0}',
    'map, {1, 0}',
    'map, {0, 1}',
    'map, {0, -1}',
    'map, {2, 0}',
  )
  const tx = 'mbarrier::complete_tx::bytes'
  const load = tile.map((tile) => `cp.async.bulk.tensor.2d.shared::cta.global.tile.${tx} [s], [${tile}], [m];`)
  const intoGlobal = fc
    .tuple(fc.constantFrom('', '', 'add.', 'max.'), tile)
    .map(
      ([operation, tile]) =>
        `cp.${operation === '' ? '' : 'reduce.'}async.bulk.tensor.2d.global.shared::cta.${operation}tile.bulk_group [${tile}], [s];`,
    )
  const commit = 'cp.async.bulk.commit_group;'
  const bulkWait = fc.constantFrom(
    'cp.async.bulk.wait_group 0;',
    'cp.async.bulk.wait_group 0;',
    'cp.async.bulk.wait_group.read 0;',
    'cp.async.bulk.wait_group 1;',
  )
  const expect = 'mbarrier.arrive.expect_tx.shared.b64 _, [m], 8;'
  const wait = fc.constantFrom(
    'mbarrier.test_wait.parity.shared.b64 p#, [m], 0;',
    'W#: mbarrier.try_wait.parity.shared.b64 p#, [m], 0; beq p#, 0, W#;',
  )
  const fence = fc.constantFrom('fence.proxy.async;', 'fence.proxy.async.global;', 'fence.proxy.async.shared::cta;')
  // A map that threads change: it describes a row of the tensor, or another array.
  const replace = fc.constantFrom(
    'tensormap.replace.tile.global_address.global.b1024.b64 [c], b;',
    'tensormap.replace.tile.global_address.global.b1024.b64 [c], b;',
    'tensormap.replace.tile.global_address.global.b1024.b64 [c], &a[2];',
    'tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [c], [draft], 128;',
  )
  const release = fc
    .constantFrom('gpu', 'gpu', 'cta')
    .map((scope) => `fence.proxy.tensormap::generic.release.${scope};`)
  const acquire = fc
    .constantFrom('gpu [c]', 'gpu [c]', 'cta [c]', 'gpu [other]')
    .map((what) => `fence.proxy.tensormap::generic.acquire.${what}, 128;`)
  const at = fc.constantFrom('0', '0', '1', '-1')
  const loadBy = at.map((at) => `cp.async.bulk.tensor.1d.shared::cta.global.tile.${tx} [s], [c, {${at}}], [m];`)
  const storeBy = at.map((at) => `cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [c, {${at}}], [s];`)
  const expectOne = 'mbarrier.arrive.expect_tx.shared.b64 _, [m], 4;'
  const changing = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(replace) },
    { weight: 3, arbitrary: fc.tuple(replace, release) },
    { weight: 3, arbitrary: fc.tuple(replace, release, fc.constant('st.release.gpu.global.u32 [h], 3;')) },
    { weight: 1, arbitrary: fc.tuple(acquire) },
    { weight: 3, arbitrary: fc.tuple(acquire, fc.constant(expectOne), loadBy, wait) },
    {
      weight: 3,
      arbitrary: fc.tuple(
        fc.constant('ld.acquire.gpu.global.u32 r#, [h];'),
        acquire,
        fc.constant(expectOne),
        loadBy,
        wait,
      ),
    },
    { weight: 2, arbitrary: fc.tuple(fc.constant(expectOne), loadBy, wait) },
    { weight: 1, arbitrary: fc.tuple(fc.constant(expectOne), loadBy) },
    { weight: 2, arbitrary: fc.tuple(storeBy, fc.constant(commit), bulkWait) },
    { weight: 1, arbitrary: fc.tuple(storeBy, fc.constant(commit)) },
  )
  const copy = fc.oneof(
    { weight: 2, arbitrary: fc.tuple(fc.constant(expect), load, wait) },
    { weight: 1, arbitrary: fc.tuple(fc.constant(expect), load) },
    { weight: 2, arbitrary: fc.tuple(intoGlobal, fc.constant(commit), bulkWait) },
    { weight: 2, arbitrary: fc.tuple(fence, intoGlobal, fc.constant(commit), bulkWait) },
    { weight: 1, arbitrary: fc.tuple(intoGlobal, fc.constant(commit)) },
  )
  const step = fc.oneof(
    { weight: 4, arbitrary: access },
    { weight: 4, arbitrary: copy },
    { weight: 6, arbitrary: changing },
    { weight: 1, arbitrary: line(wait) },
    { weight: 1, arbitrary: line(bulkWait) },
    { weight: 2, arbitrary: line(fence) },
    { weight: 1, arbitrary: just('bar.sync 0;') },
  )
  const part = fc.array(step, { minLength: 1, maxLength: 3 })
  return fc
    .record({
      names: fc.constantFrom(...layouts),
      parts: fc.tuple(part, part),
      initialised: fc.constantFrom(false, true, true, true),
      asked: fc.array(fc.record({ which: fc.nat(), against: fc.constantFrom(0, 1, 2, 3, 4) }), {
        minLength: 2,
        maxLength: 3,
      }),
    })
    .map(({ names, parts, initialised, asked }) => {
      const rendered = names.map((name, thread) => {
        const snippets = parts[thread] ?? []
        const lines = [
          ...(initialised && name.endsWith('.t0') ? ['mbarrier.init.shared.b64 [m], 1;'] : []),
          ...snippets.flatMap((snippet, i) => snippet.map((one) => one.replaceAll('#', `${i}_${thread}`))),
        ]
        return { name, lines, text: `${name} {\n${lines.map((one) => `  ${one}`).join('\n')}\n}` }
      })
      const registers = rendered.flatMap(({ name, lines }) =>
        lines.flatMap((one) => {
          const register = / ([rp]\w+),/.exec(one)?.[1]
          return register === undefined ? [] : [`${name}:${register}`]
        }),
      )
      const observed = [...registers, ...registers, 'a[0]', 'a[1]']
      const questions = asked.map(
        ({ which, against }, i) => `check (${observed[which % observed.length]} == ${against}) as q${i};`,
      )
      const declared = [
        '.global .u32 a[4] = {1, 2, 1, 2};',
        '.param .tensormap map = tensor(a, {2, 2}, {1, 2});',
        '.global .u32 b[2] = {3, 4};',
        '.global .tensormap c = tensor(a, {2}, {1});',
        '.global .tensormap other = tensor(a, {2}, {1});',
        '.shared .tensormap draft = tensor(b, {2}, {1});',
        '.global .u32 h;',
        '.shared .u32 s[2];',
        '.shared .b64 m;',
      ]
      return [...declared, ...rendered.map(({ text }) => text), ...questions, ''].join('\n')
    })
}
