/** What the specs of control flow share. */

import type { Model } from '../../axioms/algebra/terms.js'
import { ptx75 } from '../../axioms/ptx-7.5.js'
import { bruteForce } from '../../encoder/brute.js'
import { decide, type Verdict } from '../../encoder/decide.js'
import { solver, testIn } from '../support.js'

/** Heads of threads: of one CTA, and of another. */
export const t0 = 'P0@cta 0,gpu 0'
export const t1 = 'P1@cta 0,gpu 0'
export const far = 'P1@cta 1,gpu 0'

/** The verdict on a herd-style test; brute force must agree. */
export async function verdict(text: string, { model = ptx75, bound = 2 }: { model?: Model; bound?: number } = {}) {
  const program = testIn(text)
  const [answer] = decide(program, await solver(), { model, bound }).answers
  const [brute] = bruteForce(program, model, { bound }).answers
  if (brute?.verdict.kind !== 'undecided') expect(said(brute?.verdict)).toEqual(said(answer?.verdict))
  return said(answer?.verdict)
}

function said(verdict: Verdict | undefined): string {
  if (verdict?.kind !== 'forbidden') return verdict?.kind ?? 'nothing'
  const within = verdict.within === undefined ? '' : ` within bound ${verdict.within.bound}`
  return `forbidden${within}${verdict.vacuous ? ' (vacuous)' : ''}`
}
