/** `ptx-litmus launch`: the entries of a module, or a test that launches one. */

import { dirname, relative } from 'node:path'
import { entryNamed, entryNames } from '../../litmus/module/entries.js'
import { entriesOf, type Module, readModule } from '../../litmus/module/read.js'
import { sampleTest } from '../../litmus/module/sample.js'
import type { FunctionSyntax } from '../../litmus/module/syntax.js'
import type { ExitStatus } from '../../report/check.js'
import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { written } from '../commandline/written.js'
import { errorsTo } from '../console/errors.js'
import { withSources } from '../input/compiled-from.js'
import { compiledSource, isCudaSource } from '../input/nvcc.js'
import { isStandardInput, readSource, standardInput } from '../input/source.js'
import type { LaunchArguments } from './command.js'
import { renderModule } from './render.js'

/** Prints the list or writes the test, and returns the exit status. */
export async function run(
  { words: [path = '', entry], output: file, force, nvcc, 'nvcc-options': nvccOptions }: LaunchArguments,
  { output }: CommandEnvironment,
): Promise<ExitStatus> {
  const errors = errorsTo(output)
  const text = errors.valueOf(
    then(
      isCudaSource(path) ? compiledSource(path, { nvcc, nvccOptions }) : readSource(standardInput(path), 'module'),
      (source) =>
        then(readModule(withSources(source)), (module) =>
          entry === undefined && file === undefined
            ? ok(renderModule(module))
            : then(chosen(module, entry), (one) => ok(sampleTest(one, module, pathFrom(file, path)))),
        ),
    ),
  )
  return text !== undefined && written(text, { output: file, force }, output, errors) ? 0 : 2
}

/** Returns the entry of that name, or the only one. */
function chosen(module: Module, name: string | undefined): Result<FunctionSyntax> {
  const entries = entriesOf(module)
  if (name !== undefined) return entryNamed(name, entries, module.source.name)
  const [only, ...others] = entries
  if (only !== undefined && others.length === 0) return ok(only)
  const names = entries.map(entryNames(entries)).join(', ')
  return fail(
    diagnostic(
      only === undefined ? 'the module has no entries' : `name one of the entries, ${names}`,
      module.source.name,
    ),
  )
}

/** Returns how a test in that file names the module. */
const pathFrom = (test: string | undefined, module: string): string =>
  isStandardInput(module) ? 'FILE.ptx' : test === undefined ? module : relative(dirname(test), module)
