import { defaultModel } from '../../axioms/models.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import type { Pair } from '../../encoder/events/graph/event.js'
import { chainWitness } from '../../explain/document.js'
import { reasonFor } from '../../explain/explain.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import type { Witness } from '../../report/witness.js'
import { groupBy } from '../../source/group.js'
import { must } from '../../source/must.js'
import { witnessOf } from '../../witness/build.js'
import { isInitial, objectionName } from '../../witness/labels.js'
import { layoutOf } from '../../witness/picture/layout.js'
import type { Picture } from '../../witness/picture/shapes.js'
import { witnessText } from '../../witness/text.js'
import { unsynchronised } from '../../witness/unsynchronised.js'
import { argumentView, viewOf, wholeView } from '../../witness/view.js'
import { type Expected, examples } from '../examples.js'
import { onEach, sampled } from '../extent.js'
import { sat, testIn } from '../support.js'
import { flaws } from './pictures.js'

async function executionOf(program: Program, question: Question): Promise<Witness | undefined> {
  const { graph, found } = witnesses(program, question, await sat(), { model: defaultModel })
  return found[0] && witnessOf({ graph, model: defaultModel, execution: found[0], question })
}

/** Returns what the picture of an execution leaves out although it must not. */
function missing(witness: Witness): readonly string[] {
  const drawn = new Set(layoutOf(witness).nodes.flatMap(({ events, box }) => (box.kind === 'folded' ? [] : events)))
  const isDrawn = (id: number): boolean => drawn.has(id)
  const areDrawn = (pair: readonly number[]): boolean => pair.every(isDrawn)
  const { races = [], relations, events } = witness
  const instruction = (id: number): string => `${events[id]?.kind} ${events[id]?.instruction} ${events[id]?.text}`
  const kinds = groupBy(races, (pair) => pair.map(instruction).toSorted().join(' '))
  const breaks = unsynchronised(witness)
  const leads = leadingIn(witness, () => true)
  const leadsDrawn = leadingIn(witness, isDrawn)
  return [
    ...([...kinds.values()].filter((pairs) => pairs.some(areDrawn)).length < Math.min(3, kinds.size) ? ['a race'] : []),
    ...(relations[objectionName] ?? []).flatMap((pair) => (areDrawn(pair) ? [] : [`objection ${pair}`])),
    ...(breaks.length === 0 || breaks.some(areDrawn) ? [] : ['where the chain of a race breaks']),
    ...races
      .filter(areDrawn)
      .flatMap(([a, b]) =>
        (leads(a, b) && !leadsDrawn(a, b)) || (leads(b, a) && !leadsDrawn(b, a) && !leadsDrawn(a, b))
          ? [`the chain between e${a} and e${b}`]
          : [],
      ),
    ...relations.rf.flatMap(([write, read]) => (isDrawn(read) && !isDrawn(write) ? [`what e${read} reads`] : [])),
  ]
}

/**
 * Returns whether steps lead from one event to another: program order, synchronisation, what issues and completes
 * operations, and reads of what another thread wrote, unless these race.
 */
function leadingIn({ events, relations, races = [], synchronisation }: Witness, isThere: (id: number) => boolean) {
  const racing = new Set(races.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]))
  const inOrder = events.filter(
    ({ id, executed, asynchronous, thread }) => executed && !asynchronous && thread !== null && isThere(id),
  )
  const programOrder = [...groupBy(inOrder, ({ thread }) => thread).values()].flatMap((own) =>
    own.slice(1).map(({ id }, i): Pair => [must(own[i], 'the event before').id, id]),
  )
  const named = [...synchronisation, 'issue', 'completed', 'api'].flatMap((name) => relations[name] ?? [])
  const read = relations.rf.filter(
    (pair) => !racing.has(pair.join(' ')) && !isInitial(must(events[pair[0]], 'a write')),
  )
  const steps = groupBy(
    [...programOrder, ...[...named, ...read].filter((pair) => pair.every(isThere))],
    ([from]) => from,
  )
  return (start: number, end: number): boolean => {
    const reached = new Set([start])
    for (const event of reached) for (const [, next] of steps.get(event) ?? []) reached.add(next)
    return reached.has(end)
  }
}

const allowed = examples(defaultModel.name).filter(({ verdicts }) => verdicts.includes('allowed'))

/** The sample has those whose pictures are the largest. */
const large =
  /^(blackwell\/(completion|manual|warps)\.test#[16]\b|async\/p|kernels\/memcpy-async\+no-wait|launches\/all-reduce)/

const sample = (all: readonly Expected[]): readonly Expected[] => [
  ...new Set([...sampled(all).filter((_, i) => i % 6 === 0), ...all.filter(({ name }) => large.test(name))]),
]

/** The room for a picture on the page in a window of 1,440 by 900 pixels. */
const room = { width: 826, height: 640 }

/** Returns the height of the letters in a picture that is shrunk to fit this room, in pixels. */
const letters = ({ width, height }: Picture): number => 12 * Math.min(1, room.width / width, room.height / height)

onEach('a picture fits a window, and has the whole argument', { all: allowed, sample, least: 30 }, async (one) => {
  const { program, verdicts } = one
  for (const [i, question] of program.questions.entries()) {
    const witness = verdicts[i] === 'allowed' ? await executionOf(program, question) : undefined
    if (witness === undefined) continue
    expect(missing(witness)).toEqual([])
    const { width, height } = layoutOf(witness)
    expect([testName(program), width <= 1400, height <= 1000]).toEqual([testName(program), true, true])
    expect([testName(program), letters(layoutOf(witness, { room })) >= 7]).toEqual([testName(program), true])
    expect(flaws(witness)).toEqual([])
    const view = argumentView(witness)
    if (view.left === undefined) continue
    const executed = witness.events.filter((event) => event.executed && !isInitial(event))
    expect(view.left.of).toBe(executed.length)
    expect(view.left.events).toBe(executed.filter(({ id }) => !view.isShown(id)).length)
  }
})

const shownIn = async (file: string): Promise<readonly string[]> => {
  const { program } = must(
    allowed.find(({ name }) => name === file),
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

test('both threads show how they come to a lock, what they read and write under it, and what the host reads', async () => {
  const shown = await shownIn('kernels/spin-lock+no-fence.test')
  const counts = groupBy(shown, (text) => text)
  expect(counts.get('atom.global.cas.b32')).toHaveLength(4)
  expect(counts.get('ld.global.u32')).toHaveLength(2)
  expect(counts.get('st.global.u32')).toHaveLength(2)
  expect(counts.get('ld')).toHaveLength(1)
})

test.each(['memory/mpmc-queue.test#2', 'warps/reduce.test#2'])(
  'registers that a claim names by the number of their thread are shown, with what loads them: %s',
  async (file) => {
    const { program } = must(
      examples(defaultModel.name).find(({ name }) => name === file),
      'an example',
    )
    const witness = must(await executionOf(program, must(program.questions[0], 'a question')), 'an execution')
    const named = [
      ...new Set([...(witness.question?.text ?? '').matchAll(/P(\d):(\w+)/g)].map(([, ...one]) => one.join())),
    ]
    expect(named).toHaveLength(2)
    const view = argumentView(witness)
    expect(view.left).toBeDefined()
    expect(view.witness.final.registers.map(({ thread, register }) => `${thread},${register}`).toSorted()).toEqual(
      named.toSorted(),
    )
    for (const one of named) {
      const [thread, register = ''] = one.split(',')
      const loads = witness.events.filter(
        (event) =>
          event.thread === Number(thread) &&
          event.executed &&
          event.kind === 'read' &&
          event.text.includes(` ${register},`),
      )
      expect([one, loads.some(({ id }) => view.isShown(id))]).toEqual([one, loads.length > 0])
    }
  },
)

test('the read at which a loop ends is shown before what it waits for', async () => {
  const test = testIn(`.global data; .global flag; ${Array.from({ length: 20 }, (_, i) => `.global c${i};`).join(' ')}
d0.b0.t0 { st.weak [data], 1; }
d0.b2.t0 { st.relaxed.gpu [flag], 1; }
d0.b1.t0 { WAIT: ld.relaxed.gpu r0, [flag]; beq r0, 0, WAIT;
  ${Array.from({ length: 20 }, (_, i) => `st.relaxed.gpu [c${i}], 1;`).join(' ')} ld.weak r1, [data]; }
check (r1 == 0) as stale;`)
  const witness = must(await executionOf(test, must(test.questions[0], 'a question')), 'an execution')
  const { isShown, left } = argumentView(witness)
  expect(left).toBeDefined()
  const loops = witness.events.filter(({ text, executed }) => executed && text.startsWith('ld.relaxed.gpu r0'))
  expect(loops.map(({ id }) => isShown(id))).toContain(true)
})

test('of an array that a claim compares as a whole, what a wrong element was computed from is shown', async () => {
  const { program } = must(
    allowed.find(({ name }) => name === 'launches/all-reduce+gpu-fence.test'),
    'an example',
  )
  const witness = must(await executionOf(program, must(program.questions[0], 'a question')), 'an execution')
  const wrong = witness.final.memory.filter(({ location, value }) => location.startsWith('out[') && value !== '11')
  const { isShown } = argumentView(witness)
  for (const { write, location } of wrong) {
    expect(isShown(write)).toBe(true)
    const thread = witness.events[write]?.thread
    const [mine, theirs] = witness.events
      .filter((one) => one.id < write && one.thread === thread && one.executed)
      .slice(-2)
    expect([location, mine?.location, theirs?.location].toSorted()).toEqual(['buffer[0]', 'buffer[1]', location])
    expect([mine, theirs].every((one) => one?.kind === 'read' && isShown(one.id))).toBe(true)
  }
  expect(wrong.length).toBeGreaterThan(0)
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

test('where nothing is in question, the ends of the threads are shown, with what they read last of others', async () => {
  const stores = Array.from({ length: 12 }, (_, i) => `st.relaxed.gpu [c${i}], 1;`).join(' ')
  const test = testIn(`.global flag; ${Array.from({ length: 12 }, (_, i) => `.global c${i};`).join(' ')}
d0.b0.t0 { ${stores} st.release.gpu [flag], 1; mov.u32 r0, 1; ld.relaxed.gpu r1, [c11]; }
d0.b1.t0 { ld.acquire.gpu r0, [flag]; ld.relaxed.gpu r1, [c0]; st.relaxed.gpu [c1], 2; ld.relaxed.gpu r2, [c1]; }
filter (d0.b1.t0:r0 == 1 && d0.b1.t0:r1 == 1 && d0.b1.t0:r2 == 2); check (true) as runs;`)
  const witness = must(await executionOf(test, must(test.questions[0], 'a question')), 'an execution')
  const { isShown } = argumentView(witness)
  const shown = witness.events.filter((event) => isShown(event.id) && !isInitial(event)).map(({ text }) => text)
  expect(shown).toEqual([
    'st.relaxed.gpu [c0], 1',
    'st.relaxed.gpu [c11], 1',
    'st.release.gpu [flag], 1',
    'ld.relaxed.gpu r1, [c11]',
    'ld.relaxed.gpu r1, [c0]',
    'st.relaxed.gpu [c1], 2',
    'ld.relaxed.gpu r2, [c1]',
  ])
})

test('a relation of which nothing is shown is not said to be empty', async () => {
  const file = 'blackwell/manual.test#1'
  const { program } = must(
    allowed.find(({ name }) => name === file),
    'an example',
  )
  const witness = must(await executionOf(program, must(program.questions[0], 'a question')), 'an execution')
  expect(argumentView(witness).witness.relations['issue']).toEqual([])
  expect(must(witness.relations['issue'], 'what is issued').length).toBeGreaterThan(0)
  expect(layoutOf(witness).labels.map(({ text }) => text)).not.toContain('issue: none')
  expect(witnessText(witness)).not.toMatch(/issue +none/)
})

test('what an axiom objects to fits a window, whatever else the execution would reach', async () => {
  const { program } = must(
    examples(defaultModel.name).find(({ name }) => name === 'kernels/memcpy-async.test'),
    'an example',
  )
  const question = must(program.questions[0], 'a question')
  const why = reasonFor(program, question, await sat(), { model: defaultModel })
  if (why.kind !== 'forbidden') throw new Error(why.kind)
  const pictures = why.sets.flatMap(({ objections }) =>
    objections.map((one) => chainWitness(why.graph, defaultModel, one.execution, question, one)),
  )
  expect(pictures.some((one) => one.undefined !== undefined)).toBe(true)
  for (const one of pictures) {
    expect(missing(one)).toEqual([])
    expect(layoutOf(one).height).toBeLessThanOrEqual(1000)
  }
})

test('boxes that leave events out name the rounds of a loop that they are, and what is opened is shown', async () => {
  const { program } = must(
    allowed.find(({ name }) => name === 'kernels/ring+relaxed-head.test'),
    'an example',
  )
  const witness = must(await executionOf(program, must(program.questions[0], 'a question')), 'an execution')
  const folded = (opened: readonly number[]) =>
    layoutOf(witness, { opened }).nodes.flatMap(({ box, events, labels }) =>
      box.kind === 'folded' ? [{ events, text: labels.map(({ text }) => text).join() }] : [],
    )
  const boxes = folded([])
  expect(boxes.map(({ text }) => text)).toEqual([
    '⋯ 9 more, rounds 1 to 2',
    '⋯ 2 more, round 3',
    '⋯ 1 more, round 3',
    '⋯ 1 more, round 1',
    '⋯ 10 more, rounds 2 to 3',
  ])
  const [first, ...others] = boxes
  expect(folded(must(first, 'a box').events)).toEqual(others)
  const opened = boxes.flatMap(({ events }) => events)
  const { left } = argumentView(witness, opened)
  expect(left).toMatchObject({ threads: ['host'] })
  const executed = witness.events.filter((event) => event.executed).map(({ id }) => id)
  expect(argumentView(witness, executed)).toEqual(expect.objectContaining({ whole: witness, witness }))
})

test('of one launch, the host and its stream are shown only if they say something', async () => {
  const { program } = must(
    examples(defaultModel.name).find(({ name }) => name === 'kernels/quad+two-halves.test'),
    'an example',
  )
  const witness = must(await executionOf(program, must(program.questions[0], 'a question')), 'an execution')
  const { isShown, left } = argumentView(witness)
  expect(left).toMatchObject({ threads: ['host'] })
  const ofGpu = witness.events.filter(({ thread }) => witness.threads[thread ?? -1]?.cta !== undefined)
  expect(ofGpu.length).toBeGreaterThan(0)
  expect(ofGpu.every(({ id }) => isShown(id))).toBe(true)
})

test('in less room, texts are folded rather than cut, and the picture is narrower', async () => {
  const { program } = must(
    allowed.find(({ name }) => name === 'kernels/spin-lock+no-fence.test'),
    'an example',
  )
  const witness = must(await executionOf(program, must(program.questions[0], 'a question')), 'an execution')
  const [usual, narrow] = [layoutOf(witness), layoutOf(witness, { room: { width: 576, height: 500 } })]
  expect(narrow.width).toBeLessThan(0.85 * usual.width)
  const instructions = ({ nodes }: Picture): readonly string[] =>
    nodes.map(({ labels }) =>
      labels.flatMap(({ kind, text }) => (kind === 'source' ? [text.replaceAll(' ', '')] : [])).join(''),
    )
  expect(instructions(narrow)).toEqual(instructions(usual))
})
