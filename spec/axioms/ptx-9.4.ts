/** Parts of tests of asynchronous operations, and models without one of their rules, for the specs of `ptx-9.4`. */

import { redefine } from '../../axioms/algebra/edit.js'
import type { BaseRelation } from '../../axioms/algebra/names.js'
import { difference, type Model, type Rel, union } from '../../axioms/algebra/terms.js'
import { id } from '../../axioms/algebra/vocabulary.js'
import { models } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const named = (name: string): Model =>
  must(
    models.find((model) => model.name === name),
    `the model ${name}`,
  )
export const proposed = named('ptx-9.4')
export const strict = named('ptx-9.4-strict')

export const base = (name: BaseRelation): Rel => ({ kind: 'base', name })
const nothing = difference(id, id)
export const without = (name: string, model: Model = proposed): Model => redefine(model, name, () => nothing)

/** Returns the relation without one of its alternatives, given by number. */
export const withoutPart = (name: string, part: number, model: Model = proposed): Model =>
  redefine(model, name, (body) => {
    if (body.kind !== 'union' || body.of[part] === undefined) throw new Error(`${name} has no such alternative`)
    return union(...body.of.filter((_, i) => i !== part))
  })

/** Returns the relation without the base relation of that name among its alternatives. */
export const withoutBase = (name: string, gone: BaseRelation): Model =>
  redefine(proposed, name, (body) => {
    if (body.kind !== 'union') throw new Error(`${name} has no alternatives`)
    const kept = body.of.filter((one) => one.kind !== 'base' || one.name !== gone)
    if (kept.length === body.of.length) throw new Error(`${name} has no ${gone}`)
    return union(...kept)
  })

/** Returns the model without the requirement of that axiom that is about mbarriers. */
export function withoutRequirement(name: string, model: Model = proposed): Model {
  let left = 0
  const axioms = model.axioms.map((axiom) => ({
    ...axiom,
    requirements: axiom.requirements.filter(({ of }) => {
      const goes = axiom.name === name && isOfMbarriers(of)
      if (goes) left++
      return !goes
    }),
  }))
  if (left !== 1) throw new Error(`${left} requirements of ${name} are left out`)
  return { ...model, axioms }
}

/** Returns whether the relation is about pairs of operations on one mbarrier. */
const isOfMbarriers = (of: Rel): boolean => {
  const pairs = of.kind === 'difference' ? of.left : of
  return pairs.kind === 'intersection' && pairs.of.some((one) => one.kind === 'named' && one.name === 'at-mbarrier')
}

/** Returns the verdict on the only question of a text, whatever is undefined in the program. */
async function answer(text: string, model: Model = proposed) {
  const [one, ...others] = decide(testIn(text), await solver(), { model, liveness: false }).answers
  if (one === undefined || others.length > 0) throw new Error('one question is needed')
  return one
}
export const verdict = async (text: string, model: Model = proposed) => (await answer(text, model)).verdict.kind

/** Returns the reasons why the behaviour of a text may be undefined. */
export async function problems(text: string, model: Model = proposed): Promise<readonly string[]> {
  const { undefined: reached } = await answer(text, model)
  if (reached.kind !== 'known') return [reached.kind]
  return reached.found.map((one) => ('problem' in one ? one.problem : one.reason))
}

export const declared = `.global .u32 g = 1; .global .u32 h; .global .u32 flag; .global .u32 f physically aliases g;
  .shared .u32 s; .shared .u32 a physically aliases s; .shared .u32 o; .shared .b64 m; .global .u32 n = 2;
  .global .tensormap map = tensor(g, {1}, {1}); .global .tensormap unused = tensor(g, {1}, {1});
  .shared .tensormap draft = tensor(g, {1}, {1});`

export const oneThread = (lines: string, asked: string) => `${declared} d0.b0.t0 { ${lines} } check (${asked}) as q;`
export const oneCta = (first: string, second: string, asked: string) =>
  `${declared} d0.b0.t0 { ${first} } d0.b0.t1 { ${second} } check (${asked}) as q;`
export const twoCtas = (first: string, second: string, asked: string) =>
  `${declared} d0.b0.t0 { ${first} } d0.b1.t0 { ${second} } check (${asked}) as q;`
export const cluster = (first: string, second: string, asked: string) =>
  `${declared} d0.c0.b0.t0 { ${first} } d0.c0.b1.t0 { ${second} } check (${asked}) as q;`

export const initialise = 'mbarrier.init.shared.b64 [m], 1;'
export const expect4 = 'mbarrier.arrive.expect_tx.relaxed.cta.shared.b64 _, [m], 4;'
export const load = (from = 'g') =>
  `${expect4} cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [${from}], 4, [m];`
export const wait = 'mbarrier.test_wait.parity.shared.b64 p, [m], 0;'
export const bulkStore = (to = 'g') =>
  `cp.async.bulk.global.shared::cta.bulk_group [${to}], [s], 4; cp.async.bulk.commit_group;`
export const done = 'cp.async.bulk.wait_group 0;'
export const meet = 'barrier.cluster.arrive; barrier.cluster.wait;'
export const meetRelaxed = 'barrier.cluster.arrive.relaxed; barrier.cluster.wait;'
export const publish = 'st.release.gpu.global.u32 [flag], 1;'
export const observe = 'ld.acquire.gpu.global.u32 seen, [flag];'

/** Returns a bulk load into shared memory whose result is read after a wait. */
export const loaded = (from = 'g') => `${initialise} ${load(from)} ${wait} ld.shared.u32 r, [s];`

export const replace = 'tensormap.replace.tile.global_address.global.b1024.b64 [map], n;'
export const releaseMap = 'fence.proxy.tensormap::generic.release.gpu;'
export const acquireMap = 'fence.proxy.tensormap::generic.acquire.gpu [map], 128;'
/** The same load, from the address in the tensor map: 1 at the old address, 2 at the new one. */
export const loadedByMap = `${initialise} ${expect4}
  cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [map, {0}], [m]; ${wait} ld.shared.u32 r, [s];`
export const storeByMap =
  'cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [map, {0}], [s]; cp.async.bulk.commit_group;'

export const releaseOne = 'fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;'
export const acquireOne = 'fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;'
export const waitRelaxed = 'mbarrier.test_wait.parity.relaxed.cluster.shared.b64 p, [m], 0;'
export const copyBack = (to: string) =>
  `cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [d0.c0.b0:${to}], [g], 4, [d0.c0.b0:m];`

/**
 * Returns a test in which a thread reads its shared memory and arrives at the mbarrier of another CTA, which then
 * copies there; with more fences on both sides.
 */
export const pair = (first: string, second: string, to = 'a') =>
  cluster(
    `${meet} ld.shared.u32 r, [s]; ${first} ${releaseOne} mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [d0.c0.b1:m];`,
    `${initialise} ${meet} ${waitRelaxed} ${acquireOne} ${second} ${copyBack(to)}`,
    'p == 1 && r == 1',
  )

/** A program for each row in which only that row forbids an access to see an old value. */
