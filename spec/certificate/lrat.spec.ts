import { isWrong, readDimacs } from '../../certificate/checker/dimacs.js'
import { wrongProof } from '../../certificate/checker/proof.js'
import { lratOf, lratText } from '../../certificate/lrat.js'
import type { Clause } from '../../encoder/formula/gates.js'
import { must } from '../../source/must.js'
import { cadical } from './cadical.js'

const always = () => true

/** Puts pigeons into one hole fewer, which cannot be. */
function pigeons(count: number): { readonly variables: number; readonly clauses: readonly Clause[] } {
  const holes = count - 1
  const at = (pigeon: number, hole: number) => pigeon * holes + hole + 1
  const range = (length: number) => Array.from({ length }, (_, i) => i)
  const clauses = [
    ...range(count).map((one) => range(holes).map((hole) => at(one, hole))),
    ...range(holes).flatMap((hole) =>
      range(count).flatMap((one) => range(one).map((other) => [-at(one, hole), -at(other, hole)])),
    ),
  ]
  return { variables: count * holes, clauses }
}

async function proven({ variables, clauses }: ReturnType<typeof pigeons>) {
  const answer = (await cadical())(variables, clauses, always)
  if (answer.kind !== 'unsat') throw new Error(answer.kind)
  return must(lratOf(variables, clauses, answer.learned), 'a proof')
}

test.each([2, 3, 5, 7])('%i pigeons do not fit, with a proof', async (count) => {
  const problem = pigeons(count)
  const text = lratText(await proven(problem))
  expect(wrongProof(problem, text)).toBeUndefined()
})

test('a problem with a solution has none', async () => {
  const { variables, clauses } = pigeons(4)
  const answer = (await cadical())(variables, clauses.slice(1), always)
  expect(answer.kind).toBe('sat')
  expect(lratOf(variables, clauses.slice(1), [])).toBeUndefined()
})

test('what does not follow is no proof', () => {
  const { variables, clauses } = pigeons(4)
  expect(lratOf(variables, clauses, [[1]])).toBeUndefined()
})

test('a search ends when there is no time', async () => {
  const { variables, clauses } = pigeons(11)
  expect((await cadical())(variables, clauses, () => false).kind).toBe('unknown')
})

test('a contradiction needs one step', () => {
  expect(lratOf(1, [[]], [])).toEqual([{ id: 2, clause: [], hints: [1] }])
  expect(lratOf(2, [[1], [-1, 2], [-2]], [])).toEqual([{ id: 4, clause: [], hints: [1, 2, 3] }])
})

test('damaged proofs, or those of another problem, are refused', async () => {
  const problem = pigeons(5)
  const text = lratText(await proven(problem))
  const lines = text.split('\n')
  const numbers = lines.flatMap((line, at) => line.split(' ').map((_, word) => [at, word] as const))
  let accepted = 0
  for (const [at, word] of numbers) {
    const words = must(lines[at], 'a line').split(' ')
    words[word] = `${Number(words[word]) + 1}`
    const damaged = lines.with(at, words.join(' ')).join('\n')
    const wrong = wrongProof(problem, damaged)
    if (wrong === undefined) accepted += 1
    // A hint that is not needed, or a weaker clause, may still be right.
    else expect(wrong.line).toBeGreaterThan(0)
  }
  expect(accepted).toBeLessThan(numbers.length / 2)
  expect(wrongProof(pigeons(6), text)).toBeDefined()
  expect(wrongProof(problem, lines.slice(0, -2).join('\n'))?.wrong).toBe('no step reaches the empty clause')
})

test.each([
  ['p cnf 1 1\n1 0\n', { variables: 1, clauses: [[1]] }],
  ['c x\np cnf 2 2\n1 -2 0\n0\n', { variables: 2, clauses: [[1, -2], []] }],
])('%j is a problem', (text, problem) => {
  expect(readDimacs(text)).toEqual(problem)
})

test.each([
  ['', 'there is no problem'],
  ['1 0\n', 'a problem begins with'],
  ['p cnf 1 1\n2 0\n', 'a literal is of no variable'],
  ['p cnf 1 2\n1 0\n', '1 clauses instead of 2'],
  ['p cnf 1 1\n1\n', 'a clause is literals and a 0'],
  ['p cnf 1 1\n1 0 1 0\n', 'a clause is literals and a 0'],
  ['p cnf 1 1\n1e3 0\n', 'a clause is literals and a 0'],
  ['p cnf 999999999 1\n1 0\n', 'a problem begins with'],
])('%j is none', (text, wrong) => {
  const read = readDimacs(text)
  expect(isWrong(read) && read.wrong).toContain(wrong)
})
