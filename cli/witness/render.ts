/** Witnesses in the formats that are written, and the number of them in words. */

import { match } from 'ts-pattern'
import { boundText, type LayoutsTried, type Within } from '../../encoder/decide/verdict.js'
import type { Witnesses } from '../../encoder/decide/witnesses.js'
import { answerOf, answerText, layoutText, partialText } from '../../report/verdict.js'
import type { Witness } from '../../report/witness.js'
import { counted } from '../../source/counted.js'
import { witnessDot } from '../../witness/dot.js'
import { layoutReportOf } from '../../witness/layouts.js'
import { partialReportOf } from '../../witness/partial.js'
import { witnessSvg } from '../../witness/picture/svg.js'
import { type TextOptions, witnessText } from '../../witness/text.js'
import { undefinedReportOf } from '../../witness/undefined.js'
import type { Drawn } from '../../witness/view.js'
import { jsonText } from '../console/json.js'
import type { WitnessFormat } from './command.js'

interface Listed {
  readonly texts: TextOptions
  /** What pictures show, and how wide they are. */
  readonly drawn: Drawn
  /** True if all executions were requested, so that JSON lists them. */
  readonly all: boolean
  readonly complete: boolean
  readonly within: Within | undefined
  readonly layouts: LayoutsTried | undefined
  /** The last lines of the text. */
  readonly note: string | undefined
}

export const renderWitnesses = (
  shown: readonly Witness[],
  format: WitnessFormat,
  { texts, drawn, all, complete, within, layouts, note }: Listed,
): string =>
  match(format)
    .with('text', () =>
      [...shown.map((one) => witnessText(one, texts)), ...(note === undefined ? [] : [note])].join('\n\n'),
    )
    .with('dot', () => shown.map((one) => witnessDot(one, drawn)).join('\n\n'))
    .with('svg', () => witnessSvg(shown, drawn))
    .with('json', () =>
      jsonText(
        all
          ? { complete, ...(within === undefined ? {} : { within }), ...layoutReportOf(layouts), witnesses: shown }
          : shown[0],
      ),
    )
    .exhaustive()

/** Explains why there is no execution. `needs`: what it takes for that, in words, besides what is promised. */
export const noneText = (
  { graph, shown, ending, vacuous, hangs, within, layouts, undefined: reached }: Witnesses,
  needs: readonly string[] = [],
): string =>
  match(ending)
    .with({ kind: 'complete' }, () => {
      const partial = partialReportOf(graph.program)
      const tried = layoutText({ layouts })
      const limited = `${within === undefined ? '' : ` ${boundText(within)}`}${tried === '' ? '' : ` ${tried}`}${partialText(partial, needs)}`
      if (shown === 'hang') return `no execution hangs${limited}`
      if (shown === 'undefined') return `no execution reaches undefined behaviour or a trap${limited}`
      const { kind } = shown
      const none = `no consistent execution ${kind === 'assert' ? 'violates it' : 'reaches the outcome'}`
      if (reached.kind === 'known' && reached.found.length > 0) {
        const answered = {
          verdict: 'forbidden',
          vacuous,
          within,
          ...partial,
          ...undefinedReportOf(graph, reached),
        } as const
        return `${answerText(kind, answered)}: ${none}; --undefined shows an execution`
      }
      if (hangs)
        return `${answerText(kind, { verdict: 'forbidden', vacuous, layouts, ...partial, liveness: 'hangs' })}: no execution ends; --hang shows an execution`
      return vacuous
        ? `${answerText(kind, { verdict: 'forbidden', vacuous, layouts, ...partial })}: no execution both ends and meets the demands of the test`
        : `${answerOf(kind, 'forbidden')}${limited}: ${none}`
    })
    .with({ kind: 'undecided' }, { kind: 'not covered' }, ({ kind, reason }) => `${kind}: ${reason}`)
    .with({ kind: 'limited' }, () => 'undecided')
    .exhaustive()

/** Returns how many executions there are, and whether there may be more. */
export const countText = ({ graph, found, ending, within, layouts }: Witnesses): string => {
  const partial = partialText(partialReportOf(graph.program)).trim()
  const count = counted(found.length, 'distinct execution')
  return match(ending)
    .with({ kind: 'complete' }, () =>
      [
        count,
        'and no other',
        ...(within === undefined ? [] : [boundText(within)]),
        ...(layouts === undefined ? [] : [layoutText({ layouts })]),
        ...(partial === '' ? [] : [partial]),
      ].join(', '),
    )
    .with({ kind: 'limited' }, () => `${count}: the limit was reached, and there are more; see --limit`)
    .with({ kind: 'undecided' }, { kind: 'not covered' }, ({ reason }) => `${count}, perhaps more: ${reason}`)
    .exhaustive()
}
