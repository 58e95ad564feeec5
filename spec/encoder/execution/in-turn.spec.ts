import fc from 'fast-check'
import { ptx75 } from '../../../axioms/models.js'
import { buildEvents } from '../../../encoder/events/events.js'
import type { Execution } from '../../../encoder/execution/execution.js'
import { inTurn } from '../../../encoder/execution/in-turn.js'
import { isComplete, objections, observedIn } from '../../../encoder/execution/replay.js'
import type { Solver } from '../../../encoder/solver/solver.js'
import { only, programs } from '../../../fuzz/programs.js'
import type { Program } from '../../../litmus/program.js'
import { findRace } from '../../../races/find-races.js'
import { must } from '../../../source/must.js'
import { holds, randomly } from '../../extent.js'
import { testIn } from '../../support.js'

const graphOf = (program: Program) => buildEvents(program, 2, 'final states')

/** Returns the executions in turn, each consistent and complete, with the final value of a variable. */
const finals = (text: string, variable: string): readonly bigint[] => {
  const graph = graphOf(testIn(text))
  return [...inTurn(graph)].map((execution) => {
    expect(objections(graph, ptx75, execution)).toEqual([])
    expect(isComplete(graph, execution)).toBe(true)
    return valueOf(graph, execution, variable)
  })
}

const valueOf = (graph: ReturnType<typeof graphOf>, execution: Execution, variable: string): bigint => {
  const { span } = must(graph.program.questions[0], 'a question')
  return observedIn({ kind: 'memory', variable, offset: 0, span }, graph, execution).value
}

test('one thread runs after the other, in both orders', () => {
  const text = '.global x; d0.b0.t0 { st.weak [x], 1; } d0.b1.t0 { st.weak [x], 2; } check (x == 0) as q;'
  expect(finals(text, 'x')).toEqual([2n, 1n])
})

test('threads wait for each other at barriers', () => {
  const text = `.shared x; .global y;
d0.b0.t0 { bar.sync 0; ld.weak r0, [x]; bar.sync 0; st.weak [y], r0; }
d0.b0.t1 { st.weak [x], 7; bar.sync 0; bar.sync 0; } check (y == 0) as q;`
  expect(finals(text, 'y')).toEqual([7n, 7n])
})

test('lanes exchange values', () => {
  const text = `.global y;
d0.b0.t0 { mov.u32 v, 3; shfl.sync.idx.b32 w, v, 1, 31, 3; st.weak [y], w; }
d0.b0.t1 { mov.u32 v, 5; shfl.sync.idx.b32 w, v, 0, 31, 3; } check (y == 0) as q;`
  expect(finals(text, 'y')).toEqual([5n, 5n])
})

test('a thread that polls lets the others go on, and those of the host come when their kernels have ended', () => {
  const text = `.global f; .global x; .global y;
d0.b0.t0 { L: ld.relaxed.gpu r0, [f]; beq r0, 0, L; ld.weak r1, [x]; st.weak [y], r1; }
d0.b1.t0 { st.weak [x], 9; st.release.gpu [f], 1; } check (y == 0) as q;`
  expect(finals(text, 'y')).toEqual([9n, 9n])
})

test('a thread that waits for ever does so', () => {
  const graph = graphOf(testIn('.global f; d0.b0.t0 { L: ld.relaxed.gpu r0, [f]; beq r0, 0, L; } check (f == 0) as q;'))
  for (const execution of inTurn(graph)) {
    expect(objections(graph, ptx75, execution)).toEqual([])
    expect(isComplete(graph, execution)).toBe(false)
  }
})

randomly(
  'random programs have them, which are consistent',
  { runs: 100, seed: 17, least: { complete: 20 } },
  async (draw) => {
    let complete = 0
    await holds(
      fc.property(programs(ptx75), (text) => {
        const graph = graphOf(only(text))
        for (const execution of inTurn(graph)) {
          if (!isComplete(graph, execution)) continue
          complete++
          expect(objections(graph, ptx75, execution)).toEqual([])
        }
      }),
      draw,
    )
    return { complete }
  },
)

test('a large program with a race needs no search', () => {
  const count = 80
  const own = (i: number) => `ld.weak r0, [y+${4 * i}]; st.weak [y+${4 * i}], 1; `.repeat(9)
  const threads = Array.from(
    { length: count },
    (_, i) => `d0.b0.t${i} { ${own(i)} bar.sync 0; ${i === 0 ? 'st.weak [x], 1;' : 'ld.weak r1, [x];'} }`,
  )
  const program = testIn(`.shared x; .global .u32 y[${count}]; ${threads.join('\n')} check (x == 1) as q;`)
  const noSolver: Solver = {
    name: 'z3',
    version: 'none',
    isSpent: () => false,
    close: () => undefined,
    open: () => {
      throw new Error('z3 is not needed')
    },
  }
  expect(findRace(program, noSolver, { model: ptx75 })).toMatchObject({ kind: 'racy', undefined: null })
})
