import fc from 'fast-check'
import { type Answer, answersOf } from '../../../answers/answer.js'
import type { Demand } from '../../../answers/needs/needs.js'
import { underPromises } from '../../../answers/needs/promises.js'
import { defaultModel } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import { dependentPrograms } from '../../../fuzz/dependents.js'
import { needingPrograms } from '../../../fuzz/needing.js'
import { pollingHosts } from '../../../fuzz/polling-hosts.js'
import type { Program } from '../../../litmus/program.js'
import { hasNeeds } from '../../../report/needs.js'
import { must } from '../../../source/must.js'
import { always, holds, mostCandidates, randomly } from '../../extent.js'
import { solver, testIn } from '../../support.js'

const demands: readonly Demand[] = [
  { examined: true },
  { examined: true, resident: 1 },
  { examined: true, overlap: false },
]

/** Kernels that wait in loops, in one stream or in two. */
const programs = fc
  .tuple(must(dependentPrograms(defaultModel), 'programs'), fc.boolean())
  .filter(([text]) => /bne/.test(text))
  .map(([text, apart]) =>
    apart ? text.replace(/, s(, programmatic)?>>>(?!.*, s(, programmatic)?>>>)/s, ', t>>>') : text,
  )

/** How many decisions said what. */
const drawn = new Map<string, number>()
const count = (what: string) => drawn.set(what, (drawn.get(what) ?? 0) + 1)

const agrees = async (text: string) => {
  const test = testIn(text)
  const [model, z3] = [defaultModel, await solver()]
  for (const demand of demands) {
    let isDecided = true
    const brute = (one: Program) => {
      const decision = bruteForce(one, model, { most: mostCandidates })
      isDecided &&= decision.answers.every(({ liveness }) => liveness !== undefined && liveness.kind !== 'undecided')
      return decision
    }
    const byBrute = answersOf(brute(test), brute, demand)
    fc.pre(isDecided)
    const byZ3 = answersOf(decide(test, z3, { model }), (one) => decide(one, z3, { model }), demand)
    const said = ({ liveness: { liveness, endsIfResident, endsIfOverlapping } }: Answer) => ({
      liveness,
      endsIfResident,
      endsIfOverlapping,
    })
    expect(byZ3.map(said)).toEqual(byBrute.map(said))
    for (const { liveness } of byZ3) count(hasNeeds(liveness) ? 'needs something' : `${liveness.liveness}`)
  }
}

randomly(
  'z3 and brute force agree on what programs need whose parts wait for each other',
  { runs: 15, seed: 90_219, least: { 'needs something': 3, ends: 3, 'can hang': 3 } },
  async (draw) => {
    const values = await holds(fc.asyncProperty(must(needingPrograms(defaultModel), 'programs'), agrees), draw)
    return { values, ...Object.fromEntries(drawn) }
  },
)

always('they agree on what dependent kernels need', { runs: 6, seed: 90_217 }, () => fc.asyncProperty(programs, agrees))

/** Kernels that wait in loops, while the host polls, loops and skips waits. */
const polled = must(pollingHosts(defaultModel), 'programs').filter((text) => /kernel[^\n]*bne/.test(text))

always('deferring what calls also order makes nothing hang', { runs: 20, seed: 90_218 }, () =>
  fc.asyncProperty(fc.oneof(polled, programs), async (text) => {
    const test = testIn(text)
    const [model, z3] = [defaultModel, await solver()]
    const liveness = (one: Program) => decide(one, z3, { model }).answers[0]?.liveness?.kind
    const deferrals = (test.host?.tasks ?? []).flatMap(({ work }, task) => ('threads' in work ? [task] : []))
    const some = underPromises(test, { resident: 64, overlap: false })
    expect(liveness(some)).toBe(liveness({ ...some, deferrals }))
  }),
)
