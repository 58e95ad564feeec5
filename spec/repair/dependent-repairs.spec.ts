import { defaultModel } from '../../axioms/models.js'
import { dependents } from '../../repair/dependent-repairs.js'
import { fix } from '../../repair/fix.js'
import { patched } from '../../repair/patch.js'
import { type Costs, defaultCosts } from '../../repair/prices.js'
import type { ChangeKind } from '../../repair/repair.js'
import { editsOf } from '../../repair/slot.js'
import { repairInCuda, repairText } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

/** Returns a kernel that writes and one that reads, launched with `programmatic`. */
const launched = (producer: string, consumer: string): string => `.global x; .global y;
kernel producer { d0.b0.t0 { ${producer} } }
kernel consumer { d0.b0.t0 { ${consumer} } }
host {
  producer<<<1, 1, 0, s>>>();
  consumer<<<1, 1, 0, s, programmatic>>>();
}
assert (r0 == 1) as fresh;`

/** Returns what the cheapest repair changes, and what that is in CUDA. */
async function repaired(
  text: string,
  only: readonly ChangeKind[],
  costs: Costs = defaultCosts,
): Promise<readonly string[]> {
  const program = testIn(text)
  const found = fix(program, await solver(), {
    model: defaultModel,
    goal: { kind: 'claims', questions: program.questions },
    only,
    costs,
  })
  if (found.kind !== 'repaired') throw new Error(found.kind)
  const edits = editsOf(must(found.repairs[0], 'a repair').changes)
  expect(patched(program, edits)?.printed).toBe(false)
  return edits.flatMap((one) => [
    repairText(program, one).replace(/ in (?:producer|consumer|host).*?(?:, (?=between|before|after)|: |$)/, ', '),
    ...repairInCuda(program, one),
  ])
}

const trigger = 'griddepcontrol.launch_dependents;'
const load = 'ld r0, [x];'

test.each<readonly [string, readonly ChangeKind[], string, string, readonly string[]]>([
  [
    'a wait is inserted before the load',
    ['dependents'],
    `st [x], 1; ${trigger}`,
    load,
    ['insert griddepcontrol.wait, before line 3, ld.weak r0, [x]', 'cudaGridDependencySynchronize()'],
  ],
  [
    'a wait moves up to the load',
    ['dependents'],
    `st [x], 1; ${trigger}`,
    `${load} griddepcontrol.wait;`,
    [
      'remove griddepcontrol.wait, ',
      'cudaGridDependencySynchronize()',
      'insert griddepcontrol.wait, before line 3, ld.weak r0, [x]',
      'cudaGridDependencySynchronize()',
    ],
  ],
  [
    'a store moves past the wait and past the load',
    ['dependents'],
    `st [x], 1; ${trigger}`,
    `st.volatile [x], 0; griddepcontrol.wait; ${load}`,
    [
      'remove st.volatile [x], 0, ',
      'a volatile write',
      'insert st.volatile [x], 0, after line 3, ld.weak r0, [x]',
      'a volatile write',
    ],
  ],
  [
    'a release fence is inserted before the trigger',
    ['fences'],
    `st [x], 1; ${trigger}`,
    load,
    [
      'insert fence.acq_rel.gpu, between line 2, st.weak [x], 1, and line 2, griddepcontrol.launch_dependents',
      'cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device)',
      '__threadfence()',
    ],
  ],
  [
    'a trigger moves down, past the store and the fence',
    ['dependents'],
    `${trigger} st [x], 1; fence.acq_rel.gpu; st [y], 1;`,
    load,
    [
      'remove griddepcontrol.launch_dependents, ',
      'cudaTriggerProgrammaticLaunchCompletion()',
      'insert griddepcontrol.launch_dependents, between line 2, fence.acq_rel.gpu, and line 2, st.weak [y], 1',
      'cudaTriggerProgrammaticLaunchCompletion()',
    ],
  ],
])('%s', async (_, only, producer, consumer, changes) => {
  expect(await repaired(launched(producer, consumer), only)).toEqual(changes)
})

test('a launch loses `programmatic` if that costs less than a wait', async () => {
  const text = launched(`st [x], 1; ${trigger}`, load)
  expect(await repaired(text, ['dependents'], { ...defaultCosts, 'griddepcontrol.wait': 2001 })).toEqual([
    'replace consumer<<<1, 1, 0, s, programmatic>>>() with consumer<<<1, 1, 0, s>>>(), starts it only when the kernel before it has ended',
  ])
})

test('a launch that is not programmatic has none of these changes', async () => {
  const program = testIn(launched('st [x], 1;', load).replace(', programmatic', ''))
  expect(dependents(program)).toEqual([])
})
