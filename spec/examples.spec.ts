import { models } from '../axioms/models.js'
import { buildEvents } from '../encoder/events/events.js'
import { countCandidates } from '../encoder/execution/candidates.js'
import { type Expected, examples, isAsynchronous } from './examples.js'
import { isAll } from './extent.js'
import { bruteVerdicts, verdicts } from './support.js'

/** What brute force cannot finish within some 20 seconds, whatever the model, or has too many values for that nothing is known about. */
const tooMany = new RegExp(
  [
    /algorithms.ticket-lock.test#1/,
    /async.(arrive-when-copied.test#3|drop|expected-late.test#[234]|forward.test#2|hand-back-to-peer|load-behind-flag|load-of-written)/,
    /async.(load-read-by-other.test#[34]|load.test#[13]|overlap|part.test#2|persistent|pipeline|split-barrier|start-of-kernel|surface|to-peer)/,
    /async.(multicast|tensor-map|two-consumers|write-after-read)/,
    /cuda.calls.lock/,
    /kernels.*(block-sum|cluster-(gather|sum).test|cooperative-groups|double-checked|grid-barrier|handover-block|histogram|last-block|mcs-lock|memcpy-async.test|mpmc-queue|once)/,
    /kernels.*(ring|rw-lock|spin-lock|stack|warp-counter.test|work-list|work-stealing)/,
    /memory.(mpmc-queue|ring|stack)/,
    /warps.reduce.test#1/,
  ]
    .map(({ source }) => `^${source}`)
    .join('|'),
)

/** Candidate executions up to which `npm test` asks brute force. */
const few = 100
const extent = isAll ? 'every example that it can finish' : `every example of up to ${few} candidate executions`
const asked = examples('ptx-7.5').flatMap(({ name, program }) =>
  !tooMany.test(name) && (isAll || countCandidates(buildEvents(program)) <= few) ? [name] : [],
)

const usual = new Map(examples('ptx-9.4').map(({ name, verdicts }) => [name, verdicts]))

/** On tests without asynchronous operations `ptx-9.4` and its strict form decide as `ptx-7.5` does; with them, others do not cover them. */
const isAsked = (model: string, one: Expected): boolean => {
  if (!model.startsWith('ptx-9.4')) return !isAsynchronous(one)
  return isAsynchronous(one) && (!model.endsWith('-strict') || String(one.verdicts) !== String(usual.get(one.name)))
}

describe.each(models.map((model) => [model.name, model] as const))('under %s', (name, model) => {
  // Without asynchronous operations, the strict form is that of ptx-9.4, which asks z3 the same as ptx-7.5.
  const all = examples(name).filter((one) => !name.endsWith('-strict') || isAsynchronous(one))
  test.each(all)('$name', async ({ program, verdicts: expected }) => {
    expect(await verdicts(program, model)).toEqual(expected)
  })
  describe(`by brute force, ${extent}`, () => {
    // Of the strict form there are few, and none among a few candidates.
    const compared = all.filter((one) => asked.includes(one.name) && isAsked(name, one))
    for (const { name: example, program, verdicts: expected } of compared)
      test(example, () => {
        expect(bruteVerdicts(program, model)).toEqual(expected)
      })
  })
})

test('each example expects what its file says, under ptx-9.4', () => {
  const claims = { permit: 'allowed', assert: 'forbidden' }
  for (const { name, program, verdicts } of examples('ptx-9.4')) {
    for (const [i, { kind }] of program.questions.entries()) {
      if (kind !== 'check') expect([name, claims[kind]]).toEqual([name, verdicts[i]])
    }
  }
})
