/** The words and options that several commands take. */

import * as z from 'zod'
import { defaultModel, models } from '../../axioms/models.js'
import { defaultBound } from '../../encoder/events/graph/bound.js'
import { encodingForms } from '../../encoder/formula/form.js'
import { solverName } from '../../report/parts.js'
import { isModelName, noModel } from '../input/model.js'
import { nvccOptionsIn } from '../input/nvcc-options.js'
import type { LaunchOptions } from '../input/reading.js'
import type { Problem } from './command.js'
import { wrongEnding } from './ending.js'
import { flag, oneOf, option } from './option.js'

/** A path. */
export const path = z.string().min(1, 'a path is empty')

/** Demands at least one path; `needed` is the message if there is none. */
export const paths = (needed: string) => z.array(path).min(1, needed)

/** The paths of tests. */
export const testPaths = paths('missing test: give a file, a folder, file#row, or -')

/** The path of one test. */
export const oneTest = z.tuple([path], {
  error: ({ code }) =>
    code === 'too_big' ? 'it takes one test at a time' : 'missing test: give a file, file#row, or -',
})

export const modelWord = z.string().refine(isModelName, { error: ({ input }) => noModel(String(input)) })

/** The models that come with the tool, for completion. */
export const modelNames: readonly string[] = models.map(({ name }) => name)

/** The form of `--model`, and its help. */
const modelOption = {
  type: 'string',
  describe: `the memory model: ${modelNames.join(', ')}, or a cat file, FILE.cat`,
  suggestions: modelNames,
} as const

export const model = option(modelWord, { ...modelOption, default: defaultModel.name })

/** The model, for commands whose input also names one. */
export const otherModel = option(modelWord.optional(), modelOption)

/** Several models, each once; the default model unless one is given. */
export const severalModels = option(
  z.array(modelWord).transform((given) => (given.length === 0 ? [defaultModel.name] : [...new Set(given)])),
  { ...modelOption, repeatable: true },
)

export const question = option(z.string().min(1, 'expected a name').optional(), {
  type: 'string',
  describe: 'the name of the one question to examine',
})

export const solver = option(oneOf(solverName.options), {
  type: 'string',
  choices: solverName.options,
  default: 'sat',
  describe: 'sat, z3, or brute, which tries every candidate execution',
})

export const encoding = option(oneOf(encodingForms), {
  type: 'string',
  choices: encodingForms,
  default: 'lean',
  describe: 'the encoding for the solver; plain is slower than lean and gives the same verdicts',
})

/**
 * Milliseconds for a question of `check` and `races` unless the user says otherwise, so that each run comes to an end.
 */
export const usualTime = 600_000

/** Typed in seconds, used in milliseconds. */
export const timeout = option(
  z.coerce
    .number('expected a number of seconds')
    .positive('it must be more than 0')
    .max(2_000_000, 'it must be at most 2000000')
    .transform((seconds) => seconds * 1000)
    .optional(),
  {
    type: 'number',
    describe:
      'seconds for each question, or for a whole search for changes; by default ten minutes in check and races, a minute in fix, and no limit elsewhere',
  },
)

/** The number of resident blocks of a launch. */
export const resident = option(
  z.coerce.number('expected a number').int('it must be a whole number').min(1, 'it must be at least 1').optional(),
  { type: 'number', describe: 'how many blocks of a launch are sure to run at once, unless it says so itself' },
)

/** Says whether kernels that may overlap do. */
export const overlap = option(z.enum(['yes', 'no']).optional(), {
  type: 'string',
  choices: ['yes', 'no'],
  describe: 'whether kernels and transfers that may run at the same time are sure to, or may wait for each other',
})

/** Lets the time-outs of waits count. */
export const timeouts = flag('waits of compiled kernels may time out, so that what follows then is examined, too')

/** The bound of loops. */
export const bound = option(
  z.coerce
    .number('expected a number')
    .int('it must be a whole number')
    .min(1, 'it must be at least 1')
    .max(1000, 'it must be at most 1000'),
  { type: 'number', default: defaultBound, describe: 'run the body of a loop at most this many times' },
)

const count = (what: string) =>
  z.coerce.number(`expected a number of ${what}`).int('it must be a whole number').min(1, 'it must be at least 1')

/** The width of executions in text and in pictures. */
export const width = option(count('columns').min(40, 'it must be at least 40').optional(), {
  type: 'number',
  describe:
    'columns of executions in text; by default those of the terminal, 120 in a pipe, and no limit in a file. A picture is as wide',
})

/** How much of an execution is shown. */
export const whole = flag('show every event of an execution, not only those that matter')

/** Threads, each with its own solver. */
export const jobs = option(count('threads').max(256, 'it must be at most 256').optional(), {
  type: 'number',
  describe: 'number of threads, each with its own solver; by default one per core, or one for a few files',
})

export const memory = option(
  count('megabytes').min(16, 'it must be at least 16').max(65_536, 'it must be at most 65536').optional(),
  {
    type: 'number',
    describe:
      'megabytes for formulas, and for the solver (z3: at most 2048), in each thread; a question that needs more is undecided',
  },
)

/** A factor. */
export const effort = option(count('times').max(1000, 'it must be at most 1000'), {
  type: 'number',
  default: 1,
  describe: 'multiply the search budget by this',
})

/** A factor of the limits on tests. */
export const size = option(count('times').max(100, 'it must be at most 100'), {
  type: 'number',
  default: 1,
  describe: 'attempt tests this many times larger than the usual limits',
})

/** One instance of a template. */
export const row = option(
  z.coerce.number('expected a row number').int('it must be a whole number').min(1, 'it must be at least 1').optional(),
  { type: 'number', describe: 'the row of a template; the same as file#row' },
)

/** Texts of one kind, each in a separate option. */
const texts = (what: string, describe: string) =>
  option(z.array(z.string().trim().min(1, `expected ${what}`)), { type: 'string', repeatable: true, describe })

/** The compiler of CUDA sources. */
export const nvcc = option(z.string().min(1, 'expected a command').optional(), {
  type: 'string',
  describe: 'the compiler of .cu files; by default nvcc on PATH, and in lsp none',
})

/** The options of that compiler. */
export const nvccOptions = option(
  z
    .string()
    .transform((text, { addIssue }) => {
      const read = nvccOptionsIn(text, '.')
      if (read.ok) return read.value
      for (const { message } of read.diagnostics) addIssue({ code: 'custom', message })
      return []
    })
    .optional(),
  {
    type: 'string',
    beginsWithDash: true,
    describe: "options of nvcc for .cu files: '-DN=4 -Iinclude -std=c++20 -arch=sm_90a'",
  },
)

/** The launches of a compiled kernel, and the questions about them. */
export const launching = {
  launch: texts(
    'a launch',
    "launch a kernel of FILE.ptx, as in 'k<<<2,32>>>(x: int[4], 5)'; several run one after the other",
  ),
  assert: texts('a condition', 'for a launch: claim that memory ends like this in every execution'),
  permit: texts('a condition', 'for a launch: claim that memory can end like this'),
  exists: texts('a condition', 'for a launch: ask whether memory can end like this'),
  nvcc,
  'nvcc-options': nvccOptions,
}

/** Reports problems with a command's arguments as zod does. */
export const reporting =
  <A>(wrong: (given: A) => readonly Problem[]) =>
  (given: A, { addIssue }: Pick<z.RefinementCtx<A>, 'addIssue'>): void => {
    for (const { argument, message } of wrong(given)) addIssue({ code: 'custom', path: [argument], message })
  }

/**
 * Reports wrong uses of `--launch`: it takes one file, and questions on the command line need it. With `mustAsk`, it
 * needs a question.
 */
export function wrongLaunch(
  { words, launch, ...asked }: Omit<LaunchOptions, 'nvcc' | 'nvcc-options'> & { readonly words: readonly string[] },
  mustAsk: boolean,
): readonly Problem[] {
  const { assert, permit, exists } = asked
  const given = Object.entries({ assert, permit, exists }).flatMap(([name, texts]) => (texts.length > 0 ? [name] : []))
  if (launch.length === 0) return given.map((argument) => ({ argument, message: 'it needs --launch' }))
  if (words.length > 1)
    return [{ argument: 'launch', message: `it takes one file of PTX, but ${words.length} are given` }]
  return mustAsk && given.length === 0
    ? [
        {
          argument: 'launch',
          message:
            'nothing is asked; add --assert, --permit or --exists with a condition, or search for data races with `races`',
        },
      ]
    : []
}

export const raceFree = flag('the goal is that there is no data race; with --question, both')

/** The options for reading tests of other tools; the same as `Reading` in the library. */
export const hangs = flag('expect every test to end: one in which a thread may wait for ever is not as expected')

export const undeclared = flag('accept undeclared names in herd-style tests, as locations that start at 0')

/** Returns the schema of a limit on the length of a list. */
export const most = (what: string) => count(what).max(1_000_000, 'it must be at most 1000000')

/** The form of `--limit`, and its help. */
export const limitOption = { type: 'number', describe: 'list at most this many' } as const

export const output = option(z.string().min(1, 'expected a file').optional(), {
  type: 'string',
  alias: 'o',
  describe: 'write to this file or folder instead of standard output',
})

export const force = flag(
  'replace files that this run reads, and files that may be inputs: .test, .litmus, .ptx, .cu, .cat and .csv',
)

/** The output of programs of `cuda` or `audit --hardware`. */
export const log = option(z.array(z.string().min(1, 'expected a file')), {
  type: 'string',
  repeatable: true,
  describe: 'read what a program of tests printed on a GPU; counts of several logs are added',
})

/** The form of `--seconds`, and its help. Commands convert it to milliseconds, or use it as it is. */
export const secondsOption = {
  type: 'number',
  describe: 'spend at most this long on each test, or on a whole search',
} as const

/** Selects one of several parts of the work. */
export const shard = option(
  z
    .string()
    .regex(/^[1-9]\d{0,5}\/[1-9]\d{0,5}$/, 'expected i/n, as in 1/4')
    .transform((text) => {
      const [number = 1, of = 1] = text.split('/').map(Number)
      return { number, of }
    })
    .refine(({ number, of }) => number <= of, 'there is no such part')
    .optional(),
  { type: 'string', describe: 'do part i of n; merge puts the parts together' },
)

/** One JSON document; `writes` says which. */
export const json = flag('write one JSON document instead of text')

/** Prints only what needs attention. */
export const quiet = flag('show problems only', 'q')

export const verbose = flag('show more details', 'v')

/** Demands answers without qualification. */
export const strict = flag(
  'treat a qualified answer (by the bound, by lanes that are left out, or by known hardware) as undecided',
)

/** The format of what is written, one of several. */
export const format = <F extends string>(formats: readonly F[]) =>
  option(oneOf(formats).optional(), {
    type: 'string',
    alias: 'f',
    choices: formats,
    describe: 'the output format; by default, the one for the extension of the output file, or else text',
  })

/** Reports contradictions between `--format`, `--json` and the ending of the output file. */
export function wrongFormat(
  given: { readonly output?: string | undefined; readonly json: boolean; readonly format?: string | undefined },
  formats: readonly string[],
): readonly Problem[] {
  const { output, json, format } = given
  const contradicts = json && format !== undefined && format !== 'json'
  const ending = json
    ? wrongEnding(output, { option: '--json', format: 'json' }, formats)
    : wrongEnding(output, { option: '--format', format }, formats)
  return [
    ...(contradicts ? [{ argument: 'json', message: `--format asks for ${format}` }] : []),
    ...(ending === undefined ? [] : [{ argument: 'output', message: ending }]),
  ]
}
