/** The modules that a test names, and the launches of their entries. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { all, collect, fail, ok, type Result, then } from '../../source/result.js'
import type { Integer } from '../instruction.js'
import { type Launched, launched } from '../module/launch.js'
import { entriesOf, type Module, readModule } from '../module/read.js'
import { countOf, type Dimensions } from '../module/special.js'
import type { Reading } from '../reading.js'
import type { LaunchSyntax, SizeSyntax } from '../syntax/words.js'
import type { Item, ModuleItem } from './syntax.js'

/** A launch under the name of its kernel, which no other kernel has, with what it launches. */
export interface CompiledLaunch {
  readonly syntax: LaunchSyntax
  /** As the host's other launches. */
  readonly plain: LaunchSyntax
  readonly launched: Launched
}

/** The modules of a test. Errors: those of the files, at the places that name them. */
const modulesIn = (items: readonly Item[], { load }: Reading): Result<readonly Module[]> =>
  all(items.filter((item) => item.kind === 'module').map((item) => loaded(item, load)))

function loaded({ file }: ModuleItem, load: Reading['load']): Result<Module> {
  if (load === undefined) return fail(diagnostic('no modules can be read here', file.span))
  const opened = load(file.text, file.span.source)
  return opened.ok ? readModule(opened.source) : fail(diagnostic(`\`${file.text}\`: ${opened.reason}`, file.span))
}

/** The launches of entries of modules, in order. */
export const compiledLaunches = (items: readonly Item[], reading: Reading): Result<readonly CompiledLaunch[]> =>
  then(modulesIn(items, reading), (modules) => {
    if (modules.length === 0) return ok([])
    const kernels = new Set(items.flatMap((item) => (item.kind === 'kernel' ? [item.name.text] : [])))
    const names = new Set(kernels)
    const launches = items.flatMap((item) =>
      item.kind === 'host' ? item.statements.filter((one) => one.kind === 'launch' && !kernels.has(one.name.text)) : [],
    )
    return all(
      launches.flatMap((syntax) => {
        if (syntax.kind !== 'launch') return []
        const kernel = unused(syntax.name.text, names)
        names.add(kernel)
        return [compiledLaunch(syntax, kernel, modules, kernels)]
      }),
    )
  })

/** The word, or with a number behind it if it is taken. */
function unused(word: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? word : `${word}_${number}`
    if (!taken.has(name)) return name
  }
}

function compiledLaunch(
  syntax: LaunchSyntax,
  kernel: string,
  modules: readonly Module[],
  kernels: ReadonlySet<string>,
): Result<CompiledLaunch> {
  const { name } = syntax
  const found = modules.flatMap((module) =>
    entriesOf(module).flatMap((entry) => (entry.name.text === name.text ? [{ module, entry }] : [])),
  )
  const [one] = found
  if (one === undefined) return fail(noEntry(syntax, modules, kernels))
  return then(
    collect({ grid: dimensions(syntax, 0, 'a number of CTAs'), block: dimensions(syntax, 1, 'a number of threads') }),
    ({ grid, block }) =>
      then(
        launched(one.module, one.entry, { kernel, grid, block, arguments: syntax.arguments, span: syntax.name.span }),
        (launched) =>
          ok({
            syntax,
            plain: {
              ...syntax,
              name: { ...name, text: kernel },
              sizes: [counted(syntax, 0, grid), counted(syntax, 1, block), ...syntax.sizes.slice(2)],
              arguments: [],
              options: [],
            },
            launched,
          }),
      ),
  )
}

function noEntry({ name }: LaunchSyntax, modules: readonly Module[], kernels: ReadonlySet<string>): Diagnostic {
  const entries = modules.flatMap(entriesOf).map((entry) => entry.name.text)
  return diagnostic(`there is no entry \`${name.text}\`${didYouMean(name.text, [...entries, ...kernels])}`, name.span, {
    message: entries.length === 0 ? 'the modules have no entries' : `the entries are ${entries.join(', ')}`,
  })
}

function dimensions({ sizes, name, span }: LaunchSyntax, index: number, what: string): Result<Dimensions> {
  const size = sizes[index]
  const expected = `expected ${what}, 1 or more, as in \`${name.text}<<<grid, block>>>(…)\``
  if (size === undefined || size.kind === 'word') return fail(diagnostic(expected, size?.span ?? span))
  const values = size.kind === 'integer' ? [size] : size.values
  const wrong = values.find(({ value }) => value < 1n) ?? values[3]
  if (wrong !== undefined) return fail(diagnostic(expected, wrong.span))
  const [x = 1, y = 1, z = 1] = values.map(({ value }) => Number(value))
  return ok({ x, y, z })
}

const counted = ({ sizes, span }: LaunchSyntax, index: number, size: Dimensions): SizeSyntax & Integer => ({
  kind: 'integer',
  value: BigInt(countOf(size)),
  span: sizes[index]?.span ?? span,
})
