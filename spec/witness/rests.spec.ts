import { join } from 'node:path'
import { defaultModel } from '../../axioms/models.js'
import { explanationDocument, racesReport } from '../../report/explanation.js'
import { outcomesReport } from '../../report/outcomes.js'
import { fixDocument, weakenDocument } from '../../report/repairs.js'
import { replying } from '../../web/worker/replies.js'
import { workplace } from '../cli/workplace.js'
import { root, solver } from '../support.js'

const { write, run } = workplace()

const commands = ['check', 'explain', 'outcomes', 'fix', 'weaken', 'races'] as const

/** Tests whose answers rest on something, the line that says so, and the field of documents. */
const cases = {
  timeouts: {
    file: join(root, 'examples/launches/patient-spin.test'),
    line: 'time-outs that are left out: patient-spin.cu:11 (patient-spin.ptx:52)',
  },
  assumptions: {
    text: `.global x;
kernel k { d0.b0.t0 { red.relaxed.sys.add [x], 1; } }
host { k<<<1, 1>>>(); st.relaxed.sys [x], 5; cudaDeviceSynchronize(); }
assert ([x] == 5 || [x] == 6) as any;`,
    line: 'assumes that a `.sys` atomic is atomic with what the host does, which some systems do not guarantee (ISA 8.1.1): ',
  },
  // It has a race, which is an execution.
  deviations: {
    file: join(root, 'docs/hardware/wait-without-branch.test#1'),
    line: 'ptxas 13.0 on sm_90: an access does not wait for a test_wait or try_wait',
  },
  layouts: {
    text: `.global a; .global b;
d0.b0.t0 { mov.u64 r0, &a; mov.u64 r1, &b; setp.lt.u64 p, r0, r1; selp.u32 r2, 1, 1, p; st.weak [a], r2; }
assert ([a] == 1) as any;`,
    line: 'depends on where memory lies; the 12 layouts tried are a sample',
  },
} as const

const documents = {
  explain: explanationDocument,
  outcomes: outcomesReport,
  fix: fixDocument,
  weaken: weakenDocument,
  races: racesReport,
} as const

describe.each(['timeouts', 'assumptions', 'deviations', 'layouts'] as const)(
  'an answer that rests on %s says so',
  (field) => {
    const one = cases[field]
    const file = () => ('file' in one ? one.file : write(`${field}.test`, one.text))
    const isAsked = (command: string) => field !== 'deviations' || command !== 'races'
    test.each(commands.filter(isAsked))('in the text of %s', async (command) => {
      const { stdout } = await run([command, file()])
      expect(stdout.toLowerCase()).toContain(one.line.toLowerCase())
    })
    test.each((['explain', 'outcomes', 'fix', 'weaken', 'races'] as const).filter(isAsked))(
      'in the JSON of %s',
      async (command) => {
        const { stdout } = await run([command, '--json', file()])
        const document: unknown = documents[command].parse(JSON.parse(stdout))
        expect(JSON.stringify(document)).toContain(`"${field}":`)
      },
    )
  },
)

describe('the page says what answers rest on', () => {
  const subject = {
    ...{ name: 'host.test', text: cases.assumptions.text, launch: '', claim: '', modules: {} },
    model: { kind: 'built-in', name: defaultModel.name } as const,
  }
  test.each(['check', 'explain', 'outcomes', 'races', 'repairs'] as const)('%s', async (kind) => {
    const reply = replying(await solver(), {})
    expect(JSON.stringify(reply(subject, { kind, test: 0, question: 0 }))).toContain('(ISA 8.1.1)')
  })
})
