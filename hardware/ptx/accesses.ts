/** Writes loads, stores and vector accesses. */

import { match } from 'ts-pattern'
import type { Instruction } from '../../litmus/instruction.js'
import type { Load, Store } from '../../litmus/instructions/access-definitions.js'
import { sink } from '../../litmus/operand.js'
import { registerType } from '../../litmus/registers.js'
import { must } from '../../source/must.js'
import { all, fail, ok, type Result, then } from '../../source/result.js'
import {
  containerBits,
  expectedLines,
  operand,
  place,
  refuse,
  tooNarrow,
  typed,
  type Writing,
  words,
} from './writing.js'

/** Returns the qualifiers of a load or store in the order of PTX. */
const qualifiers = ({ order, scope, address }: Load | Store): string =>
  order === 'mmio' ? words('mmio', 'relaxed', scope, address.space) : words(order, scope, address.space)

export function loadLines(load: Load, writing: Writing): Result<readonly string[]> {
  const { proxy, order, destination, type, address, expected, span } = load
  const register = destination === sink ? undefined : writing.register(destination)
  if (order === 'mmio' && load.scope !== 'sys') return refuse(noMmio(load), span)
  const then = expectedLines(expected, destination, registerType(writing.thread, destination), writing)
  const narrow = register === undefined ? undefined : tooNarrow(destination, type, writing, span)
  if (narrow !== undefined) return fail(narrow)
  if (register === undefined) return refuse('PTX does not take `_` here', span)
  return match(proxy)
    .returnType<Result<readonly string[]>>()
    .with('generic', () => ok([`ld.${qualifiers(load)}.${typed(type)} ${register}, ${place(load, writing)};`, ...then]))
    .with('non-coherent', () => ok([`ld.global.nc.${typed(type)} ${register}, ${place(load, writing)};`, ...then]))
    .with('constant', () =>
      order === 'weak'
        ? ok([`ld.const.${typed(type)} ${register}, ${place(load, writing)};`, ...then])
        : refuse(`PTX has no \`ld.const.${order}\``, span),
    )
    .with('texture', () => {
      if (order !== 'weak') return refuse(`PTX has no \`tex.${order}\``, span)
      if (type.width !== 32 || containerBits(registerType(writing.thread, destination)) !== 32)
        return refuse('a texture of integers is read by 32 bits', span)
      if (address.kind !== 'name') return refuse('a texture needs a name', span)
      const index = `${writing.at(address.name, 'texture')}_index`
      return ok([
        '{',
        '.reg .b32 second, third, fourth;',
        `tex.1d.v4.s32.s32 {${register}, second, third, fourth}, [${writing.at(address.name, 'texture')}, {${index}}];`,
        '}',
        ...then,
      ])
    })
    .with('surface', () => refuse(noSurface, span))
    .exhaustive()
}

/** CUDA makes surface objects of arrays only, and an array has no address by which other instructions reach it. */
export const noSurface = 'CUDA has surfaces of arrays only, which have no address for generic accesses'

const noMmio = ({ kind, scope }: Load | Store): string =>
  `PTX has no \`${kind === 'load' ? 'ld' : 'st'}.mmio\` of scope \`.${scope}\``

export function storeLines(store: Store, writing: Writing): Result<readonly string[]> {
  const { proxy, type, value, span } = store
  if (proxy === 'surface') return refuse(noSurface, span)
  if (store.order === 'mmio' && store.scope !== 'sys') return refuse(noMmio(store), span)
  if (type.width === 128 && value.kind === 'integer')
    return ok([
      '{',
      '.reg .b128 value;',
      `mov.b128 value, {${value.value}, 0};`,
      `st.${qualifiers(store)}.b128 ${place(store, writing)}, value;`,
      '}',
    ])
  const narrow = value.kind === 'register' ? tooNarrow(value.name, type, writing, span) : undefined
  if (narrow !== undefined) return fail(narrow)
  return then(operand(value, writing), (given) =>
    ok([`st.${qualifiers(store)}.${typed(type)} ${place(store, writing)}, ${given};`]),
  )
}

/** Writes a vector access of several registers. */
export function vectorLines(some: readonly Instruction[], writing: Writing): Result<readonly string[]> {
  const elements = some.toSorted((a, b) => elementOf(a) - elementOf(b))
  const [first] = elements
  if (first?.kind === 'load') {
    if (first.proxy !== 'generic' && first.proxy !== 'non-coherent')
      return refuse('vectors are read by generic accesses only', first.span)
    const names = elements.flatMap((one) => (one.kind === 'load' ? [one.destination] : []))
    const widths = new Set(
      names.filter((name) => name !== sink).map((name) => registerType(writing.thread, name).width),
    )
    if (widths.size > 1) return refuse('its registers have several widths', first.span)
    const given = names.map((name) => (name === sink ? sink : writing.register(name)))
    const opcode = first.proxy === 'generic' ? `ld.${qualifiers(first)}` : 'ld.global.nc'
    return ok([`${opcode}.v${elements.length}.${typed(first.type)} {${given.join(', ')}}, ${place(first, writing)};`])
  }
  if (first?.kind === 'store') {
    const given = elements.map((one) => (one.kind === 'store' ? operand(one.value, writing) : fail()))
    return then(all(given), (values) =>
      ok([
        `st.${qualifiers(first)}.v${elements.length}.${typed(first.type)} ${place(first, writing)}, {${values.join(', ')}};`,
      ]),
    )
  }
  return refuse('PTX has vectors of loads and stores only', must(first, 'an element').span)
}

const elementOf = (one: Instruction): number => ('element' in one ? (one.element ?? 0) : 0)
