/** An audit as a mutation testing report, for tools that show those of Stryker and others. */

import type { Audited } from '../../audit/audit.js'
import { locatedAt } from '../../audit/located.js'
import { type Mutant, mutantsOf } from '../../audit/mutants.js'
import { type Program, testName, threadAt } from '../../litmus/program.js'
import { repairText } from '../../repair/text.js'
import type { LossDocument } from '../../report/audit.js'
import type { MutationReport } from '../../report/mutation.js'
import { groupBy } from '../../source/group.js'
import { must } from '../../source/must.js'

/** What counts besides claims, as tests that kill mutants. */
const others = ['no data race', 'every thread ends', 'defined behaviour'] as const

/** Returns the report: a mutant for each weaker form that was tried, at its line of the CUDA source, the PTX or the test. */
export function mutationReportOf(test: Program, audited: readonly Audited[], version: string): MutationReport {
  const placed = mutantsOf(audited).map((mutant) => {
    const { thread, at } = mutant.piece
    const { span } = must(threadAt(test.threads, thread).instructions[at], 'the instruction of a piece')
    return { mutant, located: locatedAt(span) }
  })
  const files = [...groupBy(placed, ({ located }) => located.source).entries()]
  return {
    schemaVersion: '2',
    thresholds: { high: 80, low: 60 },
    files: Object.fromEntries(
      files.map(([{ name, text }, some]) => [
        name,
        {
          language: /\.cuh?$/i.test(name) ? 'cpp' : 'text',
          source: text,
          mutants: some.map(({ mutant, located: { start, end } }) => ({
            ...mutantOf(test, mutant),
            location: { start: bare(start), end: bare(end) },
          })),
        },
      ]),
    ),
    testFiles: {
      [testName(test)]: {
        tests: [...test.questions.map(({ name }) => name), ...others].map((id) => ({ id, name: id })),
      },
    },
    framework: { name: 'ptx-litmus', version },
  }
}

const bare = ({ line, column }: MutationReport['files'][string]['mutants'][number]['location']['start']) => ({
  line,
  column,
})

function mutantOf(test: Program, { piece, by, number, status, fault, reason }: Mutant) {
  const why = fault?.text ?? reason
  return {
    id: `${piece.number}.${number}`,
    mutatorName: `${by.kind === 'removed' ? 'left out' : 'weaker'}: ${piece.kind}`,
    description: by.edits.map((one) => repairText(test, one)).join('; '),
    status,
    ...(why === undefined ? {} : { statusReason: why }),
    ...(fault === undefined ? {} : { killedBy: [killer(fault)] }),
  }
}

function killer(fault: LossDocument): string {
  switch (fault.kind) {
    case 'violated':
    case 'lost':
      return fault.question ?? ''
    case 'race':
      return others[0]
    case 'hang':
    case 'never ends':
      return others[1]
    case 'undefined':
      return others[2]
  }
}
