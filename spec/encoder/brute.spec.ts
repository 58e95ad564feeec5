import { ptx75 } from '../../axioms/ptx-7.5.js'
import { bruteForce } from '../../encoder/brute.js'
import { testIn } from '../support.js'

const stores = (count: number) => Array.from({ length: count }, (_, i) => `st.weak [x], ${i};`).join(' ')
const decided = (body: string) =>
  bruteForce(testIn(`.global x; d0.b0.t0 { ${body} } check ([x] == 0) as q;`), ptx75).answers.map(
    ({ verdict }) => verdict,
  )

describe('brute force refuses what it could not finish, with numbers', () => {
  test.each([
    [7, 'brute force would list 6129859 candidate executions; its limit is 200000'],
    [12, 'brute force would list more than a billion candidate executions; its limit is 200000'],
    [2000, 'the test has 2000 instructions; tests are decided up to 1000'],
  ])('%d writes to one location', (count, reason) => {
    expect(decided(stores(count))).toEqual([{ kind: 'undecided', reason }])
  })
  test('and decides what it can', () => {
    expect(decided(stores(3))).toEqual([{ kind: 'forbidden', vacuous: false }])
  })
})
