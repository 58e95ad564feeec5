/**
 * Scopes that several accesses or fences have from one declaration of the source: an alias of `cuda::atomic_ref`, a
 * `cuda::atomic` variable, a macro for a fence. One edits the declaration, and changes them all.
 */

import type { Instruction } from '../litmus/instruction.js'
import type { Scope } from '../litmus/operand.js'
import { isCompiled, type Program, threadAt } from '../litmus/program.js'
import { compiledFrom } from '../source/compiled.js'
import { groupBy } from '../source/group.js'
import { must } from '../source/must.js'
import { offsetIn, sourceNamed } from '../source/source-line.js'
import { position, type SourceText, span } from '../source/text.js'
import { compareCosts, costOf } from './costs.js'
import { defaultCosts } from './prices.js'
import type { Change, Declaration } from './repair.js'
import { alternatives, asItIs, type Slot } from './slot.js'

/** A change of the scope of one instruction that has it from a declaration. */
interface Use {
  readonly declaration: Declaration
  readonly scope: Scope
  readonly change: Change
}

/**
 * Returns a slot for each declaration from which several instructions have their scope, with a wider one; `stronger` are
 * the slots where single instructions get other orders and scopes.
 */
export function declaredScopes(program: Program, stronger: readonly Slot[]): readonly Slot[] {
  const uses = stronger.flatMap(({ levels }, slot) =>
    levels.flatMap(({ change }) =>
      change === undefined ? [] : usesIn(program, change).map((use) => ({ ...use, slot })),
    ),
  )
  return [...groupBy(uses, ({ declaration: { name, file } }) => `${file} ${name}`).values()].flatMap(
    (some): readonly Slot[] => {
      const count = new Set(some.map(({ slot }) => slot)).size
      if (count < 2) return []
      const [{ declaration }] = some
      const wider = [...groupBy(some, ({ scope }) => scope).values()].filter((all) => all.length === count)
      const changes = wider.map((all) =>
        together(
          all.map(({ change }) => change),
          declaration,
        ),
      )
      return changes.length === 0
        ? []
        : [
            {
              rank: 0,
              like: `scope of ${declaration.name}`,
              addsOrder: false,
              levels: alternatives<Change | undefined>(
                [undefined, ...changes],
                () => false,
                (change) => (change === undefined ? asItIs : { change, safe: true }),
              ),
            },
          ]
    },
  )
}

/** It costs as much as the dearest of its uses. */
function together(changes: readonly Change[], declaration: Declaration): Change {
  const [dearest] = changes.toSorted((a, b) => compareCosts(costOf([b], defaultCosts), costOf([a], defaultCosts)))
  return {
    ...must(dearest, 'a use'),
    edits: changes.flatMap(({ edits }) => edits),
    isOne: true,
    declaration,
  }
}

function usesIn(program: Program, change: Change): readonly Use[] {
  const [edit, ...others] = change.edits
  if (edit?.change.kind !== 'replace' || edit.change.what !== 'scope' || others.length > 0) return []
  const { instruction } = edit.change
  const text = threadAt(program.threads, edit.thread)
  const one = text.instructions[edit.at]
  if (one === undefined || !isCompiled(text) || !('scope' in instruction) || instruction.scope === undefined) return []
  const { scope } = instruction
  return declarationsOf(one).map((declaration) => ({ declaration, scope, change }))
}

/** Returns the declarations that an instruction may have its scope from, as its line of the source names them. */
function declarationsOf({ kind, span: place }: Instruction): readonly Declaration[] {
  const from = compiledFrom(place)
  const source = from && sourceNamed(place.source, from.file)
  if (from === undefined || source === undefined) return []
  const offset = offsetIn(source, from)
  const { lineText } = position(span(source, offset, offset))
  const words = new Set(lineText.match(/[A-Za-z_]\w*/g) ?? [])
  const all = (place.source.sources ?? [])
    .flatMap((one) => scopedNames(one))
    .filter(({ name, line, file }) => words.has(name) && !(file === from.file && line === from.line))
  // A default does not count if the name is defined.
  const named = all.filter(
    (one) => one.isDefault !== true || all.every(({ name, isDefault }) => name !== one.name || isDefault === true),
  )
  if (named.length > 0 || kind !== 'fence') return named.map((one) => withOption(one, place.source))
  const [, macro] = /^([A-Za-z_]\w*)\s*\(/.exec(source.text.slice(offset)) ?? []
  return macro === undefined || /^(?:__threadfence|cuda$|__nv_)/.test(macro) || isFunction(place.source, macro)
    ? []
    : [{ name: macro, file: from.file }]
}

/** Returns a default with the option of the compiler that defines its name instead, if the command has one. */
function withOption(one: Declaration, { command = '' }: SourceText): Declaration {
  const option =
    one.isDefault === true ? new RegExp(String.raw`-D ?${one.name}(?:=[^\s'"]*)?(?=\s|$)`).exec(command) : null
  return option === null ? one : { ...one, option: option[0] }
}

/** Returns whether a source of the text defines a function of that name. A call of it would be inlined. */
const isFunction = ({ sources = [] }: SourceText, name: string): boolean =>
  sources.some(({ text }) => new RegExp(String.raw`\w[\s*&]+${name}\s*\([^;{]*\)\s*\{`).test(text))

const patterns = [
  /^[ \t]*#[ \t]*define[ \t]+(\w+)(?:\(\))?[ \t][^\n]*(?:thread_scope_|__threadfence)/gm,
  /\busing\s+(\w+)\s*=[^;]*thread_scope_/g,
  /\btypedef\b[^;]*thread_scope_[^;]*?\b(\w+)\s*;/g,
  /\batomic(?:_ref)?\s*<[^;<>]*thread_scope_\w+\s*>[\s*&]*(\w+)\s*(?=[;,)[{=(])/g,
]

/** Returns the names that a source declares with a scope. A macro with a default may have another definition. */
function scopedNames(source: SourceText): readonly Declaration[] {
  return patterns.flatMap((pattern) =>
    [...source.text.matchAll(pattern)].flatMap(({ 0: whole, 1: name = '', index }): readonly Declaration[] => {
      const start = index + whole.search(/\S/)
      const { line, lineText } = position(span(source, start, start))
      const isDefault = new RegExp(String.raw`#[ \t]*ifndef[ \t]+${name}\b`).test(source.text)
      return [{ name, file: source.name, line, text: lineText.trim(), ...(isDefault ? { isDefault } : {}) }]
    }),
  )
}

/** Returns a slot of one instruction with the price of a scope of its own, if a declaration gives it to several. */
export function withOwnScope(slot: Slot, declared: readonly Slot[]): Slot {
  const shared = declared.flatMap(({ levels }) => levels.flatMap(({ change }) => change?.edits ?? []))
  const isShared = ({ edits }: Change): boolean => edits.some((edit) => shared.includes(edit))
  return {
    ...slot,
    levels: slot.levels.map((level) =>
      level.change === undefined || !isShared(level.change)
        ? level
        : { ...level, change: { ...level.change, prices: [...level.change.prices, 'own scope'] } },
    ),
  }
}
