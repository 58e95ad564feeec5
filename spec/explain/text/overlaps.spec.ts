import { defaultModel } from '../../../axioms/models.js'
import { explanationOf } from '../../../explain/document.js'
import { explain } from '../../../explain/explain.js'
import { raceLines } from '../../../explain/text/races.js'
import { must } from '../../../source/must.js'
import { solver, testIn } from '../../support.js'

const trigger = 'griddepcontrol.launch_dependents;'
const load = 'ld r0, [x];'
const triggerAt = 'line 2 of producer.d0.b0.t0, `griddepcontrol.launch_dependents`'
const storeAt = 'line 2 of producer.d0.b0.t0, `st [x], 1`'
const loadAt = 'line 3 of consumer.d0.b0.t0, `ld r0, [x]`'
const noWait = `no \`griddepcontrol.wait\` comes before ${loadAt}`
const fenceAt = (scope: string): string => `line 2 of producer.d0.b0.t0, \`fence.acq_rel.${scope}\``

interface Explained {
  /** The lines about the races of an execution that reads a stale value, but for the accesses themselves. */
  readonly lines: readonly string[]
  /** What the document says of them. */
  readonly overlap: readonly string[]
}

async function explained(producer: string, consumer: string, option = ''): Promise<Explained> {
  const program = testIn(`.global x;
kernel producer { d0.b0.t0 { ${producer} } }
kernel consumer { d0.b0.t0 { ${consumer} } }
host { producer<<<1, 1, 0, s>>>(); consumer<<<1, 1, 0, s, programmatic${option}>>>(); }
permit (r0 == 0) as stale;`)
  const question = must(program.questions[0], 'a question')
  const found = explain(program, question, await solver(), { model: defaultModel })
  if (found.kind !== 'allowed') throw new Error(found.kind)
  return {
    lines: raceLines(found.graph, found.execution, found.races).map((line) => line.trim()),
    overlap: explanationOf(program, question, defaultModel, found).races.flatMap((race) => race.overlap ?? []),
  }
}

test.each<readonly [string, string, string, string, readonly string[]]>([
  [
    'a load before the wait',
    `st [x], 1; ${trigger}`,
    `${load} griddepcontrol.wait;`,
    '',
    [
      `${loadAt}, comes before line 3 of consumer.d0.b0.t0, \`griddepcontrol.wait\``,
      `no release fence is between ${storeAt}, and ${triggerAt}`,
    ],
  ],
  [
    'no wait, and a store after the trigger',
    `${trigger} st [x], 1;`,
    load,
    '',
    [noWait, `${storeAt}, comes after ${triggerAt}`],
  ],
  [
    'a fence of the CTA',
    `st [x], 1; fence.acq_rel.cta; ${trigger}`,
    load,
    '',
    [noWait, `${fenceAt('cta')}, does not reach the dependent kernel`],
  ],
  [
    'a fence of the GPU, in another domain',
    `st [x], 1; fence.acq_rel.gpu; ${trigger}`,
    load,
    ', domain(1)',
    [noWait, `${fenceAt('gpu')}, does not reach a kernel of another memory synchronisation domain`],
  ],
])('%s', async (_, producer, consumer, option, sentences) => {
  const { lines, overlap } = await explained(producer, consumer, option)
  expect(overlap).toEqual(sentences)
  expect(lines.slice(lines.indexOf('not ordered by causality') + 1)).toEqual([
    ...sentences,
    'no host call orders producer in s and consumer in s',
  ])
})

test.each([
  ['domain(1)', 'd0.b0.t0', 'a kernel of another memory synchronisation domain'],
  ['device(1)', 'd1.b0.t0', 'a kernel on another GPU'],
])('a scope that leaves out a kernel with %s', async (option, thread, where) => {
  const program = testIn(`.global x;
kernel one { d0.b0.t0 { st.relaxed.gpu [x], 1; } }
kernel two { ${thread} { ld.relaxed.gpu r0, [x]; } }
host { one<<<1, 1, 0, s>>>(); two<<<1, 1, 0, t, ${option}>>>(); }
permit (r0 == 0) as stale;`)
  const found = explain(program, must(program.questions[0], 'a question'), await solver(), { model: defaultModel })
  if (found.kind !== 'allowed') throw new Error(found.kind)
  expect(raceLines(found.graph, found.execution, found.races).join('\n')).toContain(
    `(gpu) does not include the other thread, which is in ${where}`,
  )
})
