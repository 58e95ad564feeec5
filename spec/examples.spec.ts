import { models } from '../axioms/models.js'
import { buildEvents } from '../encoder/events/events.js'
import { countCandidates } from '../encoder/execution/candidates.js'
import { examples } from './examples.js'
import { isAll } from './extent.js'
import { bruteVerdicts, verdicts } from './support.js'

/** What brute force cannot finish within a minute, whatever the model. */
const tooMany =
  /^(algorithms.ticket-lock.test#1|async.(arrive-when-copied|drop|expected-late|forward|hand-back-to-peer|load|overlap|peer-forward|pipeline|start-of-kernel|surface|split-barrier|to-peer|two-consumers|write-after-read)|memory.(mpmc-queue|ring|stack)|kernels.*(block-sum|cooperative-groups|double-checked|grid-barrier|handover-block|histogram|last-block|mcs-lock|mpmc-queue|once|ring|rw-lock|spin-lock|split-k.test|stack|work-list|work-stealing))/

/** Candidate executions up to which `npm test` asks brute force. */
const few = 100
/** Of these folders, `npm run test:all` asks it only up to so many: each candidate takes long, or chooses among values that are not counted. */
const slow = /^(async|kernels|warps|cuda.calls)\b/
const some = 500
const most = (name: string): number => (!isAll ? few : slow.test(name) ? some : Number.POSITIVE_INFINITY)
const extent = isAll ? 'every example that it can finish' : `every example of up to ${few} candidate executions`
const asked = examples('ptx-7.5').flatMap(({ name, program }) =>
  !tooMany.test(name) && countCandidates(buildEvents(program)) <= most(name) ? [name] : [],
)

const isAsync = (name: string): boolean => /^async[\\/]/.test(name)

describe.each(models.map((model) => [model.name, model] as const))('under %s', (name, model) => {
  const ofAsync = name.startsWith('ptx-9.4')
  // On tests without asynchronous operations the strict form decides as ptx-9.4 does, which asks z3 the same as ptx-7.5.
  const all = examples(name).filter((one) => !name.endsWith('-strict') || isAsync(one.name))
  test.each(all)('$name', async ({ program, verdicts: expected }) => {
    expect(await verdicts(program, model)).toEqual(expected)
  })
  describe(`by brute force, ${extent}`, () => {
    test.each(
      all.filter((one) => asked.includes(one.name) && ofAsync === isAsync(one.name) && !name.endsWith('-strict')),
    )('$name', ({ program, verdicts: expected }) => {
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
