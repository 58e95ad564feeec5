/** The entries of a module as text. */

import { typeText } from '../../litmus/module/arguments.js'
import { cudaParametersOf } from '../../litmus/module/cuda-parameters.js'
import { bytesOf, entryNames, parameterName } from '../../litmus/module/entries.js'
import { entriesOf, type Module } from '../../litmus/module/read.js'
import { sampleLaunch } from '../../litmus/module/sample.js'
import type { FunctionSyntax, ParameterSyntax } from '../../litmus/module/syntax.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'
import { largest } from '../../source/largest.js'

/** Returns each entry with its parameters, and a launch as the command line takes it. */
export function renderModule(module: Module): string {
  const entries = entriesOf(module)
  const nameOf = entryNames(entries)
  const head = `${printable(module.source.name)}: ${entries.length === 1 ? '1 entry' : `${entries.length} entries`}`
  return [head, ...entries.flatMap((entry) => ['', ...entryLines(nameOf(entry), entry, module)])].join('\n')
}

function entryLines(shown: string, entry: FunctionSyntax, module: Module): readonly string[] {
  const widest = (text: (parameter: ParameterSyntax) => string) =>
    largest(entry.parameters.map((one) => text(one).length))
  const inCuda = cudaParametersOf(entry, module.source)
  const nameOf = (one: ParameterSyntax): string =>
    inCuda?.[entry.parameters.indexOf(one)]?.name ?? parameterName(one.name.text, entry)
  const [names, types] = [widest(nameOf), widest(typeText)]
  return [
    shown === entry.name.text ? shown : `${shown}  (${entry.name.text} in PTX)`,
    ...entry.parameters.map((one) => {
      const bytes = bytesOf(one)
      return `  ${nameOf(one).padEnd(names)}  ${typeText(one).padEnd(types)}  ${bytes === undefined ? '' : counted(bytes, 'byte')}`.trimEnd()
    }),
    `  --launch '${sampleLaunch(entry, module)}'`,
  ]
}
