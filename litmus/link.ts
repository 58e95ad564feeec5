/** From what a reader found to a program: every name looked up, every thread checked. One linker, whatever the format. */

import type { Diagnostic } from '../source/diagnostic.js'
import { all, collect, ok, type Result, then, unless } from '../source/result.js'
import { checkHosting, linkHost } from './host/link.js'
import { checkClusterBarriers } from './instructions/cluster-barriers.js'
import { checkCtaBarriers } from './instructions/cta-barriers.js'
import { checkLabels } from './labels.js'
import { lookUpCondition, lookUpTerm, type Unasked } from './lookup.js'
import { checkAccesses, checkInitialValues, locationsOf } from './memory.js'
import { mixedClusters } from './position.js'
import type { Host, Program } from './program.js'
import { checkReads, checkWrites } from './registers.js'
import { type Memory, resolveCopies } from './resolve-copies.js'
import type { Unlinked } from './unlinked.js'
import { mentionedVariables, resolveVariables } from './variables.js'

/** The program of a test. Errors: the rules that names, threads and questions break. What depends on something wrong is not checked. */
export function link(test: Unlinked): Result<Program> {
  const declared = [
    ...test.declared,
    ...(test.undeclared === 'global' ? mentionedVariables(test.declared, test.threads) : []),
  ]
  const names = new Set(declared.map(({ name }) => name))
  const asked = then(
    collect({ memory: resolveVariables(declared), host: unless(checkHosting(test.threads)) }),
    ({ memory }) =>
      then(linkHost(test.threads, memory.variables), ({ threads, host }) =>
        then(resolveCopies({ ...memory, threads }, test.format), (copied) => ask(test, copied, host)),
      ),
  )
  return then(collect({ threads: unless(checkThreads(test, names)), asked }), ({ asked }) => ok(asked))
}

/** What can be checked of threads without their memory. */
const checkThreads = ({ problems, threads }: Unlinked, names: ReadonlySet<string>): readonly Diagnostic[] => [
  ...problems,
  ...mixedClusters(threads.filter((thread) => thread.kind === 'device')),
  ...threads.flatMap(checkLabels),
  ...threads.flatMap(({ instructions }) => checkClusterBarriers(instructions)),
  ...checkCtaBarriers(threads),
  ...threads.flatMap((thread) => [...checkWrites(thread, names), ...checkReads(thread, names)]),
]

/** The program of linked threads and memory, with its questions. */
function ask(test: Unlinked, memory: Memory, host: Host | undefined): Result<Program> {
  const { format, file, row, title, undeclared } = test
  const { threads, variables, roots } = memory
  const locations = locationsOf(memory)
  const program: Unasked = { variables, locations, threads }
  return then(
    collect({
      memory: unless([...checkAccesses(memory, format), ...checkInitialValues(roots, locations)]),
      questions: all(
        test.questions.map(({ condition, ...question }) =>
          then(lookUpCondition(condition, program), (condition) => ok({ ...question, condition })),
        ),
      ),
      filter: test.filter === undefined ? ok(undefined) : lookUpCondition(test.filter, program),
      observed: all(test.observed.map((term) => lookUpTerm(term, program))),
    }),
    ({ questions, filter, observed }) =>
      ok({
        format,
        file,
        ...(row === undefined ? {} : { row }),
        ...(title === undefined ? {} : { title }),
        ...(undeclared === 'global' ? { undeclared: true } : {}),
        ...program,
        ...(host === undefined ? {} : { host }),
        questions,
        ...(filter === undefined ? {} : { filter }),
        observed,
      }),
  )
}
