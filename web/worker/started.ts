/** What answers the queries of a worker: a solver that has run out of memory gives way to a new one. */

import type { Solver } from '../../encoder/solver/solver.js'
import type { Given, Modules, Started } from '../protocol.js'
import { replying } from './replies.js'

type Reply = ReturnType<typeof replying>

interface Answering {
  /** Says whether a solver runs. */
  readonly known: Started
  readonly answer: (...asked: Parameters<Reply>) => Promise<Given<unknown>>
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Starts a solver while it waits for the modules, and returns what answers with it, or by brute force if it does not
 * start.
 */
export async function started(start: () => Promise<Solver>, awaited: Promise<Modules>): Promise<Answering> {
  const [first, modules] = await Promise.all([begun(start), awaited])
  let { solver } = first
  let reply = replying(solver, modules)
  return {
    known: { solver: solver?.version, reason: first.reason },
    answer: async (...asked) => {
      if (solver?.isSpent()) {
        solver = (await begun(start)).solver
        reply = replying(solver, modules)
      }
      try {
        return await reply(...asked)
      } catch (error) {
        return { kind: 'fault', message: messageOf(error) }
      }
    },
  }
}

async function begun(start: () => Promise<Solver>): Promise<{
  readonly solver: Solver | undefined
  readonly reason: string | undefined
}> {
  try {
    return { solver: await start(), reason: undefined }
  } catch (error) {
    return { solver: undefined, reason: messageOf(error) }
  }
}
