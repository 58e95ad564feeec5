/** What the editor proposes: instructions, and names of the text. */

import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completeAnyWord,
} from '@codemirror/autocomplete'

const scopes = ['cta', 'cluster', 'gpu', 'sys']
const scoped = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => scopes.map((scope) => `${name}.${scope}`))

/** Instructions with their qualifiers, as one writes them. */
const instructions: readonly string[] = [
  'ld.weak',
  'ld.volatile',
  ...scoped(['ld.relaxed', 'ld.acquire']),
  'st.weak',
  'st.volatile',
  ...scoped(['st.relaxed', 'st.release']),
  ...['relaxed', 'acquire', 'release', 'acq_rel'].flatMap((order) =>
    scoped([`atom.${order}`]).flatMap((name) => ['add', 'exch', 'cas'].map((operation) => `${name}.${operation}`)),
  ),
  ...scoped(['red.relaxed', 'red.release']).map((name) => `${name}.add`),
  ...scoped(['fence.sc', 'fence.acq_rel', 'fence.acquire', 'fence.release']),
  ...['alias', 'texture', 'surface', 'constant', 'async'].map((proxy) => `fence.proxy.${proxy}`),
  'bar.sync',
  'bar.arrive',
  'barrier.cluster.arrive',
  'barrier.cluster.wait',
  'mbarrier.init.shared.b64',
  'mbarrier.arrive.shared.b64',
  'mbarrier.try_wait.shared.b64',
  'mov.u32',
  'add.u32',
  'setp.eq.u32',
  'bra',
  'beq',
  'bne',
]
const questions = ['permit', 'assert', 'check', 'exists', 'forall']

const options: readonly Completion[] = [
  ...instructions.map((label) => ({ label, type: 'function' })),
  ...questions.map((label) => ({ label, type: 'keyword' })),
]

/** Instructions and questions that begin with the word before the cursor, and the words of the text. */
export function complete(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\w.]+/)
  if (word === null && !context.explicit) return null
  const names = completeAnyWord(context)
  const own = names instanceof Promise ? [] : (names?.options ?? [])
  return { from: word?.from ?? context.pos, options: [...options, ...own], validFor: /^[\w.]*$/ }
}
