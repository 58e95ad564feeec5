/** What an edit of the model changes in the answers of tests. */

import { groupBy } from '../../source/group.js'
import type { Given, ModelChoice, Verdict } from '../protocol.js'

/** A question whose answers differ, or are not known to be equal. */
export interface Change {
  /** The path of its test. */
  readonly path: string
  readonly question: string
  readonly before: string
  readonly after: string
  /** The number of instances of the test, which is a template, whose answers differ in this way. */
  readonly instances: number
}

/** Returns the questions of a test on which two models differ. An undecided answer equals no other. */
export function changesIn(path: string, before: readonly Verdict[], after: readonly Verdict[]): readonly Change[] {
  const changes = before.flatMap((one, i) => {
    const other = after[i]
    return other === undefined || (one.answer === other.answer && one.isDecided && other.isDecided)
      ? []
      : [{ path, question: one.question, before: one.answer, after: other.answer }]
  })
  return [...groupBy(changes, (one) => JSON.stringify(one)).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, instances: 1 + others.length }],
  )
}

export interface ComparedTest {
  readonly path: string
  readonly text: string
}

/** What is compared, and how the tests are decided. */
export interface Comparing {
  readonly tests: readonly ComparedTest[]
  /** The name of the built-in model that was edited. */
  readonly builtIn: string
  readonly edited: ModelChoice
  readonly ask: (test: ComparedTest, model: ModelChoice) => Promise<Given<readonly Verdict[]>>
  /** Returns whether the comparison is still wanted. */
  readonly isCurrent: () => boolean
}

/** A test that is decided under both models, or why one of them does not decide it. */
export interface Compared {
  readonly path: string
  readonly changes: Given<readonly Change[]>
}

/**
 * Compares an edited model with the built-in one, one test after the other, up to a test that fails. It asks nothing
 * more once it is no longer wanted: what is asked then is about another text, and would end the work on that. `known`
 * keeps the answers under built-in models, which never change.
 */
export async function* comparison(
  { tests, builtIn, edited, ask, isCurrent }: Comparing,
  known: Map<string, readonly Verdict[]>,
): AsyncGenerator<Compared, void> {
  for (const test of tests) {
    const { path } = test
    const key = `${builtIn} ${path}`
    const kept = known.get(key)
    if (!isCurrent()) return
    const before =
      kept === undefined
        ? await ask(test, { kind: 'built-in', name: builtIn })
        : ({ kind: 'given', value: kept } as const)
    if (!isCurrent()) return
    if (before.kind === 'given') known.set(key, before.value)
    const after = before.kind === 'given' ? await ask(test, edited) : before
    if (!isCurrent()) return
    if (before.kind === 'given' && after.kind === 'given')
      yield { path, changes: { kind: 'given', value: changesIn(path, before.value, after.value) } }
    else if (after.kind !== 'given') {
      yield { path, changes: after }
      return
    }
  }
}
