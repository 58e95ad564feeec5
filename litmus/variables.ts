/** Declarations of names, resolved to physical locations and virtual addresses. */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { must } from '../source/must.js'
import { didYouMean } from '../source/nearest.js'
import { fail, failAll, ok, type Result } from '../source/result.js'
import type { Span } from '../source/text.js'
import type { Format } from './format.js'
import { type Integer, type Named, namesIn, type Width } from './instruction.js'
import type { Space, Thread, Variable } from './program.js'

export interface DeclaredVariable {
  readonly name: string
  readonly space: Space
  readonly alias: { readonly how: 'physically' | 'virtually'; readonly of: string; readonly ofSpan: Span } | undefined
  /** What its location holds at the start; 0 by default. */
  readonly initial: Integer | undefined
  /** The width in its declaration. */
  readonly width?: Width
  readonly span: Span
}

/** A location before its type is known. */
export interface Root extends Pick<DeclaredVariable, 'name' | 'space' | 'initial' | 'width'> {}

export interface Variables {
  readonly variables: readonly Variable[]
  /** A location for each name that aliases no other. */
  readonly roots: readonly Root[]
}

/** The error for an undeclared name, with how the format declares one. */
export function notDeclared({ name, span }: Named, known: Iterable<string>, format: Format): Diagnostic {
  const how =
    format === 'herd' ? `declare it in the initial values, as in \`${name} = 0;\`, or use --undeclared` : undefined
  const message = `\`${name}\` is not declared${didYouMean(name, known)}`
  return diagnostic(message, span, ...(how === undefined ? [] : [{ message: how }]))
}

/** The undeclared names of accesses, calls and aliases, as locations of global memory. */
export function mentionedVariables(
  declared: readonly DeclaredVariable[],
  threads: readonly Thread[],
): readonly DeclaredVariable[] {
  const known = new Set(declared.map(({ name }) => name))
  const mentioned = [
    ...threads.flatMap(({ instructions }) => instructions.flatMap(namesIn)),
    ...declared.flatMap(({ alias }) => (alias === undefined ? [] : [{ name: alias.of, span: alias.ofSpan }])),
  ].filter(({ name }) => !known.has(name))
  return [...groupBy(mentioned, ({ name }) => name).values()].map(([{ name, span }]) => ({
    name,
    space: 'global',
    alias: undefined,
    initial: undefined,
    span,
  }))
}

/**
 * Names with their location and address. A name physically aliased to another is a new virtual address of its memory; one
 * virtually aliased shares the address. Errors: a name declared twice, an alias of nothing, aliases in a circle, an alias
 * between global, shared and local memory.
 */
export function resolveVariables(declarations: readonly DeclaredVariable[]): Result<Variables> {
  const known = new Map<string, DeclaredVariable>()
  const diagnostics: Diagnostic[] = []
  for (const declared of declarations) {
    const first = known.get(declared.name)
    if (first === undefined) known.set(declared.name, declared)
    else {
      const note = { message: 'first declared', place: first.span }
      diagnostics.push(diagnostic(`\`${declared.name}\` is declared twice`, declared.span, note))
    }
  }
  const roots: Root[] = []
  const resolved = new Map<string, Variable>()
  let addresses = 0
  for (const declared of known.values()) {
    const chain = followAliases(declared, known, resolved)
    if (!chain.ok) {
      for (const one of chain.diagnostics) diagnostics.push(one)
      continue
    }
    for (const { name, space, alias, initial, width, span } of chain.value.toReversed()) {
      const of = alias === undefined ? undefined : must(resolved.get(alias.of), `the variable ${alias.of}`)
      resolved.set(name, {
        name,
        space,
        location: of?.location ?? roots.push({ name, space, initial, ...(width === undefined ? {} : { width }) }) - 1,
        address: alias?.how === 'virtually' && of !== undefined ? of.address : addresses++,
        ...(alias === undefined ? {} : { alias: { how: alias.how, of: alias.of } }),
        span,
      })
    }
  }
  if (diagnostics.length > 0) return failAll(diagnostics)
  return ok({ variables: [...known.keys()].map((name) => must(resolved.get(name), `the variable ${name}`)), roots })
}

/** The name, what it aliases, what that aliases, and so on, up to what is already resolved. */
function followAliases(
  start: DeclaredVariable,
  known: ReadonlyMap<string, DeclaredVariable>,
  resolved: ReadonlyMap<string, Variable>,
): Result<readonly DeclaredVariable[]> {
  const chain = new Set<DeclaredVariable>()
  for (let at = start; !resolved.has(at.name); ) {
    chain.add(at)
    const { name, space, alias } = at
    if (alias === undefined) break
    const target = known.get(alias.of)
    if (target === undefined) {
      // Reported once, when the name that lacks its target is itself resolved.
      if (at !== start) return fail()
      return fail(
        diagnostic(
          `\`${name}\` aliases \`${alias.of}\`, which is not declared${didYouMean(alias.of, known.keys())}`,
          alias.ofSpan,
        ),
      )
    }
    if (chain.has(target)) {
      if (target !== start) return fail()
      const { ofSpan } = must(start.alias, 'the alias by which the circle begins')
      return fail(
        diagnostic(`\`${start.name}\` aliases itself${target === at ? '' : `, by way of \`${name}\``}`, ofSpan),
      )
    }
    if (memoryOf(space) !== memoryOf(target.space)) {
      const note = { message: `\`${target.name}\` is .${target.space}`, place: target.span }
      return at === start
        ? fail(diagnostic(`\`${name}\` is .${space} and cannot alias .${target.space} memory`, alias.ofSpan, note))
        : fail()
    }
    at = target
  }
  return ok([...chain])
}

/** The state space of the memory behind a name; surfaces, textures and constant banks are in global memory (ISA, State Spaces). */
export const memoryOf = (space: Space): 'global' | 'shared' | 'local' =>
  space === 'shared' || space === 'local' ? space : 'global'
