import { defaultModel } from '../../../axioms/models.js'
import { witnesses } from '../../../encoder/decide/witnesses.js'
import { must } from '../../../source/must.js'
import { witnessOf } from '../../../witness/build.js'
import { initialBoxes, rowsOf, widthOfRows } from '../../../witness/picture/initial.js'
import { layoutOf } from '../../../witness/picture/layout.js'
import { solver, testIn } from '../../support.js'
import { flaws } from '../pictures.js'

const writes = (met: readonly number[], count: number) =>
  Array.from({ length: count }, (_, event) => ({ event, width: 100, isMet: met.includes(event) }))

const eventsIn = (rows: ReturnType<typeof rowsOf>) => rows.map((row) => row.map(({ event }) => event))

test('one row if it has room', () => {
  expect(eventsIn(rowsOf(writes([1], 3), 336))).toEqual([[0, 1, 2]])
})

test('without room, those that no edge meets are above the others', () => {
  const rows = rowsOf(writes([1, 4], 6), 335)
  expect(eventsIn(rows)).toEqual([
    [0, 2],
    [3, 5],
    [1, 4],
  ])
  expect(widthOfRows(rows)).toBe(218)
  expect(eventsIn(rowsOf(writes([], 3), 220))).toEqual([[0, 1], [2]])
})

test('those that edges meet stay in one row, and its width is that of all', () => {
  const rows = rowsOf(writes([0, 1, 2], 3), 220)
  expect(eventsIn(rows)).toEqual([[0, 1, 2]])
  expect(widthOfRows(rows)).toBe(336)
})

test('each row is in the middle', () => {
  const placed = initialBoxes(rowsOf(writes([2], 3), 220), { left: 10, top: 5, right: 410, height: 24 })
  expect(placed).toEqual({
    boxes: [
      [0, { x: 101, y: 5, width: 100, height: 24 }],
      [1, { x: 219, y: 5, width: 100, height: 24 }],
      [2, { x: 160, y: 37, width: 100, height: 24 }],
    ],
    bottom: 61,
  })
})

test('initial writes that nothing reads do not make a picture wider', async () => {
  const names = Array.from({ length: 12 }, (_, i) => `variable_${i}`)
  const test = testIn(`${names.map((name) => `.global ${name};`).join(' ')}
d0.b0.t0 { ld.relaxed.gpu r0, [variable_3]; st.relaxed.gpu [variable_5], 1; }
check (r0 == 0) as initial;`)
  const question = must(test.questions[0], 'a question')
  const { graph, found } = witnesses(test, question, await solver(), { model: defaultModel })
  const execution = must(found[0], 'an execution')
  const witness = witnessOf({ graph, model: defaultModel, execution, question })
  expect(layoutOf(witness).width).toBeLessThan(600)
  expect(flaws(witness)).toEqual([])
})
