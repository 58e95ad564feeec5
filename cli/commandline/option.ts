/** An option of a command. Its schema defines the valid values, and its help is registered with the schema. */

import * as z from 'zod'

/** The form of an option on the command line, and its help. */
export interface Option {
  readonly type: 'string' | 'number' | 'boolean'
  readonly describe: string
  readonly alias?: string
  readonly choices?: readonly string[]
  /** Some of the values, which shells offer; there are others. */
  readonly suggestions?: readonly string[]
  readonly default?: string | number
  /** The default that help shows if the command has to know whether the option was given. */
  readonly defaultDescription?: string
  /**
   * The option may be given several times, and its value is a list. It is an error to repeat another option that takes
   * a value.
   */
  readonly repeatable?: boolean
  /** True if the value may begin with a dash, and is then not taken for another option. */
  readonly beginsWithDash?: boolean
}

export type Options = { readonly [name: string]: Option }

const registered = z.registry<Option>()

/** Returns the schema, registered as that of an option: a copy, so that two options may share a schema. */
export function option<S extends z.ZodType>(schema: S, described: Option): S {
  const own = schema.clone()
  registered.add(own, described)
  return own
}

/** Returns an option that is on or off, and off unless it is given. */
export const flag = (describe: string, alias?: string) =>
  option(z.boolean(), { type: 'boolean', describe, ...(alias === undefined ? {} : { alias }) })

/** Returns the options among what a command takes, in the order in which help lists them. */
export const optionsOf = (takes: z.ZodObject): Options =>
  Object.fromEntries(
    Object.entries(takes.shape).flatMap(([name, schema]) => {
      const described = registered.get(schema)
      return described === undefined ? [] : [[name, described]]
    }),
  )

/** Returns an option as it is typed. */
export const dashed = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`)

/** Accepts one of a few names; the error lists them. */
export const oneOf = <T extends string>(names: readonly T[]) => z.enum(names, `it must be one of ${names.join(', ')}`)
