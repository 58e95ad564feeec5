/** Notes on launches where programmatic dependent launch has no effect. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import type { GridDependency } from '../instructions/grid-dependencies.js'
import { type Program, type Task, type Thread, threadAt } from '../program.js'
import { nearlyOption } from './launch-options.js'

/**
 * Returns remarks on kernels in which `griddepcontrol` does nothing: the kernel waits, but is launched plainly; or it
 * triggers, but the next kernel of its stream is launched plainly, or there is none. There are also remarks on
 * programmatic launches without a kernel directly before them in their stream, and on streams whose name resembles an
 * option of launches.
 */
export function idleDependencies({ threads, host }: Pick<Program, 'threads' | 'host'>): readonly Diagnostic[] {
  if (host === undefined) return ofThreads(threads)
  return host.tasks.flatMap((task, index): readonly Diagnostic[] => {
    const { work, stream, primary } = task
    if (work.kind !== 'kernel') return []
    const { span, isProgrammatic } = launchOf(task, threadAt(threads, host.thread))
    const has = (action: GridDependency['action']): boolean =>
      work.threads.some((thread) => dependenciesIn(threadAt(threads, thread)).some((one) => one.action === action))
    const hasDependent = host.tasks.some((other) => other.primary === index)
    const instead = nearlyOption(stream)
    const misspelt = instead === '' ? [] : [`\`${stream}\` is the name of a stream here${instead}`]
    const early =
      isProgrammatic && primary === undefined
        ? [`no kernel is directly before \`${work.name}\` in ${stream}: \`programmatic\` has no effect`]
        : []
    const waits =
      has('wait') && primary === undefined
        ? [
            isProgrammatic
              ? `\`griddepcontrol.wait\` does nothing in \`${work.name}\``
              : `\`${work.name}\` is launched without \`programmatic\`: its \`griddepcontrol.wait\` does nothing, and it starts when what is before it has ended; if the program launches it by \`cudaLaunchKernelEx\` with \`cudaLaunchAttributeProgrammaticStreamSerialization\`, write \`programmatic\` after the sizes and the stream`,
          ]
        : []
    const triggers =
      has('launch_dependents') && !hasDependent
        ? [
            `no kernel after \`${work.name}\` in ${stream} is launched with \`programmatic\`: its \`griddepcontrol.launch_dependents\` does nothing`,
          ]
        : []
    return [...misspelt, ...early, ...waits, ...triggers].map((message) => diagnostic(message, span))
  })
}

/** Returns the remark on a test without a host, which has no launches. */
const ofThreads = (threads: readonly Thread[]): readonly Diagnostic[] =>
  threads
    .flatMap(dependenciesIn)
    .slice(0, 1)
    .map(({ span }) =>
      diagnostic('there is no host that launches kernels, one after the other: `griddepcontrol` does nothing', span),
    )

const dependenciesIn = ({ instructions }: Thread): readonly GridDependency[] =>
  instructions.filter((one) => one.kind === 'grid-dependency')

function launchOf({ call }: Task, { instructions, span: whole }: Thread) {
  const one = instructions[call]
  const isProgrammatic = one?.kind === 'call' && one.action.kind === 'launch' && one.action.programmatic === true
  return { span: one?.span ?? whole, isProgrammatic }
}
