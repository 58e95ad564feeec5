/**
 * Links what a reader found into a program: it looks up every name and checks every thread, whatever the format. Errors
 * of reading are reported together. Errors of linking are reported only if there are no errors of reading. Each list is
 * in the order of the places.
 */

import type { Diagnostic } from '../source/diagnostic.js'
import { memoised } from '../source/memoised.js'
import { all, collect, ok, type Result, then, unless } from '../source/result.js'
import { checkAsynchronous } from './async-memory.js'
import { termsOf } from './condition.js'
import { checkElements, checkIndices, typedRoots, withElements } from './elements.js'
import type { Format } from './format.js'
import { checkHosting, linkHost } from './host/link.js'
import { withIgnoreSrc } from './ignore-src.js'
import { checkClusterBarriers } from './instructions/cluster-barrier-order.js'
import { checkCtaBarriers } from './instructions/cta-barriers.js'
import { checkLabels } from './labels.js'
import { checkAccesses, locationsOf } from './memory.js'
import { checkPointers, withoutNames, withPointers } from './pointers.js'
import { mixedClusters } from './position.js'
import { type Host, isCompiled, type Program, type WrittenThread } from './program.js'
import { checkReads, checkRegisters, checkWrites, withRegisterTypes } from './registers.js'
import { type QuestionScope, resolveCondition, resolveTerm } from './resolve-conditions.js'
import { type Memory, resolveInstances } from './resolve-instances.js'
import type { Unlinked } from './unlinked.js'
import { mentionedVariables, resolveVariables, type Variables } from './variables.js'

/**
 * Returns the program of a test. Reports names, threads and questions that break a rule. What depends on something
 * wrong is not checked.
 */
export function link(test: Unlinked): Result<Program> {
  // Threads of one launch share their instructions.
  const ignored = memoised(withIgnoreSrc)
  const given = new Set(test.declared.map(({ name }) => name))
  const threads = test.threads
    .map((thread) => (isCompiled(thread) ? thread : withPointers(thread, given)))
    .map((thread) => ({ ...thread, instructions: ignored(thread.instructions) }))
  const declared = [
    ...test.declared,
    ...(test.undeclared === 'global' ? mentionedVariables(test.declared, threads) : []),
  ]
  const names = new Set(declared.map(({ name }) => name))
  const registerNames = registersAsked(test)
  const linked = then(
    collect({ memory: resolveVariables(declared), host: unless(checkHosting(threads)) }),
    ({ memory }) =>
      then(linkMemory(threads, memory, { format: test.format, registerNames }), (linked) => ask(test, linked)),
  )
  return then(collect({ threads: unless(checkThreads(test, threads, names)), linked }), ({ linked }) => ok(linked))
}

/** Threads and memory with types, the threads of the host's tasks, and copies of shared and local memory. */
interface Linked {
  readonly memory: Memory
  readonly host: Host | undefined
  /** The errors in elements and registers. Accesses are checked even if there are some. */
  readonly problems: readonly Diagnostic[]
}

function linkMemory(
  written: readonly WrittenThread[],
  { variables, roots: declared }: Variables,
  { format, registerNames }: { readonly format: Format; readonly registerNames: ReadonlySet<string> },
): Result<Linked> {
  const untyped = { variables, roots: typedRoots(written, { variables, roots: declared }) }
  const { threads: typed, roots } = withElements(written, untyped)
  const names = new Set(variables.map(({ name }) => name))
  const problems = [
    ...checkIndices(written, untyped),
    ...byHand(typed).flatMap((thread) => [...checkRegisters(thread), ...checkPointers(thread, names)]),
  ]
  const threads = typed.map((thread) =>
    isCompiled(thread) ? thread : withRegisterTypes(withoutNames(thread, registerNames)),
  )
  return then(linkHost(threads, { variables, locations: roots }), ({ threads, host }) =>
    then(resolveInstances({ threads, variables, roots }, format), (memory) => ok({ memory, host, problems })),
  )
}

/**
 * Returns the threads that the test writes itself. In the others, the reader of modules has already distinguished
 * registers from memory.
 */
const byHand = (threads: readonly WrittenThread[]): readonly WrittenThread[] =>
  threads.filter((thread) => !isCompiled(thread))

/** Returns the names in questions that may be registers. */
const registersAsked = ({ questions, filter, observed }: Unlinked): ReadonlySet<string> =>
  new Set(
    [
      ...[...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])].flatMap(termsOf),
      ...observed,
    ].flatMap((term) => (term.kind === 'register' || term.kind === 'name' ? [term.name.text] : [])),
  )

/** Returns what can be checked of threads without their memory. */
const checkThreads = (
  { problems }: Unlinked,
  threads: readonly WrittenThread[],
  names: ReadonlySet<string>,
): readonly Diagnostic[] => [
  ...problems,
  ...mixedClusters(threads.filter((thread) => thread.kind === 'device')),
  ...threads.flatMap(checkLabels),
  ...threads.flatMap(({ instructions }) => checkClusterBarriers(instructions)),
  ...checkCtaBarriers(threads),
  ...byHand(threads).flatMap((thread) => [...checkWrites(thread, names), ...checkReads(thread, names)]),
]

/** Returns the program of linked threads and memory, with its questions. */
function ask(test: Unlinked, { memory, host, problems }: Linked): Result<Program> {
  const { format, file, row, title, undeclared, partial, timeouts } = test
  const { threads, variables } = memory
  const locations = locationsOf(memory)
  const program: QuestionScope = { variables, locations, threads }
  return then(
    collect({
      memory: unless([
        ...problems,
        ...checkAccesses(memory, format),
        ...checkAsynchronous(memory),
        ...checkElements(memory, format),
      ]),
      questions: all(
        test.questions.map(({ condition, ...question }) =>
          then(resolveCondition(condition, program), (condition) => ok({ ...question, condition })),
        ),
      ),
      filter: test.filter === undefined ? ok(undefined) : resolveCondition(test.filter, program),
      observed: all(test.observed.map((term) => resolveTerm(term, program))),
    }),
    ({ questions, filter, observed }) =>
      ok({
        format,
        file,
        ...(row === undefined ? {} : { row }),
        ...(title === undefined ? {} : { title }),
        ...(undeclared === 'global' ? { undeclared: true } : {}),
        ...program,
        ...(partial === undefined ? {} : { partial }),
        ...(timeouts === undefined ? {} : { timeouts }),
        ...(host === undefined ? {} : { host }),
        questions,
        ...(filter === undefined ? {} : { filter }),
        observed,
      }),
  )
}
