import { raceRelations } from '../../axioms/algebra/roles.js'
import { ptx75 } from '../../axioms/models.js'
import { witnessLines } from '../../cli/regress/execution.js'
import { renderProblem } from '../../cli/smt/render.js'
import { ask, prepare } from '../../encoder/decide/decide.js'
import { witnesses } from '../../encoder/decide/witnesses.js'
import type { EventGraph } from '../../encoder/events/graph/event.js'
import type { Execution } from '../../encoder/execution/execution.js'
import { raceLines } from '../../explain/text/races.js'
import type { Program } from '../../litmus/program.js'
import { racesOf } from '../../races/races.js'
import type { Witness } from '../../report/witness.js'
import { witnessOf } from '../../witness/build.js'
import { eventLine } from '../../witness/event.js'
import { witnessText } from '../../witness/text.js'
import { solver, testIn } from '../support.js'

interface Found {
  readonly program: Program
  readonly graph: EventGraph
  readonly execution: Execution
  readonly witness: Witness
}

/** Returns an execution that reaches the outcome of the test's question. */
async function found(text: string): Promise<Found> {
  const program = testIn(text)
  const [question] = program.questions
  if (question === undefined) throw new Error('a question is needed')
  const { graph, model, found } = witnesses(program, question, await solver(), { model: ptx75 })
  const [execution] = found
  if (execution === undefined) throw new Error('the outcome is forbidden')
  return { program, graph, execution, witness: witnessOf({ graph, model, execution, question }) }
}

const linesOf = ({ graph, execution }: Found): readonly string[] =>
  graph.events.map(({ id }) => eventLine(graph, id, execution))

describe('an event on a line', () => {
  test('may be a query of the host, which returns something whether it synchronises or not', async () => {
    const queried = async (result: number): Promise<readonly string[]> => {
      const one = await found(`.global x;
kernel k { d0.b0.t0 { st [x], 1; } }
host { k<<<1, 1>>>(); r = cudaStreamQuery(0); beq r, 0, E; r1 = cudaStreamQuery(0); E: }
check (host:r == ${result}) as q;`)
      expect(witnessText(one.witness)).toContain(`cudaStreamQuery(0)    returns ${result}`)
      return linesOf(one).filter((line) => line.includes('Query'))
    }
    expect(await queried(0)).toEqual([
      'e3  host, line 3: r = cudaStreamQuery(0)   returns 0',
      'e4  host, line 3: r1 = cudaStreamQuery(0)   not executed',
    ])
    expect((await queried(600))[0]).toBe('e3  host, line 3: r = cudaStreamQuery(0)   returns 600')
  })
  test('may be an initial write of three bytes, before one that is written alone', async () => {
    const [first, second] = linesOf(
      await found(
        '.global .u32 w = 0x7000005; d0.b0.t0 { st.weak.u8 [w+3], 1; ld.weak.u32 r, [w]; } check (r == 0x1000005) as q;',
      ),
    )
    expect([first, second]).toEqual(['e0  initially: W w = 5', 'e1  initially: W w+3 = 7'])
  })
  test('has its instruction as written, and its value by the type of the access', async () => {
    const one = await found(`.global x; .global y; .global z;
      d0.b0.t0 {
        st [x],   -1; // all ones
        st.u32 [y], -1;
        ld.u32 r0, [x];
        ld.s32 r1, [y];
        st.u8 [z], 255;
        ld.s8 r2, [z];
      }
      permit (r0 == -1 && r1 == -1) as q;`)
    expect(linesOf(one)).toEqual([
      'e0  initially: W x = 0',
      'e1  initially: W y = 0',
      'e2  initially: W z = 0',
      'e3  d0.b0.t0, line 3: st [x], -1   W x = -1',
      'e4  d0.b0.t0, line 4: st.u32 [y], -1   W y = 4294967295',
      'e5  d0.b0.t0, line 5: ld.u32 r0, [x]   R x = 4294967295',
      'e6  d0.b0.t0, line 6: ld.s32 r1, [y]   R y = -1',
      'e7  d0.b0.t0, line 7: st.u8 [z], 255   W z = 255',
      'e8  d0.b0.t0, line 8: ld.s8 r2, [z]   R z = -1',
    ])
  })

  test('initial values are of the type of their location', async () => {
    const one = await found('PTX minus\n{ x = -1; }\nP0@cta 0,gpu 0 ;\nld.relaxed.gpu r0, x ;\nexists (P0:r0 == -1)')
    expect(linesOf(one)).toEqual(['e0  initially: W x = -1', 'e1  P0, line 4: ld.relaxed.gpu r0, x   R x = -1'])
    expect(one.witness.events[0]).toMatchObject({ text: 'x = -1', value: '-1' })
  })

  test('says that an event is not executed, or has no effect on memory', async () => {
    const one = await found(`.global x;
      d0.b0.t0 { fence.acq_rel.gpu; atom.cas.relaxed.gpu r0, [x], 1, 2; }
      permit (r0 == 0) as fails;`)
    expect(linesOf(one).slice(1)).toEqual([
      'e1  d0.b0.t0, line 2: fence.acq_rel.gpu',
      'e2  d0.b0.t0, line 2: atom.cas.relaxed.gpu r0, [x], 1, 2   R x = 0',
      'e3  d0.b0.t0, line 2: atom.cas.relaxed.gpu r0, [x], 1, 2   not executed',
    ])
  })

  test('names a copy by its call, and names what streams execute', async () => {
    const one = await found(`.global A; .global B;
      kernel foo { d0.b0.t0 { st [A], 1; } }
      host { foo<<<1, 1, 0, stream1>>>(); cudaMemcpyAsync(B, A, stream1); cudaDeviceSynchronize(); ld r0, [B]; }
      permit (r0 == 1) as copied;`)
    const lines = linesOf(one)
    expect(lines).toContain('e7  cudaMemcpyAsync(B, A), line 3   R A = 1')
    expect(lines).toContain('e9  foo starts')
    expect(lines).toContain('e12  cudaMemcpyAsync(B, A) ends')
  })
})

/** Returns what each event did according to the text, by name. */
const effects = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/\b(e\d+)(?::| {2}[^\n]*?:) [^|\n]*? {3,}([RW] \w+ = -?\d+)/g)].map(
      ([, name = '', effect = '']) => [name, effect],
    ),
  )

test('every text says the same about an event', async () => {
  const one = await found(`.global x; .global y;
    d0.b0.t0 { st [x], -1; st.release.gpu [y], -2; }
    d0.b1.t0 { ld.relaxed.gpu r0, [y]; ld r1, [x]; }
    permit (r0 == -2 && r1 == 0) as stale;`)
  const { program, graph, execution, witness } = one
  const relations = raceRelations(ptx75)
  if (relations === undefined) throw new Error('ptx-7.5 defines races')
  const races = raceLines(graph, execution, racesOf(graph, execution, relations)).join('\n')
  const all = { e2: 'W x = -1', e3: 'W y = -2', e4: 'R y = -2', e5: 'R x = 0' }
  expect(Object.fromEntries(effects(witnessText(witness)))).toEqual(all)
  expect(Object.fromEntries(effects(witnessLines(graph, execution).join('\n')))).toEqual(all)
  expect(Object.fromEntries(effects(races))).toEqual({ e2: all.e2, e5: all.e5 })

  const prepared = prepare(program, ptx75)
  if (!('encoding' in prepared.problem)) throw new Error('the test is encoded')
  const smt = renderProblem(prepared.problem, ask(prepared, await solver()).answers)
  expect(smt.match(/^; e\d .*$/gm)).toEqual([
    '; e0  initially: W x = 0   (W IW)',
    '; e1  initially: W y = 0   (W IW)',
    '; e2  d0.b0.t0, line 2: st [x], -1   W x   (W GEN)',
    '; e3  d0.b0.t0, line 2: st.release.gpu [y], -2   W y   (W REL GPU GEN)',
    '; e4  d0.b1.t0, line 3: ld.relaxed.gpu r0, [y]   R y   (R RLX GPU GEN)',
    '; e5  d0.b1.t0, line 3: ld r1, [x]   R x   (R GEN)',
  ])
})

test.each([
  ['signed', 's32', -1, 'e1 == -1'],
  ['unsigned', 'u32', -1, 'e1 == 4294967295'],
  ['of 8 bits, signed', 's8', -2, 'e1 == -2'],
])('a guard compares with numbers of the type that is read: %s', async (_, type, number, guard) => {
  const { witness } = await found(`PTX guarded
{ x = 0;
}
P0@cta 0,gpu 0 ;
ld.relaxed.gpu.${type} r0, x ;
bne r0, ${number}, L ;
st.relaxed.gpu.${type} x, 1 ;
L: ;
exists (P0:r0 == 0)`)
  expect(witness.events[2]).toMatchObject({ kind: 'write', guard: expect.stringContaining(guard), executed: false })
})
