/**
 * The workers that decide. One decides, and a second one is ready: a question about a new text ends the worker that is
 * still busy with the old one, since a worker that decides receives no messages.
 */

import type { Room } from '../../witness/view.js'
import type { Given, Modules, Progress, Queries, Query, QueryKind, Started, Subject } from '../protocol.js'
import { isAside, isSuperseding } from './superseding.js'

interface Deciding {
  readonly worker: Worker
  readonly ready: Promise<Started>
  /** The queries that the worker has not answered, each with a function that asks another worker. */
  readonly waiting: Map<Query, (other: Deciding) => void>
}

export interface Client {
  /** Resolves to whether CaDiCaL runs, once that is known. */
  readonly started: Promise<Started>
  /**
   * Asks a query. It is superseded, and never answered, if a query about another subject follows; a long query also if
   * another panel is requested.
   */
  readonly ask: Ask
  /** Asks a query without superseding others about the same subject, such as that of the panel which is shown. */
  readonly askBeside: Ask
  /** Ends the work on all queries but those that belong to no panel. They are never answered. */
  readonly cancel: () => void
}

type Ask = <K extends QueryKind>(
  subject: Subject,
  query: Extract<Query, { kind: K }>,
) => Promise<Given<Queries[K]['gives']>>

/**
 * Returns a client whose workers can open these modules. `progress` is called with how far the work on a query is, and
 * `room` returns the room for a picture.
 */
export function client(
  modules: Promise<Modules>,
  progress: (query: Query, text: string) => void,
  room: () => Room,
): Client {
  let settle: (known: Started) => void = () => undefined
  const started = new Promise<Started>((resolve) => {
    settle = resolve
  })
  let current = start()
  let spare: Deciding | undefined
  let subjectOf = ''
  return {
    started,
    ask: (subject, query) => askedOf(subject, query, false),
    askBeside: (subject, query) => askedOf(subject, query, true),
    cancel: () => {
      if ([...current.waiting.keys()].some((one) => !isAside(one))) replace()
    },
  }

  function askedOf<K extends QueryKind>(
    subject: Subject,
    query: Extract<Query, { kind: K }>,
    isBeside: boolean,
  ): Promise<Given<Queries[K]['gives']>> {
    const about = JSON.stringify(subject)
    if (isSuperseding([...current.waiting.keys()], { query, isSameSubject: about === subjectOf, isBeside })) replace()
    subjectOf = about
    return asked(current, subject, query)
  }

  function start(): Deciding {
    const worker = new Worker('worker.js', { type: 'module' })
    const ready = new Promise<Started>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Started>) => resolve(data))
      worker.addEventListener('error', ({ message }) => resolve({ solver: undefined, reason: message }))
    })
    void modules.then((texts) => worker.postMessage({ kind: 'start', modules: texts }))
    void ready.then(settle)
    return { worker, ready, waiting: new Map() }
  }

  /** Ends the worker. What is asked beside others is still wanted: the next worker answers it. */
  function replace(): void {
    const { worker, waiting } = current
    worker.terminate()
    current = spare ?? start()
    spare = undefined
    for (const [query, askOf] of waiting) if (isAside(query)) askOf(current)
  }

  function asked<K extends QueryKind>(
    to: Deciding,
    subject: Subject,
    query: Query,
  ): Promise<Given<Queries[K]['gives']>> {
    return new Promise((resolve) => {
      const askOf = (deciding: Deciding): void => {
        const { port1, port2 } = new MessageChannel()
        deciding.waiting.set(query, askOf)
        port1.onmessage = ({ data }: MessageEvent<Progress | Given<Queries[K]['gives']>>) => {
          if (data.kind === 'progress') {
            if (deciding === current) progress(query, data.text)
            return
          }
          deciding.waiting.delete(query)
          // The next worker starts only after this one has answered.
          if (deciding === current) spare ??= start()
          port1.close()
          resolve(data)
        }
        void deciding.ready.then(() =>
          deciding.worker.postMessage({ kind: 'ask', subject, query, room: room() }, [port2]),
        )
      }
      askOf(to)
    })
  }
}
