/** Says why a search found no repair, or how far it came. */

import type { Decision } from '../encoder/decide/verdict.js'
import type { Question } from '../litmus/program.js'
import { counted } from '../source/counted.js'
import { undefinedTexts } from '../witness/labels.js'
import { undefinedAt } from '../witness/undefined.js'
import { mendable } from './judge.js'
import type { Cost } from './repair.js'
import type { Goal, InTurn } from './result.js'

/** Says how far a search came. */
export const triedText = (judged: number, reached: Cost | undefined): string =>
  reached === undefined || judged === 0
    ? ': no set of changes was decided'
    : `: ${counted(judged, 'set')} of changes ${judged === 1 ? 'was' : 'were'} tried, and nothing that is cheaper than ${counted(reached.changes, 'change')}, cost ${reached.sum}, is enough`

/** Returns the reason: a run in turn, what would be lost, the text of `whileUndefined`; and what was considered. */
export function whyNone(
  run: InTurn | undefined,
  lost: readonly Question[],
  undefinedBefore: string | undefined,
  considered: string,
): string {
  if (run !== undefined) {
    const what = run.question === undefined ? 'undefined behaviour or a trap is reached' : 'it fails'
    const nothing = 'no fence, order or scope can help, and neither does any other change that was considered'
    return `${what} in a run in which threads take turns: ${nothing} (${considered})`
  }
  const none = `no set of the changes that are considered is enough (${considered})`
  if (lost.length > 0) {
    const names = lost.map(({ name }) => name).join(', ')
    return `${none}: those that reach the goal make ${names} unreachable, which the test permits`
  }
  return undefinedBefore === undefined ? none : `${none}: ${undefinedBefore}`
}

const stopsOf = ({ answers: [first] }: Decision) => (first?.undefined.kind === 'known' ? first.undefined.found : [])

/** Returns whether the unchanged program does what is undefined and what no order can end, such as with a wrong mask. */
export const isLasting = (before: Decision): boolean => stopsOf(before).some(({ reason }) => !mendable.has(reason))

/** Says where the unchanged program does what is undefined, or traps; undefined if it is not known to do so. */
export function whileUndefined(before: Decision, { kind }: Goal): string | undefined {
  const [stop] = stopsOf(before)
  if (stop === undefined) return undefined
  const at = undefinedAt(before.graph, stop)
  const [where] = undefinedTexts([at])
  const mask = ofMasks.has(at.problem) ? '; a mask is changed only to another one of the text' : ''
  const what = kind === 'claims' ? 'no claim holds while undefined' : 'undefined'
  return `${what} behaviour or a trap is reachable, as here: ${where}${mask}`
}

/** The problems that another mask of an operation of a warp can end. */
const ofMasks: ReadonlySet<string> = new Set(['not in mask', 'other mask', 'ended lane'])
