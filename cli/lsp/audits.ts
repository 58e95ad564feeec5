/** The lenses of audits, which an editor asks for by a command. */

import type { CodeLens, Connection } from 'vscode-languageserver'
import * as z from 'zod'
import { auditPlace } from '../../language/audit-lenses.js'
import type { Lens } from '../../language/lenses.js'
import type { OpenText } from './open-text.js'
import { rangeIn } from './places.js'
import type { Queue } from './queue.js'
import type { EditorItem, EditorResult } from './work.js'

/** The command that audits a test, by the address of its text and its index there. */
export const auditCommand = 'ptx-litmus.audit'

const named = z.tuple([z.string(), z.int().nonnegative()])

type State = 'auditing' | readonly Lens[]

/**
 * Lets the connection audit tests. Returns the lenses of a text: what is known of each test, or the offer to audit it.
 * An edit of the text ends its audits.
 */
export function serveAudits(
  connection: Connection,
  textAt: (uri: string) => OpenText | undefined,
  queue: Queue<EditorItem, EditorResult>,
  onChange: () => void,
): (uri: string, text: OpenText) => readonly CodeLens[] {
  const states = new WeakMap<OpenText, Map<number, State>>()

  connection.onExecuteCommand(({ command, arguments: words }) => {
    const given = named.safeParse(words)
    if (command !== auditCommand || !given.success) return
    const [uri, index] = given.data
    const text = textAt(uri)
    const test = text?.read().tests[index]
    if (text === undefined || test === undefined) return
    const ofText = states.get(text) ?? new Map<number, State>()
    states.set(text, ofText)
    const learn = (state: State | undefined): void => {
      if (state === undefined) ofText.delete(index)
      else ofText.set(index, state)
      onChange()
    }
    const failed = (reason: string): void => {
      const at = auditPlace(test, text.source)
      learn(at === undefined ? undefined : [{ at, title: 'audit: undecided', details: reason }])
    }
    learn('auditing')
    queue.add(
      {
        owner: uri,
        item: { kind: 'audit', test, source: text.source },
        onResult: (result) =>
          result.kind === 'audited' ? learn(result.lenses) : failed(result.kind === 'fault' ? result.message : ''),
        onFault: failed,
        onDropped: () => learn(undefined),
      },
      'first',
    )
  })

  return (uri, text) =>
    text.read().tests.flatMap((test, index): readonly CodeLens[] => {
      const at = auditPlace(test, text.source)
      if (at === undefined) return []
      const range = rangeIn(text.document, at)
      const state = states.get(text)?.get(index)
      if (state === undefined)
        return [{ range, command: { title: 'audit', command: auditCommand, arguments: [uri, index] } }]
      if (state === 'auditing') return [{ range, command: { title: 'auditing…', command: '' } }]
      return state.map((one) => lensAt(text, one))
    })
}

/** Returns a lens as the protocol has it. */
export const lensAt = ({ document }: OpenText, { at, title, details }: Lens): CodeLens => ({
  range: rangeIn(document, at),
  command: { title, command: '', ...(details === '' ? {} : { tooltip: details }) },
})
