import { type Comparing, changesIn, comparison } from '../../../web/page/changes.js'
import type { Given, ModelChoice, Verdict } from '../../../web/protocol.js'

const verdict = (question: string, answer: string, isDecided = true) => ({ question, answer, isDecided })

test('answers that differ are changes, and equal ones are none', () => {
  expect(
    changesIn(
      'classic/MP.test',
      [verdict('check a', 'allowed'), verdict('check b', 'forbidden')],
      [verdict('check a', 'allowed'), verdict('check b', 'allowed')],
    ),
  ).toEqual([{ path: 'classic/MP.test', question: 'check b', before: 'forbidden', after: 'allowed', instances: 1 }])
})

test('instances of a template that change in the same way are one line', () => {
  const [holds, violated, open] = [
    verdict('assert a', 'holds'),
    verdict('assert a', 'violated'),
    verdict('assert a', 'undecided', false),
  ]
  expect(changesIn('a.test', [holds, holds, holds], [violated, open, violated])).toMatchObject([
    { after: 'violated', instances: 2 },
    { after: 'undecided', instances: 1 },
  ])
})

test('an undecided answer equals no other', () => {
  const undecided = verdict('check a', 'undecided', false)
  expect(changesIn('a.test', [undecided], [undecided])).toHaveLength(1)
})

/** Compares two tests; `ask` answers, and the comparison is wanted up to that many answers. */
async function compared(
  answer: (model: ModelChoice, path: string) => Given<readonly Verdict[]>,
  wanted = Number.POSITIVE_INFINITY,
) {
  const asked: string[] = []
  const about: Comparing = {
    tests: ['a.test', 'b.test'].map((path) => ({ path, text: '' })),
    builtIn: 'ptx',
    edited: { kind: 'text', name: 'ptx.cat', text: '' },
    ask: async ({ path }, model) => {
      asked.push(`${path} ${model.kind}`)
      return answer(model, path)
    },
    isCurrent: () => asked.length < wanted,
  }
  const known = new Map<string, readonly Verdict[]>()
  const listed = async () => {
    const all = []
    for await (const one of comparison(about, known)) all.push(one)
    return all
  }
  const results = await listed()
  return { asked, results, again: listed }
}

const answers = ({ kind }: ModelChoice): Given<readonly Verdict[]> => ({
  kind: 'given',
  value: [verdict('check a', kind === 'text' ? 'allowed' : 'forbidden')],
})

test('each test is decided under both models, and under the built-in one only once', async () => {
  const { asked, results, again } = await compared(answers)
  expect(asked).toEqual(['a.test built-in', 'a.test text', 'b.test built-in', 'b.test text'])
  expect(results).toMatchObject([{ path: 'a.test', changes: { value: [{ after: 'allowed' }] } }, { path: 'b.test' }])
  await again()
  expect(asked.slice(4)).toEqual(['a.test text', 'b.test text'])
})

test.each([1, 2, 3])('after %d answers it is no longer wanted, and asks nothing more', async (wanted) => {
  const { asked, results } = await compared(answers, wanted)
  expect(asked).toHaveLength(wanted)
  expect(results).toHaveLength(wanted === 3 ? 1 : 0)
})

test('a test that is not decided ends it, with the reason', async () => {
  const { results } = await compared((model, path) =>
    path === 'a.test' && model.kind === 'text' ? { kind: 'refused', reason: 'no' } : answers(model),
  )
  expect(results).toEqual([{ path: 'a.test', changes: { kind: 'refused', reason: 'no' } }])
})
