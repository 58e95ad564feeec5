/** Finds the memory that a thread names, and how PTX names it: by a generic address, in a state space, or as an object. */

import { match } from 'ts-pattern'
import type { Access, Address } from '../../litmus/operand.js'
import { addressesTaken, placesIn, targetsOf } from '../../litmus/operands.js'
import type { DeviceThread, Program, Space } from '../../litmus/program.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'

/** The way an instruction addresses memory: by a generic address, by one within a state space, or through an object that names it. */
export type Form = 'generic' | 'shared' | 'shared::cluster' | 'const' | 'local' | 'texture'

/** Memory that a thread names, the register that holds its address, and which address that is. */
export interface Mention {
  readonly variable: string
  readonly form: Form
  readonly register: string
}

export const mentionKey = (variable: string, form: Form, all: readonly Omit<Mention, 'register'>[]): string =>
  all.filter((one) => one.variable === variable).length === 1 ? variable : `${variable} ${form}`

export function mentionsOf(thread: DeviceThread, program: Program): readonly Omit<Mention, 'register'>[] {
  const { instructions, registers } = thread
  const mentions = [
    ...registers.flatMap(({ value }) => (value.kind === 'address' ? [valueForm(value.name, thread, program)] : [])),
    ...instructions.flatMap((one) => {
      const accessed =
        'address' in one && one.address.kind === 'name'
          ? [{ variable: one.address.name, form: accessForm(one) }]
          : targetsOf(one).flatMap(({ value, space }) =>
              value.kind === 'address' ? [{ variable: value.name, form: targetForm(space, value.name, program) }] : [],
            )
      const reached = new Set<unknown>(targetsOf(one).map(({ value }) => value))
      const taken = placesIn(one).flatMap((place) =>
        'kind' in place && place.kind === 'address' && !reached.has(place)
          ? [valueForm(place.name, thread, program)]
          : [],
      )
      return [...accessed, ...taken]
    }),
  ]
  return [...new Map(mentions.map((one) => [`${one.variable} ${one.form}`, one])).values()]
}

/** Returns the form in which an access names memory. */
export const accessForm = ({ proxy, address }: Access): Form =>
  proxy === 'texture'
    ? 'texture'
    : proxy === 'constant' || address.space === 'const'
      ? 'const'
      : spaceForm(address.space)

const spaceForm = (space: Address['space']): Form =>
  match(space)
    .returnType<Form>()
    .with(undefined, 'global', () => 'generic')
    .with('shared', 'shared::cluster', 'local', 'const', (form) => form)
    .exhaustive()

export const targetForm = (space: Address['space'], variable: string, program: Program): Form =>
  space === undefined && spaceOf(variable, program) === 'shared' ? 'shared' : spaceForm(space)

/** Returns how a thread uses addresses in registers: by generic accesses, within shared memory, both, or not at all. */
function usesOfPointers({ instructions }: DeviceThread): 'generic' | 'shared' | 'both' | 'none' {
  const spaces = instructions.flatMap((one) => [
    ...('address' in one && one.address.kind === 'pointer' ? [one.address.space] : []),
    ...targetsOf(one).flatMap(({ value, space }) => (value.kind === 'register' ? [space] : [])),
    ...(one.kind === 'arithmetic' && /^(cvta|mapa|isspacep|getctarank)/.test(one.operation) ? [one.space] : []),
  ])
  const shared = spaces.some((space) => space === 'shared' || space === 'shared::cluster')
  const generic = spaces.some((space) => space === undefined)
  return shared ? (generic ? 'both' : 'shared') : generic ? 'generic' : 'none'
}

/** Returns an address of shared memory that the text leaves unclear: it may be generic. */
export function unclearAddress(thread: DeviceThread, program: Program): Diagnostic | undefined {
  const uses = usesOfPointers(thread)
  const taken = thread.instructions
    .flatMap(addressesTaken)
    .find(({ name }) => spaceOf(name, program) === 'shared' || spaceOf(name, program) === 'local')
  return taken === undefined || uses === 'generic' || uses === 'shared'
    ? undefined
    : diagnostic('whether this is a generic address is not known from the text', taken.span)
}

/**
 * Returns the form of an address that is used as a value: within the state space of the memory, as `mov` gives it, or
 * generic, where it is used as a generic address.
 */
export const valueForm = (variable: string, thread: DeviceThread, program: Program): Omit<Mention, 'register'> => ({
  variable,
  form: match(spaceOf(variable, program))
    .returnType<Form>()
    .with('shared', () => (usesOfPointers(thread) === 'generic' ? 'generic' : 'shared'))
    .with('local', 'const', (form) => form)
    .with('constref', () => 'const')
    .with('texref', () => 'texture')
    .with('global', 'surfref', () => 'generic')
    .exhaustive(),
})

const spaceOf = (variable: string, { variables }: Program): Space =>
  must(
    variables.find(({ name }) => name === variable),
    'a variable of that name',
  ).space
