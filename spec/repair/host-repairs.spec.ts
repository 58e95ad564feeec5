import { defaultModel } from '../../axioms/models.js'
import { fix } from '../../repair/fix.js'
import { type Costs, defaultCosts } from '../../repair/prices.js'
import { editsOf } from '../../repair/slot.js'
import { repairText } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

/** Returns the changes of the cheapest repair, without the places. */
async function repaired(text: string, costs: Costs = defaultCosts): Promise<readonly string[]> {
  const program = testIn(text)
  const found = fix(program, await solver(), {
    model: defaultModel,
    goal: { kind: 'claims', questions: program.questions },
    costs,
    only: ['calls', 'orders', 'scopes'],
  })
  if (found.kind !== 'repaired') throw new Error(found.kind)
  const { changes } = must(found.repairs[0], 'a repair')
  return editsOf(changes).map((one) => repairText(program, one).replace(/ in host.*/, ''))
}

const dearStreams: Costs = { ...defaultCosts, stream: 50_000, cudaStreamSynchronize: 50_000 }

test('two pairs of a record and a wait have separate events with unused names', async () => {
  const found = await repaired(
    `.global x; .global y; .global done;
kernel write { d0.b0.t0 { st [x], 1; } }
kernel also { d0.b0.t0 { st [y], 1; } }
kernel read { d0.b0.t0 { ld r0, [x]; ld r1, [y]; } }
host {
  write<<<1, 1, 0, ready>>>();
  also<<<1, 1, 0, stream2>>>();
  read<<<1, 1, 0, stream3>>>();
}
assert (r0 == 1 && r1 == 1) as all;`,
    dearStreams,
  )
  expect(found).toEqual([
    'insert cudaEventRecord(finished, ready)',
    'insert cudaStreamWaitEvent(stream2, finished)',
    'insert cudaEventRecord(event4, stream2)',
    'insert cudaStreamWaitEvent(stream3, event4)',
  ])
})

test('a kernel is not moved into a stream of another GPU if a wait forbids as much', async () => {
  const found = await repaired(
    `.global x;
kernel write { d0.b0.t0 { st [x], 1; } }
kernel read { d1.b0.t0 { ld r0, [x]; } }
host {
  write<<<1, 1, 0, s>>>();
  cudaSetDevice(1);
  read<<<1, 1, 0, t>>>();
}
assert (r0 == 1) as all;`,
    { ...defaultCosts, stream: 1 },
  )
  expect(found.join('; ')).toMatch(/cudaStreamWaitEvent\(t, \w+\)|cudaStreamSynchronize\(s\)/)
})

test('the wait for the default stream of another GPU is where that GPU is current', async () => {
  const found = await repaired(
    `.global x;
kernel write { d0.b0.t0 { st [x], 1; } }
kernel read { d1.b0.t0 { ld r0, [x]; } }
host {
  write<<<1, 1>>>();
  cudaSetDevice(1);
  read<<<1, 1>>>();
}
assert (r0 == 1) as all;`,
    { ...defaultCosts, stream: 1 },
  )
  expect(found).toEqual(['insert cudaStreamSynchronize(0)'])
})

test("the host's own accesses may have stronger orders", async () => {
  const found = await repaired(`.global x; .global y;
kernel read { d0.b0.t0 { ld.acquire.sys r0, [y]; ld r1, [x]; } }
host {
  read<<<1, 1>>>();
  st [x], 1;
  st.relaxed.sys [y], 1;
}
assert (not (r0 == 1 && r1 == 0)) as fresh;`)
  expect(found).toEqual(['replace st.relaxed.sys [y], 1 with st.release.sys [y], 1'])
})
