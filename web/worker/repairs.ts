/** The cheapest changes after which the claims of a test hold. */

import { match, P } from 'ts-pattern'
import type { Model } from '../../axioms/algebra/terms.js'
import type { Program } from '../../litmus/program.js'
import { claimsOf } from '../../repair/demands.js'
import { fix } from '../../repair/fix.js'
import { patched } from '../../repair/patch.js'
import type { Repair } from '../../repair/repair.js'
import { boundRestsText, restLines } from '../../repair/rests.js'
import type { Goal, Repaired } from '../../repair/result.js'
import { changeLines } from '../../repair/text.js'
import { counted } from '../../source/counted.js'
import type { ChangedText, RepairShown, Repairs } from '../protocol.js'
import type { Working } from './decider.js'

/** The number of repairs that are shown. */
const mostShown = 3

/** Returns repairs of the claims, or of the races if the test claims nothing. */
export function repairsOf(test: Program, model: Model, { solver, progress }: Working): Repairs {
  const questions = claimsOf(test)
  const goal: Goal = questions.length === 0 ? { kind: 'race-free' } : { kind: 'claims', questions }
  const what = goal.kind === 'race-free' ? 'no data race' : questions.map(({ name }) => name).join(', ')
  return match(fix(test, solver, { model, goal, all: mostShown, progress }))
    .with({ kind: 'nothing to do' }, ({ rests }) => ({
      text: [`Nothing to do for: ${what}${boundRestsText(rests)}.`, ...restLines(rests)].join('\n'),
      repairs: [],
    }))
    .with({ kind: 'repaired' }, ({ repairs }) => ({
      text: `The cheapest changes for: ${what}.`,
      repairs: repairs.map((one) => repairShown(test, one)),
    }))
    .with({ kind: 'no repair' }, ({ reason }) => ({ text: `No repair for ${what}: ${reason}.`, repairs: [] }))
    .with({ kind: P.union('undecided', 'not covered') }, ({ kind, reason }) => ({
      text: `${kind}: ${reason}`,
      repairs: [],
    }))
    .exhaustive()
}

function repairShown(test: Program, { changes, cost, within, rests }: Repaired): RepairShown {
  const edits = changes.flatMap((one) => one.edits)
  const on = boundRestsText({ ...rests, ...(within === undefined ? {} : { within }) })
  return {
    lines: [...changes.flatMap((one) => changeLines(test, one)), ...restLines(rests)],
    cost: `${counted(cost.changes, 'change')}, cost ${cost.sum}${on === '' ? '' : `,${on}`}`,
    changed: changed(test, edits),
  }
}

/** Returns the changed texts: of the editor, which is a test or the only module of a launch, and of modules beside it. */
function changed(test: Program, changes: readonly Repair[]): readonly ChangedText[] {
  const made = patched(test, changes)
  if (made === undefined) return []
  const own = made.test ?? made.modules[0]
  const texts = [...(made.test === undefined ? [] : [made.test]), ...made.modules]
  return texts
    .filter(({ source, text }) => source.text !== text)
    .map((one) => ({ module: one === own ? undefined : one.source.name, text: one.text }))
}
