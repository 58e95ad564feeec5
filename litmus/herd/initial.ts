/** The initial values of a herd-style test: those of memory and registers, and the names that are aliases. */

import { match } from 'ts-pattern'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import { didYouMean } from '../../source/nearest.js'
import type { AddressOf } from '../operand.js'
import type { InitialRegister, Space } from '../program.js'
import { proxies } from '../proxy.js'
import { constantOf, initialiserOf } from '../syntax/values.js'
import { describing } from '../tensor-maps.js'
import { type DeclaredVariable, locationsNamed, notDeclared } from '../variables.js'
import type { AliasKind, InitialRegisterSyntax, InitialSyntax, PrivateOrConstant, ThreadHead } from './syntax.js'

export interface Initial {
  /** The names that the list mentions: those that it gives, and those that registers point to. */
  readonly declared: readonly DeclaredVariable[]
  /** The registers, by thread name. */
  readonly registers: ReadonlyMap<string, readonly InitialRegister[]>
}

/** Returns the result of reading the list. */
export function initialOf(items: readonly InitialSyntax[]): Initial {
  const ofThread = groupBy(
    items.filter((item) => item.kind === 'register'),
    ({ thread }) => nameOf(thread),
  )
  const given = items.filter((item) => item.kind !== 'register').map(declaredVariable)
  const names = new Set(given.map(({ name }) => name))
  return {
    declared: [...given, ...locationsNamed(targetsOf(items)).filter(({ name }) => !names.has(name))],
    registers: new Map(
      [...ofThread].map(([thread, group]) => [
        thread,
        group.map(({ type, register, value, span }) => ({
          name: register.text,
          value: constantOf(value),
          ...(type === null ? {} : { type }),
          span,
        })),
      ]),
    ),
  }
}

/**
 * Returns the names of memory whose addresses registers hold. `P0:r1 = x` declares x, as in tests for herd7: there is a
 * location of that name, which starts at 0.
 */
const targetsOf = (items: readonly InitialSyntax[]): readonly AddressOf[] =>
  items.flatMap((item) => {
    const value = item.kind === 'register' ? constantOf(item.value) : undefined
    return value?.kind === 'address' ? [value] : []
  })

/** Returns the name of a thread: `0:r1` is `P0:r1`. */
const nameOf = (thread: string): string => (thread.startsWith('P') ? thread : `P${thread}`)

/**
 * Reads a declaration. Surface, texture and constant names share the address that they alias; a generic, shared or
 * local one is another address of its memory.
 */
const declaredVariable = (item: Exclude<InitialSyntax, InitialRegisterSyntax>): DeclaredVariable => ({
  name: item.name.text,
  span: item.name.span,
  ...(item.length === null ? {} : { length: item.length }),
  ...match(item)
    .returnType<Pick<DeclaredVariable, 'space' | 'alias' | 'alignment' | 'initial' | 'type' | 'tensor'>>()
    .with({ kind: 'location' }, ({ alignment, type, space, value }) => ({
      space,
      ...(alignment === null ? {} : { alignment }),
      alias: undefined,
      initial: value === null ? undefined : initialiserOf(value),
      ...(type === null ? {} : { type }),
    }))
    // A parameter is fixed for the launch, as constant memory is.
    .with({ kind: 'tensor map' }, ({ space, value }) => ({
      space: space === 'param' ? 'const' : space,
      alias: undefined,
      ...describing(value),
    }))
    .with({ kind: 'alias' }, ({ how, way, of }) => ({
      space: spaceOf(how),
      alias: {
        how: way ?? (how === 'generic' || how === 'shared' || how === 'local' ? 'physically' : 'virtually'),
        of: of.text,
        ofSpan: of.span,
      },
      initial: undefined,
    }))
    .exhaustive(),
})

const spaceOf = (kind: AliasKind): Space => (isSpace(kind) ? kind : proxies[kind].space)

const isSpace = (kind: AliasKind): kind is PrivateOrConstant => !(kind in proxies)

/**
 * Reports a name or a register that is given twice, a register of an unknown thread, a register with the name of
 * memory.
 */
export const checkInitial = (
  items: readonly InitialSyntax[],
  threads: readonly ThreadHead[],
): readonly Diagnostic[] => [
  ...twice(items),
  ...registersCalledAsMemory(items),
  ...items.flatMap((item) => checkThread(item, threads)),
]

const twice = (items: readonly InitialSyntax[]): readonly Diagnostic[] => {
  const subject = (item: InitialSyntax): string =>
    item.kind === 'register' ? `${nameOf(item.thread)}:${item.register.text}` : item.name.text
  return [...groupBy(items, subject)].flatMap(([name, [first, ...others]]) =>
    others.map(({ span }) =>
      diagnostic(`\`${name}\` is initialised twice`, span, { message: 'the first', place: first.span }),
    ),
  )
}

/**
 * Reports a name that only one register points to, that has no value, and that is nearly the same as a name with a
 * value. It is more likely misspelt than another location.
 */
export function misspelt(items: readonly InitialSyntax[]): readonly Diagnostic[] {
  const given = new Set(items.flatMap((item) => (item.kind === 'register' ? [] : [item.name.text])))
  return [...groupBy(targetsOf(items), ({ name }) => name)].flatMap(([name, [{ span }, second]]) =>
    second !== undefined || given.has(name) || didYouMean(name, given) === ''
      ? []
      : [notDeclared({ name, span }, given, 'herd')],
  )
}

function registersCalledAsMemory(items: readonly InitialSyntax[]): readonly Diagnostic[] {
  const memory = new Set(items.flatMap((item) => (item.kind === 'register' ? [] : [item.name.text])))
  return items.flatMap((item) => {
    if (item.kind !== 'register' || !memory.has(item.register.text)) return []
    return [diagnostic(`\`${item.register.text}\` is memory; expected a register`, item.register.span)]
  })
}

function checkThread(item: InitialSyntax, threads: readonly ThreadHead[]): readonly Diagnostic[] {
  if (item.kind !== 'register' || threads.some(({ name }) => name === nameOf(item.thread))) return []
  const names = threads.map(({ name }) => name).join(', ')
  return [diagnostic(`there is no thread \`${nameOf(item.thread)}\`; the threads are ${names}`, item.span)]
}
