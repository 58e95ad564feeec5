/** The files that `--output` writes: the changed test, and beside it the modules that have changed. */

import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path'
import { formatOf, isModule, isTestFile } from '../../litmus/format.js'
import * as grammar from '../../litmus/nvlitmus/grammar.js'
import { moduleNamed } from '../../litmus/origin.js'
import { type Program, testName } from '../../litmus/program.js'
import { edited } from '../../repair/edits.js'
import { type Patched, patched } from '../../repair/patch.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { parseWith } from '../../source/grammar.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import { type OutputFile, writeAll } from '../input/outputs.js'
import { noText } from './text.js'

/**
 * Returns why the changed test cannot be written to a file of that name: it would be read as another format, or would
 * overwrite a template.
 */
export function wrongFile(test: Program, file: string): readonly Diagnostic[] {
  if (test.row !== undefined && resolve(file) === resolve(test.file))
    return [diagnostic('this is the template, of which one instance is written; give another file', file)]
  const isOfModule = test.origin?.launching !== undefined
  const named = { name: file, text: isOfModule || test.format === 'nvlitmus' ? '' : 'PTX' }
  if (isOfModule)
    return isTestFile(file)
      ? [
          diagnostic(
            `what is written is a module of PTX, not a test: give a file that ends in .ptx, such as ${basename(file, extname(file))}.ptx`,
            file,
          ),
        ]
      : []
  if (isModule(named) || formatOf(named) !== test.format)
    return [
      diagnostic(`what is written is a test in the format of ${test.format === 'herd' ? '.litmus' : '.test'}`, file),
    ]
  return []
}

/** Returns the test as it is. */
export const unchanged = (test: Program): Patched | undefined => patched(test, [])

/**
 * Writes the test to the file, if there is one, and beside it the modules that have changed, each under a unique name.
 * Returns the paths. Fails if no text can express the change, and with the system's errors.
 */
export function writeTexts(
  test: Program,
  texts: Patched | undefined,
  { output: file, force }: { readonly output?: string | undefined; readonly force: boolean },
): Result<readonly string[]> {
  if (file === undefined) return ok([])
  if (texts === undefined) return fail(diagnostic(noText, testName(test)))
  return then(filesOf(test, texts, file), (files) =>
    then(writeAll(files, force), () => ok(files.map(({ path }) => path))),
  )
}

function filesOf(
  { file: from }: Program,
  { test: own, modules }: Patched,
  file: string,
): Result<readonly OutputFile[]> {
  if (own === undefined) return ok(modules.map(({ text }) => ({ path: file, text })))
  if (modules.length === 0) return ok([{ path: file, text: own.text }])
  const folder = dirname(file)
  const taken = new Set([resolve(file)])
  const named = modules.map((module) => {
    const { path, options, source, text } = module
    const there = isAbsolute(path) ? path : join(dirname(from), path)
    if (text === source.text)
      return {
        path,
        options,
        written: isAbsolute(path) ? path : relative(folder, there).replaceAll('\\', '/'),
        file: undefined,
      }
    const name = freshName(`${basename(file, extname(file))}.${basename(path).replace(/\.cu$/, '.ptx')}`, folder, taken)
    return { path, options, written: name, file: { path: join(folder, name), text } }
  })
  return then(parseWith(grammar, { name: file, text: own.text }), (items) => {
    const changes = items.flatMap((item) => {
      const module = item.kind === 'module' ? moduleNamed(named, item.file.text, item.options?.text) : undefined
      if (item.kind !== 'module' || module === undefined) return []
      // The text to write is PTX.
      const end = module.file === undefined ? item.file.span.end : (item.options ?? item.file).span.end
      return [{ ...item.file.span, end, text: `"${module.written}"` }]
    })
    const [text = own.text] = edited(changes)?.values() ?? []
    return ok([...named.flatMap((one) => one.file ?? []), { path: file, text }])
  })
}

/** Returns the name, with a number if two modules would have it. */
function freshName(name: string, folder: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : name.replace(/(\.[^.]*)?$/, `-${number}$1`)
    const path = resolve(folder, candidate)
    if (taken.has(path)) continue
    taken.add(path)
    return candidate
  }
}
