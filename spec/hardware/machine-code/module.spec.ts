import { threadsOf } from '../../../bench/machine-code/threads.js'
import { moduleOf, pieceOf } from '../../../hardware/machine-code/module.js'
import { must } from '../../../source/must.js'
import { testIn } from '../../support.js'

/** Returns the piece of the first thread of a test. */
function pieceIn(thread: string, question: string) {
  const program = testIn(`.global x; .global y; d0.b0.t0 { ${thread} } d0.b1.t0 { st.weak [x], 1; } ${question}`)
  const [first] = threadsOf([{ path: 'test', programs: [program] }]).threads
  if (first?.code.kind !== 'kernel') throw new Error('the test has a thread')
  return { piece: pieceOf(first.code.kernel), thread: first }
}

test('a module has its header, and says which lines are those of each piece', () => {
  const piece = (name: string) => ({ lines: [`.entry ${name}() {`, '}'], functions: [name] })
  const { text, extents } = moduleOf([piece('a'), piece('b')], '9.0', 'sm_90a')
  expect(text.split('\n')).toEqual([
    ...['.version 9.0', '.target sm_90a', '.address_size 64', '.file 1 "thread"'],
    ...['.entry a() {', '}', '.entry b() {', '}', ''],
  ])
  expect(extents).toEqual([
    { from: 5, to: 7 },
    { from: 7, to: 9 },
  ])
})

test('a `.loc` before each instruction has the number of its line in the thread', () => {
  const { piece, thread } = pieceIn('ld.weak r, [x]; st.weak [y], 2;', 'check (r == 0) as q;')
  const [load, store] = thread.assembled.lines
  const at = piece.lines.indexOf(`.loc 1 ${must(load, 'a line')} 0`)
  expect(piece.lines[at + 1]).toMatch(/^ld\.weak/)
  expect(piece.lines[piece.lines.indexOf(`.loc 1 ${must(store, 'a line')} 0`) + 1]).toMatch(/^st\.weak/)
})

test('an observed register is stored, so that its read is not dead; another one is not', () => {
  const stores = (question: string): number =>
    pieceIn('ld.weak r, [x];', question).piece.lines.filter((line) => line.includes('[results_of_thread+')).length
  expect([stores('check (r == 0) as q;'), stores('check ([x] == 0) as q;')]).toEqual([1, 0])
})
