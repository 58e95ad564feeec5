/** The definition of a command. The type of its arguments, their check and the help all follow from it. */

import * as z from 'zod'
import type { Solver } from '../../encoder/solver/solver.js'
import type { Compiled } from '../../encoder/solver/wasm/engine.js'
import type { ExitStatus } from '../../report/check.js'
import type { Output } from '../console/output.js'
import { printSchema } from '../console/schema.js'
import { flag, type Options, optionsOf } from './option.js'

/** The environment of a command. */
export interface CommandEnvironment {
  /** Returns the solver, CaDiCaL if none is named, once it has started, or a new one if it has run out of memory. */
  readonly solver: (name?: Solver['name']) => Promise<Solver>
  /** Returns z3's WebAssembly, for threads that have their own z3. */
  readonly compiled: () => Promise<Compiled>
  /** `cli/worker.ts` in the bundle, which such threads run. */
  readonly threadScript: URL
  readonly output: Output
}

/** The help of a command. */
export interface CommandHelp {
  /** The words after the name, as yargs writes them: `<tests..>`. */
  readonly words: string
  /** Some of these words, which shells offer; there are others. */
  readonly suggestions?: readonly string[]
  readonly describe: string
  readonly examples: readonly (readonly [command: string, description: string])[]
  /** Paragraphs, which help wraps. One whose lines begin with spaces is a table, and stays as it is. */
  readonly notes: readonly string[]
  /** The meaning of each exit status. */
  readonly statuses: Statuses
}

export type Statuses = { readonly [status in ExitStatus]?: string }

/** The status of a command line that is wrong, and of input that cannot be read. */
export const unusable = { 2: 'unreadable input or wrong usage' } as const

export interface Command<Args> extends CommandHelp {
  readonly options: Options
  /** Reads the arguments, from the words after the name and the values of the options. */
  readonly read: (words: readonly string[], given: { readonly [option: string]: unknown }) => Reading<Args>
}

type Reading<Args> =
  | { readonly kind: 'arguments'; readonly args: Args }
  /** The user asked only for the JSON Schema of what the command writes. */
  | { readonly kind: 'schema'; readonly print: (output: Output) => Promise<ExitStatus> }
  | { readonly kind: 'misused'; readonly problems: readonly Problem[] }

export interface Problem {
  /** An option, or `words`. */
  readonly argument: string
  readonly message: string
}

/** Does the work of a command and returns the exit status. */
export type Run<Args> = (args: Args, surroundings: CommandEnvironment) => Promise<ExitStatus>

const schemaOption = z.object({ schema: flag('print only the JSON Schema of the --json output') })

/**
 * Returns a command that takes what the schema describes: `words`, and options under their names. `writes` is the zod
 * schema of the JSON that it writes, which `--schema` prints.
 */
export function defineCommand<A extends z.ZodObject>({
  takes,
  writes,
  ...help
}: CommandHelp & { readonly takes: A; readonly writes?: () => Promise<z.ZodType> }): Command<z.infer<A>> {
  return {
    ...help,
    options: { ...optionsOf(takes), ...(writes === undefined ? {} : optionsOf(schemaOption)) },
    read: (words, given) => {
      const parsed = takes.safeParse({ ...given, words })
      const problems = parsed.success
        ? []
        : parsed.error.issues.map(({ path: [argument], message }) => ({ argument: String(argument), message }))
      if (writes !== undefined && given['schema'] === true) {
        // With --schema, no test is needed.
        const wrong = problems.filter(({ argument }) => words.length > 0 || argument !== 'words')
        if (wrong.length > 0) return { kind: 'misused', problems: wrong }
        return { kind: 'schema', print: async (output) => printSchema(await writes(), output) }
      }
      return parsed.success ? { kind: 'arguments', args: parsed.data } : { kind: 'misused', problems }
    },
  }
}
