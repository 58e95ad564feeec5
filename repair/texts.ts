/** The texts from which a program was read; reads it again from other texts. */

import { moduleNamed, type NamedModule } from '../litmus/origin.js'
import type { Program } from '../litmus/program.js'
import { readTests } from '../litmus/read.js'
import { must } from '../source/must.js'
import type { SourceText } from '../source/text.js'

/** The texts: that of the test, unless the command line launches a module; and its modules. */
export interface Texts {
  readonly test: SourceText | undefined
  readonly modules: readonly NamedModule[]
}

/** Returns the texts from which a program was read. The text of an instance of a template is that of the instance. */
export function textsOf({ file, origin, threads, questions }: Program): Texts {
  const { modules = [], launching } = origin ?? {}
  if (launching === undefined) {
    const spans = [...questions, ...threads].map(({ span }) => span.source)
    return { test: spans.find((source) => !modules.some((one) => one.source === source)), modules }
  }
  const compiled = threads.find(({ kind }) => kind === 'device')?.instructions[0]?.span.source
  return {
    test: undefined,
    modules: compiled === undefined ? [] : [{ path: file, options: undefined, source: compiled }],
  }
}

/** Returns the program in the texts with these changes, or undefined if they contain none. */
export function readAgain(program: Program, texts: ReadonlyMap<SourceText, string>): Program | undefined {
  const { test, modules } = textsOf(program)
  const changed = (source: SourceText): SourceText => ({ ...source, text: texts.get(source) ?? source.text })
  if (test === undefined) {
    const { launches, asked } = must(program.origin?.launching, 'the launches of a module')
    const launching = { launches: launches.map(changed), asked }
    return modules.flatMap(({ source }) => readTests(changed(source), { launching }).tests)[0]
  }
  const { name, text } = changed(test)
  const { tests } = readTests(
    { name, text },
    {
      undeclared: program.undeclared === true,
      load: (path, _, options) => {
        const module = moduleNamed(modules, path, options)
        return module === undefined
          ? { ok: false, reason: 'no such module' }
          : { ok: true, source: changed(module.source) }
      },
    },
  )
  return tests[0]
}
