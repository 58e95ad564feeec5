/** The tools: what each takes, the command that it runs, and the document that it gives. */

import * as z from 'zod'
import { auditDocument } from '../../report/audit.js'
import { checkReport } from '../../report/check.js'
import { explanationDocument, racesReport } from '../../report/explanation.js'
import { outcomesReport } from '../../report/outcomes.js'
import { fixDocument } from '../../report/repairs.js'
import { type Saying, sayAudit, sayCheck, sayExplanations, sayFix, sayOutcomes, sayRaces } from './words.js'

/** The files that a text can be. */
const formats = ['test', 'litmus', 'ptx', 'cu'] as const

const about = {
  file: z.string().optional().describe('a path: a .test or .litmus file, PTX, or a CUDA source (which needs nvcc)'),
  text: z.string().optional().describe('the text instead of a file, with its format'),
  format: z.enum(formats).optional().describe('the format of the text'),
  launch: z
    .array(z.string())
    .optional()
    .describe(
      'for PTX and CUDA: launches such as `pass<<<2, 1>>>(data: int, flag: int, out: int[4] = {1, 2})`; each argument is an object that is passed by its address, or an integer',
    ),
  model: z.string().optional().describe('the memory model; by default the latest of PTX'),
  bound: z.int().min(1).max(1000).optional().describe('the most rounds of each loop; 2 by default'),
}

const claims = {
  assert: z.array(z.string()).optional().describe('claims about memory after the launches, such as `out == 42`'),
}

const hangs = z.boolean().optional().describe('also claim that no thread waits for ever')

/** What any of the tools may be given. */
export const anyInput = z.object({
  ...about,
  ...claims,
  exists: z.array(z.string()).optional().describe('outcomes to ask for, such as `out == 0`'),
  hangs,
  question: z.string().optional().describe('the name of one question of the test'),
})

export type Input = z.infer<typeof anyInput>

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The fields of the input that it takes, besides those about the file. */
  readonly takes: readonly (keyof Input)[]
  /** The words of the command before the file. */
  readonly words: (input: Input) => readonly string[]
  readonly document: z.ZodType
  /** Reads the document that the command wrote, and says what it says. */
  readonly say: (document: unknown) => Saying
}

/** Returns a tool whose document is of that schema. */
const tool = <S extends z.ZodType>(
  given: Omit<Tool, 'document' | 'say'> & { readonly document: S; readonly say: (document: z.infer<S>) => Saying },
): Tool => ({ ...given, say: (document) => given.say(given.document.parse(document)) })

const ifHangs = ({ hangs: wanted }: Input): readonly string[] => (wanted === true ? ['--hangs'] : [])

const explanations = z.object({ explanations: z.array(explanationDocument) })

export const tools: readonly Tool[] = [
  tool({
    name: 'check',
    title: 'Decide claims',
    description:
      'Decides under the PTX memory model whether claims about a kernel or a litmus test hold in every execution, and whether outcomes can happen.',
    takes: ['assert', 'exists', 'hangs', 'question'],
    words: (input) => ['check', '--json', ...ifHangs(input)],
    document: checkReport,
    say: sayCheck,
  }),
  tool({
    name: 'races',
    title: 'Find data races',
    description: 'Says whether any execution of a kernel or a test has a data race, with the lines of both accesses.',
    takes: [],
    words: () => ['races', '--json'],
    document: racesReport,
    say: sayRaces,
  }),
  tool({
    name: 'explain',
    title: 'Explain an answer',
    description:
      'Explains why an outcome can happen, with an execution and its races, or which rules of the model forbid it.',
    takes: ['assert', 'exists', 'question'],
    words: () => ['explain', '--json', '--no-repairs'],
    document: explanations,
    say: ({ explanations }) => sayExplanations(explanations),
  }),
  tool({
    name: 'fix',
    title: 'Find the cheapest repair',
    description:
      'Finds the cheapest changes (fences, orders, scopes, barriers) after which every claim holds; without a claim, after which nothing races. Each repair is verified.',
    takes: ['assert', 'hangs', 'question'],
    words: (input) => [
      'fix',
      '--json',
      ...(input.launch !== undefined && (input.assert ?? []).length === 0 ? ['--race-free'] : []),
      ...ifHangs(input),
    ],
    document: fixDocument,
    say: sayFix,
  }),
  tool({
    name: 'audit',
    title: 'Audit the synchronisation',
    description:
      'Says of each fence, order, scope, barrier, arrival and wait whether it is needed, may be weaker, or is not needed, and what breaks without it.',
    takes: ['assert'],
    words: () => ['audit', '--json'],
    document: auditDocument,
    say: sayAudit,
  }),
  tool({
    name: 'outcomes',
    title: 'List final states',
    description: 'Lists all final states of a kernel or a test.',
    takes: [],
    words: () => ['outcomes', '--json'],
    document: outcomesReport,
    say: sayOutcomes,
  }),
]
