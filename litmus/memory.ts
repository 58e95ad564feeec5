/** What a program's accesses must agree on: names, spaces, widths and coordinates. */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { didYouMean } from '../source/nearest.js'
import { type Access, destinationOf, type Instruction, type Operand } from './instruction.js'
import { sameCta } from './position.js'
import type { Location, Thread, Variable } from './program.js'

/**
 * The locations with the type of their first access; 32 bits, signed, where there is none. Errors: an access to a name that is
 * not declared, or to another state space than its own; two widths of one location (mixed sizes are not modelled); shared
 * memory used from two CTAs; two elements of one surface or texture name.
 */
export function resolveLocations(
  threads: readonly Thread[],
  variables: readonly Variable[],
  roots: readonly Pick<Location, 'name' | 'space'>[],
): { readonly locations: readonly Location[]; readonly diagnostics: readonly Diagnostic[] } {
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const accesses = threads.flatMap((thread) =>
    thread.instructions.flatMap((instruction) => ('address' in instruction ? [{ thread, access: instruction }] : [])),
  )
  const diagnostics: Diagnostic[] = []
  const firstAt = new Map<number, { readonly thread: Thread; readonly access: Access }>()
  const coordinates = new Map<string, Access>()
  for (const { thread, access } of accesses) {
    const { name, span } = access.address
    const variable = byName.get(name)
    if (variable === undefined) {
      diagnostics.push(diagnostic(`\`${name}\` is not declared${didYouMean(name, byName.keys())}`, span))
      continue
    }
    const first = firstAt.get(variable.location)
    if (first === undefined) firstAt.set(variable.location, { thread, access })
    const root = roots[variable.location]
    const element = access.address.coordinate === undefined ? undefined : (coordinates.get(name) ?? access)
    if (element !== undefined) coordinates.set(name, element)
    diagnostics.push(
      ...checkSpace(access, root),
      ...checkWidth(access, first?.access),
      ...(root?.space === 'shared' ? checkCta(access, thread, first) : []),
      ...(element === undefined ? [] : checkCoordinate(access, element, thread)),
    )
  }
  const locations = roots.map((root, i): Location => {
    const type = firstAt.get(i)?.access.type ?? { width: 32, signed: true }
    return { ...root, type, initial: 0n }
  })
  return { locations, diagnostics }
}

function checkSpace(
  { address: { name, space, span } }: Access,
  root: Pick<Location, 'space'> | undefined,
): readonly Diagnostic[] {
  const shared = root?.space === 'shared'
  if (space === undefined || (space === 'shared') === shared) return []
  return [diagnostic(`\`${name}\` is ${shared ? '' : 'not '}in shared memory; the access says \`.${space}\``, span)]
}

function checkWidth({ type, address }: Access, first: Access | undefined): readonly Diagnostic[] {
  if (first === undefined || first.type.width === type.width) return []
  return [
    diagnostic(
      `${type.width} bits of \`${address.name}\`, which is accessed with ${first.type.width} bits elsewhere; mixed sizes are not modelled`,
      address.span,
      {
        message: `${first.type.width} bits`,
        place: first.address.span,
      },
    ),
  ]
}

function checkCta(
  { address }: Access,
  { position }: Thread,
  first: { readonly thread: Thread; readonly access: Access } | undefined,
): readonly Diagnostic[] {
  if (first === undefined) return []
  if (sameCta(first.thread.position, position)) return []
  const note = { message: `used by ${first.thread.name}`, place: first.access.address.span }
  return [diagnostic(`\`${address.name}\` is shared memory of another CTA`, address.span, note)]
}

/** A name stands for one element, so its accesses must not say two; and the element must not depend on what the thread computes. */
function checkCoordinate({ address }: Access, first: Access, { instructions }: Thread): readonly Diagnostic[] {
  const { name, coordinate, span } = address
  if (shownCoordinate(coordinate) !== shownCoordinate(first.address.coordinate)) {
    const note = { message: `addressed as ${shown(first)}`, place: first.address.span }
    return [diagnostic(`\`${name}\` stands for one element; two coordinates are two names`, span, note)]
  }
  if (coordinate?.kind !== 'register') return []
  const writer = instructions.find((instruction: Instruction) => destinationOf(instruction) === coordinate.name)
  if (writer === undefined) return []
  const note = { message: `\`${coordinate.name}\` is written`, place: writer.span }
  return [
    diagnostic('addresses are names: a coordinate that the thread computes is not modelled', coordinate.span, note),
  ]
}

const shownCoordinate = (coordinate: Operand | undefined): string =>
  coordinate === undefined ? '' : coordinate.kind === 'integer' ? `${coordinate.value}` : coordinate.name

const shown = ({ address: { name, coordinate } }: Access): string =>
  coordinate === undefined ? `[${name}]` : `[${name}, ${shownCoordinate(coordinate)}]`
