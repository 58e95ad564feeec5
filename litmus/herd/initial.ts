/** The initial values of a herd-style test: what memory and registers hold, and which names are aliases. */

import { match } from 'ts-pattern'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import { ok, type Result, then, unless } from '../../source/result.js'
import type { SourceText } from '../../source/text.js'
import type { Integer } from '../instruction.js'
import type { InitialRegister, Space } from '../program.js'
import { proxies } from '../proxy.js'
import { at, type IntegerSyntax, type Word } from '../syntax/words.js'
import type { DeclaredVariable } from '../variables.js'
import type { AliasKind, InitialRegisterSyntax, InitialSyntax, PrivateOrConstant, ThreadHead } from './syntax.js'

export interface Initial {
  /** The names that the list mentions; others are declared by their first use. */
  readonly declared: readonly DeclaredVariable[]
  readonly values: ReadonlyMap<string, Integer>
  /** By thread name. */
  readonly registers: ReadonlyMap<string, readonly InitialRegister[]>
  /** By thread name, the registers that hold the address of a location, and its name. */
  readonly addresses: ReadonlyMap<string, ReadonlyMap<string, Word>>
}

/** Errors: a name or a register that is given twice, a thread that there is not. */
export function readInitial(
  items: readonly InitialSyntax[],
  threads: readonly ThreadHead[],
  source: SourceText,
): Result<Initial> {
  const registers = items.filter((item) => item.kind === 'register')
  const names = items.filter((item) => item.kind !== 'register')
  return then(unless([...twice(items, source), ...strangers(registers, threads, source)]), () => {
    const ofThread = groupBy(registers, ({ thread }) => nameOf(thread))
    const integers = (group: readonly InitialRegisterSyntax[]): readonly InitialRegister[] =>
      group.flatMap(({ register, value, place }) =>
        value.kind === 'integer'
          ? [{ name: register.text, value: integer(value, source), span: at(source, place) }]
          : [],
      )
    const locations = (group: readonly InitialRegisterSyntax[]): ReadonlyMap<string, Word> =>
      new Map(group.flatMap(({ register, value }) => (value.kind === 'word' ? [[register.text, value]] : [])))
    return ok({
      declared: names.map((item) => declaredVariable(item, source)),
      values: new Map(
        names.flatMap((item) =>
          item.kind === 'location' && item.value !== null ? [[item.name.text, integer(item.value, source)]] : [],
        ),
      ),
      registers: new Map([...ofThread].map(([thread, group]) => [thread, integers(group)])),
      addresses: new Map([...ofThread].map(([thread, group]) => [thread, locations(group)])),
    })
  })
}

const integer = ({ value, place }: IntegerSyntax, source: SourceText): Integer => ({
  kind: 'integer',
  value,
  span: at(source, place),
})

/** `0:r1` is `P0:r1`. */
const nameOf = (thread: string): string => (thread.startsWith('P') ? thread : `P${thread}`)

/** Surface, texture and constant names share the address that they alias; a generic, shared or local one is another address of its memory. */
const declaredVariable = (
  item: Exclude<InitialSyntax, InitialRegisterSyntax>,
  source: SourceText,
): DeclaredVariable => ({
  name: item.name.text,
  span: at(source, item.name.place),
  ...match(item)
    .returnType<Pick<DeclaredVariable, 'space' | 'alias'>>()
    .with({ kind: 'location' }, ({ space }) => ({ space, alias: undefined }))
    .with({ kind: 'alias' }, ({ how, of }) => ({
      space: spaceOf(how),
      alias: {
        how: how === 'generic' || how === 'shared' || how === 'local' ? 'physically' : 'virtually',
        of: of.text,
        ofSpan: at(source, of.place),
      },
    }))
    .exhaustive(),
})

const spaceOf = (kind: AliasKind): Space => (isSpace(kind) ? kind : proxies[kind].space)

const isSpace = (kind: AliasKind): kind is PrivateOrConstant => !(kind in proxies)

const twice = (items: readonly InitialSyntax[], source: SourceText): readonly Diagnostic[] => {
  const subject = (item: InitialSyntax): string =>
    item.kind === 'register' ? `${nameOf(item.thread)}:${item.register.text}` : item.name.text
  return [...groupBy(items, subject)].flatMap(([name, [first, ...others]]) =>
    others.map(({ place }) =>
      diagnostic(`\`${name}\` is given twice`, at(source, place), {
        message: 'the first',
        place: at(source, first.place),
      }),
    ),
  )
}

const strangers = (
  registers: readonly InitialRegisterSyntax[],
  threads: readonly ThreadHead[],
  source: SourceText,
): readonly Diagnostic[] =>
  registers.flatMap(({ thread, place }) => {
    if (threads.some(({ name }) => name === nameOf(thread))) return []
    const known = threads.map(({ name }) => name).join(', ')
    return [diagnostic(`there is no thread \`${nameOf(thread)}\`; the threads are ${known}`, at(source, place))]
  })
