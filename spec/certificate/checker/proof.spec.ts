import { wrongProof, wrongSolution } from '../../../certificate/checker/proof.js'

/** x, x -> y, y -> z, not z. */
const problem = { variables: 3, clauses: [[1], [-1, 2], [-2, 3], [-3]] }

test.each([['5 2 0 1 2 0\n6 0 5 3 4 0\n'], ['5 0 1 2 3 4 0\n'], ['5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n']])(
  '%j is a proof',
  (text) => {
    expect(wrongProof(problem, text)).toBeUndefined()
  },
)

test.each([
  ['', 'no step reaches the empty clause', 1],
  ['5 2 0 1 2 0\n', 'no step reaches the empty clause', 2],
  ['5 0 1 3 2 4 0\n', 'clause 3 is not unit', 1],
  ['5 0 1 2 3 0\n', 'its hints end without a conflict', 1],
  ['5 0 1 2 9 0\n', 'there is no clause 9', 1],
  ['5 0 1 -2 3 0\n', 'there is no clause -2', 1],
  ['4 0 1 2 3 4 0\n', 'the number of a step is greater', 1],
  ['5 4 0 1 2 0\n', 'a literal is of no variable', 1],
  ['5 2 0 1 2\n', 'a step is a number', 1],
  ['5 2 0 1 2 0 0\n', 'a step is a number', 1],
  ['5 2 0 1 2 0\n5 d 1 0\n6 0 5 1 3 4 0\n', 'there is no clause 1', 3],
  ['5 d 9 0\n', 'there is no clause 9 to delete', 1],
])('%j is none', (text, wrong, line) => {
  expect(wrongProof(problem, text)).toEqual({ wrong: expect.stringContaining(wrong), line })
})

const solvable = { variables: 2, clauses: [[1, 2], [-1]] }

test('a solution is literals that meet each clause', () => {
  expect(wrongSolution(solvable, 'c x\nv -1 2\nv 0\n')).toBeUndefined()
})

test.each([
  ['v -1 0\n', 'clause 1 does not hold'],
  ['v 1 2 0\n', 'clause 2 does not hold'],
  ['v -1 2 1 0\n', '1 and its negation hold'],
  ['v -1 2 3 0\n', 'a literal is of no variable'],
  ['-1 2 0\n', 'a solution is lines of `v`'],
])('%j is none', (text, wrong) => {
  expect(wrongSolution(solvable, text)?.wrong).toContain(wrong)
})
