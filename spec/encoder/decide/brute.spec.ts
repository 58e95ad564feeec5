import { withoutAxiom } from '../../../axioms/algebra/edit.js'
import { ptx75 } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { testIn } from '../../support.js'

const stores = (count: number) => Array.from({ length: count }, (_, i) => `st.weak [x], ${i};`).join(' ')
const brute = (body: string, model = ptx75) =>
  bruteForce(testIn(`.global x; d0.b0.t0 { ${body} } check ([x] == 0) as q;`), model)
const decided = (body: string) => brute(body).answers.map(({ verdict }) => verdict)

describe('brute force refuses programs that it could not finish, with its limit', () => {
  test.each([
    [7, 'there are more than 200000 candidate executions; brute force stops there'],
    [12, 'there are more than 200000 candidate executions; brute force stops there'],
    [201, 'there are more than 200000 candidate executions; brute force stops there'],
    [
      3000,
      'the test has more than 2000 accesses, fences and barriers, with its loops executed; --size 2 raises the limit',
    ],
  ])('%d writes to one location', (count, reason) => {
    expect(decided(stores(count))).toEqual([{ kind: 'undecided', reason }])
  })
  test('and decides the others', () => {
    expect(decided(stores(3))).toEqual([{ kind: 'forbidden', vacuous: false }])
  })
})

test('it says whether it examined every candidate execution', () => {
  expect(brute(stores(3)).listed).toBe('all')
  expect(brute(stores(7)).listed).toBe('too many')
  const circular = 'ld.weak r0, [x]; st.weak [x], r0;'
  expect(brute(circular, withoutAxiom(ptx75, 'No-Thin-Air')).listed).toBe('thin air')
})
