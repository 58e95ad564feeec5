import { printModel } from '../../axioms/algebra/cat/print.js'
import { readModel } from '../../axioms/algebra/cat/read.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { ptx60, ptx75 } from '../../axioms/models.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import type { Witness } from '../../report/witness.js'
import { witnessOf } from '../../witness/build.js'
import { solver, testIn } from '../support.js'
import { replayed } from './replayed.js'

/**
 * Returns a witness with two initial writes, 0 and 1; a store; and a cas that fails: its read, and a write that is not
 * executed.
 */
async function document(show: readonly string[] = [], model: Model = ptx75): Promise<Witness> {
  const program = testIn(`.global x; .global y;
    d0.b0.t0 { st.relaxed.gpu [x], -1; }
    d0.b1.t0 { atom.cas.acquire.gpu r0, [x], 5, 6; ld.weak r1, [y]; }
    permit (r0 == -1) as fails;`)
  const [question] = program.questions
  if (question === undefined) throw new Error('a question is needed')
  const { graph, found } = witnesses(program, question, await solver(), { model })
  const [execution] = found
  if (execution === undefined) throw new Error('the cas can fail')
  return witnessOf({ graph, model, execution, question, show })
}

test('an event says what it is', async () => {
  const { events, relations, final } = await document()
  expect(events[3]).toEqual({
    id: 3,
    kind: 'read',
    thread: 1,
    instruction: 0,
    text: 'atom.cas.acquire.gpu r0, [x], 5, 6',
    sets: ['R', 'ACQ', 'GPU', 'GEN'],
    order: 'acquire',
    scope: 'gpu',
    proxy: 'generic',
    address: 'x',
    location: 'x',
    guard: 'true',
    executed: true,
    value: '-1',
  })
  expect(events[4]).toMatchObject({ kind: 'write', guard: 'e3 == 5', executed: false, value: null })
  expect(events[0]).toMatchObject({ text: 'x = 0', thread: null, value: '0' })
  expect(relations).toMatchObject({
    rf: [
      [1, 5],
      [2, 3],
    ],
    co: [[0, 2]],
  })
  expect(final).toEqual({
    memory: [
      { location: 'x', write: 2, value: '-1' },
      { location: 'y', write: 1, value: '0' },
    ],
    registers: [
      { thread: 1, register: 'r0', value: '-1' },
      { thread: 1, register: 'r1', value: '0' },
    ],
  })
})

describe('replay objects to', () => {
  const changes: readonly (readonly [string, (one: Witness) => unknown, readonly unknown[]])[] = [
    ['nothing', (one) => one, []],
    [
      'nothing, in whatever order pairs are',
      (one) => ({ ...one, relations: { ...one.relations, rf: [...one.relations.rf].reverse() } }),
      [],
    ],
    [
      'a coherence order without the initial write',
      (one) => ({ ...one, relations: { ...one.relations, co: [], fr: [] } }),
      ['coherence order does not hold'],
    ],
    [
      'a text that is not that of the instruction',
      (one) => ({
        ...one,
        events: one.events.map((event) => (event.id === 2 ? { ...event, text: 'st [x], 2' } : event)),
      }),
      ['events[2].text does not follow from the test and the execution'],
    ],
    [
      'pairs that do not follow',
      (one) => ({ ...one, relations: { ...one.relations, fr: [[3, 2]] } }),
      [expect.stringMatching(/^relations\.fr.* does not follow/)],
    ],
    [
      'races that are none',
      (one) => ({ ...one, races: [...(one.races ?? []), [0, 1]] }),
      [expect.stringMatching(/^races.* does not follow/)],
    ],
    [
      'a relation that the model does not have',
      (one) => ({ ...one, relations: { ...one.relations, happens: [[0, 1]] } }),
      ['relations.happens: ptx-7.5 has no such relation'],
    ],
    [
      'a missing event',
      (one) => ({ ...one, events: one.events.slice(1) }),
      ['w.json: events: the test has 6 events, not 5'],
    ],
    [
      'a pair of no events',
      (one) => ({ ...one, relations: { ...one.relations, rf: [[1, 9]] } }),
      ['w.json: relations.rf[0]: there is no event 9'],
    ],
    [
      'a location that is not there',
      (one) => ({ ...one, final: { ...one.final, memory: [{ location: 'xx', write: 2, value: '1' }] } }),
      ['w.json: final.memory[0].location: there is no location `xx`; did you mean `x`?'],
    ],
    [
      'another question',
      (one) => ({ ...one, question: { kind: 'permit', name: 'other', text: '' } }),
      ['w.json: question: the test has no permit `other`'],
    ],
    [
      'a row that is not there',
      (one) => ({ ...one, test: { ...one.test, row: { number: 2, text: '' } } }),
      ['w.json: test.text: there is no test in row 2'],
    ],
    [
      'a test that cannot be read',
      (one) => ({ ...one, test: { ...one.test, text: 'd0' } }),
      ['w.json: test.text: there is no test', expect.stringContaining('spec:1:')],
    ],
    [
      'what is no number',
      (one) => ({ ...one, events: one.events.map((event) => ({ ...event, value: '1e9' })).slice(0, 1) }),
      ['w.json: events[0].value: expected a decimal integer, an address or what an mbarrier holds'],
    ],
    [
      'what is not there',
      (one) => ({ ...one, relations: undefined }),
      [expect.stringContaining('w.json: relations: ')],
    ],
    ['a later version', (one) => ({ ...one, version: 2 }), ['w.json: version: this version of the format is unknown']],
  ]
  test.each(changes)('%s', async (_, change, objections) => {
    expect(replayed(change(await document()), ptx75)).toEqual(objections)
  })

  test('nothing under another model, whose relations are others', async () => {
    expect(replayed(await document(['base-cause']), ptx60)).toEqual([])
  })
})

/** Returns the paths of all objects in a JSON value, and the value with a field more in the object at a path. */
function objectsIn(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one, i) => objectsIn(one, `${path}[${i}]`))
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, one]) => objectsIn(one, path === '' ? key : `${path}.${key}`))
  return [path, ...inner]
}
function withField(value: unknown, at: string, field: string, path = ''): unknown {
  if (Array.isArray(value)) return value.map((one, i) => withField(one, at, field, `${path}[${i}]`))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(([key, one]) => [
    key,
    withField(one, at, field, path === '' ? key : `${path}.${key}`),
  ])
  return Object.fromEntries(path === at ? [...inner, [field, 0]] : inner)
}

describe('a field that is not known', () => {
  test.each(['extra', 'toString', '__proto__'])('is an error with its path, wherever it is: %s', async (field) => {
    const whole = await document()
    const places = objectsIn(whole, '').filter((path) => path !== 'relations')
    expect(places.length).toBeGreaterThan(10)
    for (const path of places) {
      const named = path === '' ? field : `${path}.${field}`
      expect(replayed(withField(whole, path, field), ptx75)).toEqual([`w.json: ${named}: unknown field`])
    }
  })

  test('is one among the relations only if it is not a relation', async () => {
    const whole = await document()
    expect(replayed(withField(whole, 'relations', '__proto__'), ptx75)).toEqual([
      'w.json: relations.__proto__: Invalid input: expected array, received number',
    ])
    const text = JSON.stringify(whole).replace('"relations":{', '"relations":{"__proto__":[[0,2]],')
    expect(replayed(text, ptx75)).toEqual(['relations.__proto__: ptx-7.5 has no such relation'])
  })
})

test('a relation may be called as it likes, and is compared', async () => {
  const read = readModel(
    { name: 'm.cat', text: `${printModel(ptx75)}\nlet __proto__ = po\nacyclic __proto__ as constructor` },
    () => ({
      ok: false,
      reason: 'nothing is included',
    }),
  )
  if (!read.ok) throw new Error('a model that can be read is needed')
  const text = JSON.stringify(await document(['__proto__'], read.value))
  expect(text).toContain('"__proto__":[[3,5]]')
  expect(replayed(text, read.value)).toEqual([])
  expect(replayed(text.replace('"__proto__":[[3,5]]', '"__proto__":[[2,5]]'), read.value)).toEqual([
    'relations.__proto__[0][0] does not follow from the test and the execution',
  ])
})
