import { defaultModel } from '../../axioms/models.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import type { Witness } from '../../report/witness.js'
import { groupBy } from '../../source/group.js'
import { must } from '../../source/must.js'
import { witnessOf } from '../../witness/build.js'
import { isInitial, objectionName } from '../../witness/labels.js'
import { layoutOf } from '../../witness/picture/layout.js'
import { witnessText } from '../../witness/text.js'
import { unsynchronised } from '../../witness/unsynchronised.js'
import { argumentView, viewOf, wholeView } from '../../witness/view.js'
import { examples } from '../examples.js'
import { onEach, sampled } from '../extent.js'
import { solver, testIn } from '../support.js'
import { flaws } from './pictures.js'

async function executionOf(program: Program, question: Question): Promise<Witness | undefined> {
  const { graph, found } = witnesses(program, question, await solver(), { model: defaultModel })
  return found[0] && witnessOf({ graph, model: defaultModel, execution: found[0], question })
}

/** Returns what an argument leaves out although it must not. */
function missing(witness: Witness): readonly string[] {
  const view = argumentView(witness)
  const { races = [], relations, events } = witness
  const areShown = (pair: readonly number[]): boolean => pair.every(view.isShown)
  const instruction = (id: number): string => `${events[id]?.kind} ${events[id]?.instruction} ${events[id]?.text}`
  const kinds = groupBy(races, (pair) => pair.map(instruction).toSorted().join(' '))
  const breaks = unsynchronised(witness)
  return [
    ...([...kinds.values()].filter((pairs) => pairs.some(areShown)).length < Math.min(3, kinds.size) ? ['a race'] : []),
    ...(relations[objectionName] ?? []).flatMap((pair) => (areShown(pair) ? [] : [`objection ${pair}`])),
    ...(breaks.length === 0 || breaks.some(areShown) ? [] : ['where the chain of a race breaks']),
    ...relations.rf.flatMap(([write, read]) =>
      view.isShown(read) && !view.isShown(write) ? [`what e${read} reads`] : [],
    ),
  ]
}

const folded = examples(defaultModel.name).filter(
  ({ name, verdicts }) => /^(kernels|async|launches|warps)\//.test(name) && verdicts.includes('allowed'),
)

onEach('an argument fits a window', { all: folded, sample: sampled, least: 5 }, async ({ program, verdicts }) => {
  for (const [i, question] of program.questions.entries()) {
    const witness = verdicts[i] === 'allowed' ? await executionOf(program, question) : undefined
    if (witness === undefined) continue
    expect(missing(witness)).toEqual([])
    const view = argumentView(witness)
    if (view.left === undefined) continue
    const executed = witness.events.filter((event) => event.executed && !isInitial(event))
    expect(view.left.of).toBe(executed.length)
    expect(view.left.events).toBe(executed.filter(({ id }) => !view.isShown(id)).length)
    const { width, height } = layoutOf(witness)
    expect([testName(program), width <= 1400, height <= 1000]).toEqual([testName(program), true, true])
    expect(flaws(witness)).toEqual([])
  }
})

const shownIn = async (file: string): Promise<readonly string[]> => {
  const { program } = must(
    folded.find(({ name }) => name === file),
    'an example',
  )
  const witness = must(await executionOf(program, must(program.questions[0], 'a question')), 'an execution')
  const { isShown } = argumentView(witness)
  return witness.events.flatMap(({ id, text }) => (isShown(id) ? [text.replace(/\s+.*/, '')] : []))
}

test('the chain that a relaxed store breaks is shown, and the rest of the lock is not', async () => {
  const shown = await shownIn('kernels/mcs-lock+relaxed-handover.test')
  expect(shown).toEqual(expect.arrayContaining(['st.release.gpu.b64', 'ld.acquire.gpu.b32', 'st.relaxed.gpu.b32']))
  expect(shown.some((text) => text.startsWith('atom'))).toBe(false)
})

test('a chain goes through the barrier, not through what is read after it', async () => {
  expect((await shownIn('kernels/last-block+no-acquire.test')).filter((text) => text === 'bar.sync')).toHaveLength(2)
})

/** Many threads add to their own counters, and two of them pass a message. */
const many = `.global data; .global flag; ${Array.from({ length: 8 }, (_, i) => `.global c${i};`).join(' ')}
d0.b0.t0 { st.weak [data], 1; st.relaxed.gpu [flag], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [flag]; ld.weak r1, [data]; }
${Array.from({ length: 8 }, (_, i) => `d0.b${i + 2}.t0 { atom.relaxed.gpu.add r0, [c${i}], 1; }`).join('\n')}
check (d0.b1.t0:r0 == 1 && d0.b1.t0:r1 == 0) as stale;`

test('what is left out is counted, by threads, and everything is shown if asked for', async () => {
  const test = testIn(many)
  const witness = must(await executionOf(test, must(test.questions[0], 'a question')), 'an execution')
  const text = witnessText(witness, { hint: '--whole shows everything' })
  expect(text).toContain('not shown: 16 of 20 events (all of d0.b2.t0, d0.b3.t0')
  expect(text).toContain('final values; --whole shows everything')
  expect(text).not.toContain('atom')
  const whole = witnessText(witness, { isWhole: true })
  expect(whole).not.toContain('not shown')
  expect(whole.match(/atom/g)).toHaveLength(8)
  expect(viewOf(witness, { show: ['co'] })).toEqual(expect.objectContaining({ whole: witness, witness }))
  expect(wholeView(witness).isShown(0)).toBe(true)
})

test('what is left out between two events that are shown is one box', async () => {
  const steps = Array.from({ length: 20 }, (_, i) => `st.relaxed.gpu [c${i}], 1;`).join(' ')
  const test = testIn(`.global data; .global flag; ${Array.from({ length: 20 }, (_, i) => `.global c${i};`).join(' ')}
d0.b0.t0 { st.weak [data], 1; ${steps} st.relaxed.gpu [flag], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [flag]; ld.weak r1, [data]; }
check (r0 == 1 && r1 == 0) as stale;`)
  const witness = must(await executionOf(test, must(test.questions[0], 'a question')), 'an execution')
  const { nodes } = layoutOf(witness)
  expect(nodes.filter(({ box }) => box.kind === 'folded')).toMatchObject([{ labels: [{ text: '⋯ 20 more' }] }])
  expect(witnessText(witness)).toContain('⋯ 20 more')
})

test('a chain begins at what issues an operation, and only unknown values of what is shown are listed', async () => {
  const others = Array.from(
    { length: 12 },
    (_, i) => `d0.b0.t${i + 2} { mov.u32 r1, %clock; st.relaxed.cta.shared [c], r1; }`,
  )
  const test = testIn(`.shared .u32 tile[4]; .shared .u32 c; .shared .u32 flag; .global .u32 out[4];
d0.b0.t0 { cp.async.bulk.global.shared::cta.bulk_group [out], [tile], 16; cp.async.bulk.commit_group;
  fence.acq_rel.cta; st.release.cta.shared [flag], 1; }
d0.b0.t1 { ld.acquire.cta.shared r0, [flag]; fence.acq_rel.cta; st.shared.u32 [tile], 1; }
${others.join('\n')}
filter (d0.b0.t1:r0 == 1);
check (out == {1, 0, 0, 0}) as replaced;`)
  const witness = must(await executionOf(test, must(test.questions[0], 'a question')), 'an execution')
  const { isShown, witness: shown } = argumentView(witness)
  const texts = witness.events.flatMap(({ id, text }) => (isShown(id) ? [text] : []))
  expect(texts).toContain('st.release.cta.shared [flag], 1')
  expect(texts).toContain('ld.acquire.cta.shared r0, [flag]')
  expect(witness.unknown?.length).toBe(12)
  expect(shown.unknown).toEqual([])
})
