/**
 * The workers that decide. One decides, and a second one is ready: a question about a new text ends the worker that is
 * still busy with the old one, since z3 cannot be interrupted in a page.
 */

import type { Given, Modules, Queries, Query, QueryKind, Started, Subject } from '../protocol.js'

interface Deciding {
  readonly worker: Worker
  readonly ready: Promise<Started>
  /** The queries that the worker has not answered. */
  readonly waiting: Set<Query>
}

export interface Client {
  /** Resolves to whether z3 runs, once that is known. */
  readonly started: Promise<Started>
  /**
   * Asks a query. It is superseded, and never answered, if a query about another subject follows; a long query also if
   * another panel is requested.
   */
  readonly ask: <K extends QueryKind>(
    subject: Subject,
    query: Extract<Query, { kind: K }>,
  ) => Promise<Given<Queries[K]['gives']>>
}

/** Returns whether a query may take long. Its answer is useless once the user looks at something else. */
const isLong = ({ kind }: Query): boolean =>
  ['outcomes', 'explain', 'remedies', 'races', 'repairs', 'audit'].includes(kind)
/** Returns whether a query is asked beside others, whose answers are still wanted. */
const isAside = ({ kind }: Query): boolean => ['convert', 'cuda', 'hover', 'thumbnail'].includes(kind)

/** Returns a client whose workers instantiate this module; undefined if it could not be compiled. */
export function client(compiled: Promise<WebAssembly.Module | undefined>, modules: Promise<Modules>): Client {
  let settle: (known: Started) => void = () => undefined
  const started = new Promise<Started>((resolve) => {
    settle = resolve
  })
  let current = start()
  let spare: Deciding | undefined
  let subjectOf = ''
  return {
    started,
    ask: (subject, query) => {
      const about = JSON.stringify(subject)
      const isLeft = (one: Query): boolean => isLong(one) && JSON.stringify(one) !== JSON.stringify(query)
      const isSuperseding = about !== subjectOf || (!isAside(query) && [...current.waiting].some(isLeft))
      if (isSuperseding && [...current.waiting].some((one) => !isAside(one))) replace()
      subjectOf = about
      return asked(current, subject, query)
    },
  }

  function start(): Deciding {
    const worker = new Worker('worker.js', { type: 'module' })
    const ready = new Promise<Started>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Started>) => resolve(data))
      worker.addEventListener('error', ({ message }) => resolve({ solver: undefined, reason: message }))
    })
    void Promise.all([compiled, modules]).then(([module, texts]) =>
      worker.postMessage({ kind: 'start', compiled: module, modules: texts }),
    )
    void ready.then(settle)
    return { worker, ready, waiting: new Set() }
  }

  function replace(): void {
    current.worker.terminate()
    current = spare ?? start()
    spare = undefined
  }

  function asked<K extends QueryKind>(
    to: Deciding,
    subject: Subject,
    query: Query,
  ): Promise<Given<Queries[K]['gives']>> {
    const { port1, port2 } = new MessageChannel()
    to.waiting.add(query)
    return new Promise((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<Given<Queries[K]['gives']>>) => {
        to.waiting.delete(query)
        // The next worker starts only after this one has answered.
        if (to === current) spare ??= start()
        port1.close()
        resolve(data)
      }
      void to.ready.then(() => to.worker.postMessage({ kind: 'ask', subject, query }, [port2]))
    })
  }
}
