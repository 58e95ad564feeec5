import { join } from 'node:path'
import { testNamed } from '../../cli/input/tests.js'
import { type Program, threadAt } from '../../litmus/program.js'
import { memoryFences } from '../../repair/fences.js'
import { atOnePlace } from '../../repair/one-place.js'
import { type Slot, single } from '../../repair/slot.js'
import { sourcePlaceOf } from '../../repair/source-places.js'
import { repairText } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { writtenAt } from '../../source/text.js'
import { root } from '../support.js'

function example(name: string): Program {
  const read = testNamed(join(root, `examples/${name}.test`), { row: undefined }, () => undefined)
  if (!read.ok) throw new Error(JSON.stringify(read))
  return read.value
}

/** Returns the first instruction whose text begins so. */
function placeOf(program: Program, start: string): { readonly thread: number; readonly at: number } {
  const indexIn = (thread: number): number =>
    threadAt(program.threads, thread).instructions.findIndex(({ span }) => writtenAt(span).startsWith(start))
  const thread = [...program.threads.keys()].find((one) => indexIn(one) !== -1) ?? -1
  return { thread, at: indexIn(thread) }
}

test.each([
  ['between statements', 'kernels/last-block+no-acquire', 'bar.sync', 'before', '__syncthreads();'],
  [
    'after a branch, before what the compiler computes early',
    'kernels/warp-counter+no-syncwarp',
    'setp.eq.s32 %p4',
    'before',
    'if (wants) {',
  ],
  [
    'before the next round of a loop',
    'kernels/block-sum+divergent',
    'shr.u32 %r17, %r17',
    'end of loop',
    'for (unsigned half',
  ],
  [
    'before the result of an inlined function is used',
    'kernels/double-checked+volatile',
    'ld.global.u32 %r10',
    'before',
    'return table;',
  ],
  [
    'at the start of a kernel of one line',
    'launches/block-trigger+no-barrier',
    'ld.volatile.global.u32 %r1',
    'before',
    '__global__ void load',
  ],
  ['within a statement', 'kernels/last-block+no-acquire', 'st.shared.u8', 'within', 'is_last = atomicInc'],
  ['in a condition that is polled', 'kernels/flag+no-fence', 'ld.volatile', 'within', 'while (*flag'],
])('a place %s', (_, name, instruction, where, text) => {
  const program = example(name)
  const { thread, at } = placeOf(program, instruction)
  const { instructions } = threadAt(program.threads, thread)
  expect(sourcePlaceOf(instructions, at)).toMatchObject({ where, text: expect.stringContaining(text) })
})

test('without the source there is no place', () => {
  const program = example('kernels/flag')
  const { instructions } = threadAt(program.threads, 0)
  const [first] = instructions
  const source = { ...must(first, 'an instruction').span.source, sources: [] }
  expect(
    sourcePlaceOf(
      instructions.map((one) => ({ ...one, span: { ...one.span, source } })),
      8,
    ),
  ).toBeUndefined()
})

test('a fence may be at the end of a branch, which fewer threads execute than what follows', () => {
  const program = example('kernels/last-block+no-acquire')
  const { thread, at } = placeOf(program, '$L__BB0_2')
  const slots = memoryFences(program)
  const places = slots.flatMap(({ levels }) => levels[1]?.change?.edits ?? [])
  const barrier = placeOf(program, 'bar.sync').at
  expect(places.map((edit) => edit.at).filter((place) => place >= at && place <= barrier)).toEqual([at, barrier])
  const edit = must(
    places.find((one) => one.at === at),
    'a fence',
  )
  expect(edit.thread).toBe(thread)
  expect(repairText(program, edit)).toContain(' after last-block+no-acquire.cu:7 ')
})

test('two places of the text with only computations between them are one, the later, and a place within a statement costs more', () => {
  const program = example('kernels/last-block+no-acquire')
  const slot = (start: string): Slot => {
    const { thread, at } = placeOf(program, start)
    const { span } = must(threadAt(program.threads, thread).instructions[at], 'an instruction')
    const instruction = { kind: 'fence', order: 'sc', scope: 'gpu', span } as const
    return single(
      { kinds: ['fences'], edits: [{ thread, at, change: { kind: 'insert', instruction } }], prices: ['line'] },
      { like: start },
    )
  }
  const [one, ...others] = atOnePlace(program, [slot('mov.u32 %r8'), slot('atom.global.inc')])
  expect(others).toEqual([])
  const change = must(one?.levels[1]?.change, 'a change')
  expect(change).toMatchObject({ isOne: true, prices: ['line'] })
  expect(change.edits.map(({ at }) => at)).toEqual([placeOf(program, 'atom.global.inc').at])
  expect(repairText(program, must(change.edits[0], 'an edit'))).toMatch(
    /^insert fence.sc.gpu in kernel last, all threads, before last-block\+no-acquire\.cu:7 \(last-block\+no-acquire\.ptx:\d+\)$/,
  )
  const within = atOnePlace(program, [slot('st.shared.u8')])
  expect(within[0]?.levels[1]?.change?.prices).toEqual(['line', 'within a statement'])
})
