import { ptx75 } from '../../../axioms/models.js'
import { decide } from '../../../encoder/decide/decide.js'
import type { Execution } from '../../../encoder/execution/execution.js'
import { objections } from '../../../encoder/execution/replay.js'
import { solver, testIn } from '../../support.js'

/** Message passing that arrives, and its one execution: events 0 and 1 initialise, 2 and 3 write, 4 and 5 read. */
async function arrived() {
  const program = testIn(`.global x; .global y;
    d0.b0.t0 { st [x], 1; st.release.gpu [y], 1; }
    d0.b1.t0 { ld.acquire.gpu r0, [y] == 1; ld r1, [x]; }
    permit (r1 == 1) as fresh;`)
  const { graph, answers } = decide(program, await solver(), { model: ptx75 })
  const verdict = answers[0]?.verdict
  if (verdict?.kind !== 'allowed') throw new Error('message passing must be able to arrive')
  return {
    execution: verdict.execution,
    replay: (changed: Partial<Execution>) => objections(graph, ptx75, { ...verdict.execution, ...changed }),
  }
}

describe('replay', () => {
  test('accepts the executions that the solver found', async () => {
    const { execution, replay } = await arrived()
    expect(execution.rf).toEqual([
      [2, 5],
      [3, 4],
    ])
    expect(replay({})).toEqual([])
  })
  test('objects to a read of an overwritten value', async () => {
    const { execution, replay } = await arrived()
    const stale = {
      rf: [
        [3, 4],
        [0, 5],
      ] as const,
      values: execution.values.map((value, id) => (id === 5 ? 0n : value)),
    }
    expect(replay(stale)).toEqual(['Causality does not hold'])
  })
  test('objects to a value that is not the one of the write', async () => {
    const { execution, replay } = await arrived()
    expect(replay({ values: execution.values.map((value, id) => (id === 5 ? 7n : value)) })).toEqual([
      'read 5 does not have the value of write 2',
    ])
  })
  test('objects to a write that its thread does not compute', async () => {
    const { execution, replay } = await arrived()
    expect(replay({ values: execution.values.map((value, id) => (id === 2 || id === 5 ? 7n : value)) })).toEqual([
      'write 2 does not have the value that its thread computes',
    ])
  })
  test('objects to a read without a write, and to one with two', async () => {
    const { replay } = await arrived()
    expect(replay({ rf: [[3, 4]] })).toContain('reads-from does not hold')
    expect(
      replay({
        rf: [
          [3, 4],
          [2, 5],
          [0, 5],
        ],
      }),
    ).toContain('reads-from does not hold')
  })
  test('objects to an initial write that is not the first', async () => {
    const { replay } = await arrived()
    expect(replay({ co: [[1, 3]] })).toContain('coherence order does not hold')
  })
  test('objects to a final value that is not the last', async () => {
    const { replay } = await arrived()
    expect(replay({ final: [0, 3] })).toEqual(['the final value of x is not that of a last write'])
  })
  test('objects to an event that is not executed without a reason', async () => {
    const { execution, replay } = await arrived()
    expect(replay({ executed: execution.executed.map((one, id) => one && id !== 2) })).toContain(
      'event 2 is executed against its guard',
    )
  })
  test('objects to a load that returns another value than the test demands', async () => {
    const { execution, replay } = await arrived()
    const late = {
      rf: [
        [1, 4],
        [2, 5],
      ] as const,
      values: execution.values.map((value, id) => (id === 4 ? 0n : value)),
    }
    expect(replay(late)).toEqual(['an access returns a value that the test does not allow'])
  })
})
