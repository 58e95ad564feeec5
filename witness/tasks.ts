/** What streams execute, in words. */

import { match, P } from 'ts-pattern'
import type { TaskEvent } from '../encoder/events/event.js'
import type { Task } from '../litmus/program.js'

/** `foo1 starts`, `cudaMemcpyAsync(b, a) ends`, `records done`, `waits for done`. */
export const taskText = (task: Task | undefined, phase: TaskEvent['phase']): string =>
  match(task?.work)
    .with({ kind: 'record' }, ({ name }) => `records ${name}`)
    .with({ kind: 'wait' }, ({ name }) => `waits for ${name}`)
    .with({ kind: P.union('kernel', 'copy', 'set') }, ({ name }) => `${name} ${phase}s`)
    .with(undefined, () => '')
    .exhaustive()
