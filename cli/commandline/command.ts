/** What a command is: its options, how they are checked, and the work they ask for. */

import * as z from 'zod'
import type { Solver } from '../../encoder/solver/smt.js'
import type { Compiled } from '../../encoder/solver/wasm/engine.js'
import type { ExitStatus } from '../../report/check.js'
import type { Output } from '../console/output.js'

/** An option as yargs has it. Of one that may not be repeated, the last counts. */
export interface Option {
  readonly type: 'string' | 'number' | 'boolean'
  readonly describe: string
  readonly alias?: string
  readonly choices?: readonly string[]
  readonly default?: string | number | boolean
  /** May be given several times. */
  readonly repeatable?: boolean
}

export type Options = { readonly [name: string]: Option }

/** What a command finds around it. */
export interface Surroundings {
  /** Starts z3, or waits until it has started. */
  readonly solver: () => Promise<Solver>
  /** z3's WebAssembly, for threads that have a z3 of their own. */
  readonly compiled: () => Promise<Compiled>
  readonly output: Output
}

export type Work = (surroundings: Surroundings) => Promise<ExitStatus>

export interface Command {
  readonly name: string
  /** The words behind the name, as yargs writes them: `<paths..>`. */
  readonly words: string
  readonly describe: string
  readonly options: Options
  readonly examples: readonly (readonly [command: string, description: string])[]
  readonly epilogue: string
  /** The work that the words and options ask for, or what is wrong with them. */
  readonly read: (
    words: readonly string[],
    given: { readonly [option: string]: unknown },
  ) => { readonly ok: true; readonly work: Work } | { readonly ok: false; readonly message: string }
}

/** A command whose arguments, the words among them, have the shape of the schema. */
export function defineCommand<S extends z.ZodType>(
  command: Omit<Command, 'read'> & {
    readonly schema: S
    readonly run: (args: z.infer<S>, surroundings: Surroundings) => Promise<ExitStatus>
  },
): Command {
  const { schema, run, ...described } = command
  return {
    ...described,
    read: (words, given) => {
      const parsed = schema.safeParse({ ...given, words })
      if (parsed.success) return { ok: true, work: (surroundings) => run(parsed.data, surroundings) }
      const problems = parsed.error.issues.map(
        ({ path: [name], message }) => `${name === 'words' ? command.name : dashed(String(name))}: ${message}`,
      )
      return { ok: false, message: problems.join('; ') }
    },
  }
}

/** An option as it is typed. */
export const dashed = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`)

/** One of a few names; the error lists them. */
export const oneOf = <T extends string>(names: readonly T[]) => z.enum(names, `it must be one of ${names.join(', ')}`)
