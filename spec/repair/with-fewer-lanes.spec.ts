import { defaultModel } from '../../axioms/models.js'
import { renderFixed } from '../../cli/fix/render.js'
import { foundIn } from '../../cli/repairs/text.js'
import { timeLimit } from '../../encoder/decide/time-limit.js'
import type { Solver } from '../../encoder/solver/solver.js'
import type { Program } from '../../litmus/program.js'
import { findRace } from '../../races/find-races.js'
import { slotsOf } from '../../repair/changes.js'
import { fix } from '../../repair/fix.js'
import type { Changed, Judged } from '../../repair/judge.js'
import { type Fixed, type Goal, repairsIn } from '../../repair/result.js'
import { unlimited } from '../../repair/search.js'
import { editsOf } from '../../repair/slot.js'
import { lanesLines } from '../../repair/text.js'
import { amongLanes, type FoundAmongLanes } from '../../repair/with-fewer-lanes.js'
import { must } from '../../source/must.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
import { solver } from '../support.js'

/** Each of 64 threads writes its element, and reads that of another, in each of some rounds. */
const exchange = (other: string, between = ''): string => `.visible .entry k(.param .u64 p)
{
  .reg .b32 %r<9>; .reg .b64 %rd<5>;
  .shared .align 4 .b8 part[256];
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, part;
  add.s32 %r4, %r3, %r2;
  st.shared.u32 [%r4], 7;
  ${between}
  ${other}
  shl.b32 %r6, %r5, 2;
  add.s32 %r7, %r3, %r6;
  ld.shared.u32 %r8, [%r7];
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r8;
  ld.global.u32 %r8, [%rd3];
  ld.global.u32 %r8, [%rd3];
  ret;
}`

/** Thread t reads from 63 - t, which is in the other warp. */
const acrossWarps = exchange('xor.b32 %r5, %r1, 63;')
const withinWarps = exchange('xor.b32 %r5, %r1, 1;')

/** The same lane of the other warp, and then the same again from 63 - t. */
const leadersAcross = exchange('xor.b32 %r5, %r1, 32;')
const twice = exchange(`xor.b32 %r5, %r1, 32;
  shl.b32 %r6, %r5, 2;
  add.s32 %r7, %r3, %r6;
  ld.shared.u32 %r8, [%r7];
  st.shared.u32 [%r4+256], 7;
  xor.b32 %r5, %r1, 63;
  add.s32 %r3, %r3, 256;`).replace('part[256]', 'part[512]')

const program = (kernel: string, launch = '1, 64', claim = 'true'): Program =>
  compiledTest(
    `module "k.ptx"; .global .u32 out[64]; host { k<<<${launch}>>>(out); cudaDeviceSynchronize(); } assert (${claim}) as q;`,
    { 'k.ptx': moduleOf(kernel) },
  )

const raceFree: Goal = { kind: 'race-free' }
const fixed = (one: Program, z3: Solver, goal: Goal = raceFree): Fixed => fix(one, z3, { model: defaultModel, goal })

const insertedBy = (result: Fixed): readonly unknown[] =>
  result.kind === 'repaired'
    ? editsOf(result.repairs[0]?.changes ?? []).map(({ change }) => 'instruction' in change && change.instruction.kind)
    : [result.kind]

test('a repair is found with the lanes that race, and verified with all threads', async () => {
  const z3 = await solver()
  const result = fixed(program(acrossWarps), z3)
  expect(insertedBy(result)).toEqual(['named-barrier'])
  if (result.kind !== 'repaired') throw new Error(result.kind)
  const repair = must(result.repairs[0], 'a repair')
  expect(repair.lanes).toEqual({ lanes: 'lanes 0, 31', threads: 64 })
  expect(repair.mayBeCheaper).toBe(true)
  expect(repair.program.partial).toBeUndefined()
  expect(findRace(repair.program, z3, { model: defaultModel }).kind).toBe('race-free')
})

test('lanes of one warp need a barrier of the warp, though two warps run the text', async () => {
  expect(insertedBy(fixed(program(withinWarps), await solver()))).toEqual(['warp'])
})

test('a claim that needs all threads is repaired by what their races need', async () => {
  const sum = 'out[0] == 7 && out[5] == 7 && out[63] == 7'
  const one = program(acrossWarps, '1, 64', sum)
  const goal: Goal = { kind: 'claims', questions: one.questions }
  const repaired = fixed(one, await solver(), goal)
  expect(insertedBy(repaired)).toEqual(['named-barrier'])

  // Without the verification, it is no more than a change to try.
  const first = must(repairsIn(repaired)[0], 'a repair')
  const lanes = { ...must(first.lanes, 'lanes'), unverified: 'the time limit was reached' }
  expect(lanes.racesOnly).toBe(true)
  const found = [foundIn(one, { ...first, lanes })]
  const details = { test: one, model: defaultModel, goal, fixed: repaired, found, wanted: 1, written: [] } as const
  const text = renderFixed({ ...details, exitStatus: 3 }, {})
  expect(text).toContain('undecided: no repair is verified with all 64 threads')
  expect(text).toContain('A change to try, verified with some lanes only')
  expect(text).toContain(
    'lanes 0, 31 of each warp, where it is verified to end the data races; not verified with all 64 threads: the time limit was reached; --timeout raises it',
  )
})

describe('with all threads', () => {
  const undecided = (): Judged => ({ kind: 'undecided', reason: 'the time limit was reached' })

  /** Looks for repairs with lanes 0 and 31, and judges each with all threads in a given way. */
  async function among(judge: (changed: Changed) => Judged, kernel = acrossWarps): Promise<readonly FoundAmongLanes[]> {
    const one = program(kernel)
    const slots = slotsOf(one, ['barriers'])
    const given = {
      ...{ program: one, slots, goal: raceFree, offending: undefined, lanes: [0, 31], judge },
      ...{ options: { model: defaultModel, bound: 2 }, limit: timeLimit(undefined), budget: unlimited },
      ...({ excluding: 'containing', toleratesUndefined: undefined, progress: () => undefined } as const),
      weigh: (_: number, level: number) => [level === 0 ? 0 : 1, 0] as const,
    }
    return [...amongLanes(given, await solver())]
  }

  test('what is undecided is not called verified', async () => {
    const [first] = await among(undecided)
    expect(first?.lanes).toEqual({ lanes: 'lanes 0, 31', threads: 64, unverified: 'the time limit was reached' })
    const text = lanesLines({ lanes: first?.lanes })
    expect(text).toEqual([
      '  found and verified with only lanes 0, 31 of each warp; not verified with all 64 threads: the time limit was reached; --timeout raises it',
    ])
  })

  test('what is enough with lane 0 is judged with the lanes in question first', async () => {
    const [first] = await among(undecided, leadersAcross)
    expect(first?.lanes.lanes).toBe('lanes 0, 31')
    expect(first?.verified.program.partial).toMatchObject([{ lanes: 'lanes 0, 31', simulated: 4, threads: 64 }])
    expect(first?.verified.goal).toEqual(raceFree)
  })

  test('what is enough with lane 0 only is not judged with all threads', async () => {
    const judged: number[] = []
    const judging = (changed: Changed): Judged => {
      judged.push(changed.edits.length)
      return undecided()
    }
    await among(judging, twice)
    expect(new Set(judged)).toEqual(new Set([2]))
  })

  test('what breaks something is no repair', async () => {
    expect(await among(() => ({ kind: 'breaks', fault: { kind: 'hang' }, containing: false }))).toEqual([])
  })
})
