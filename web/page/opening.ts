/** The states of the page that links and examples open, and what they ask the worker about. */

import type { Subject } from '../protocol.js'
import { exampleIn, type State, stateOf } from '../state.js'
import type { Examples } from './examples.js'
import { firstState } from './first.js'

type Tests = Examples['tests']

/** Returns the name of the model with which the page starts. */
export const firstModel = ({ models }: Pick<Examples, 'models'>): string => models[0]?.name ?? ''

/** Returns the state that a fragment holds, or with the example that it names; undefined if it is damaged. */
export async function stateIn(
  fragment: string,
  examples: Pick<Examples, 'models' | 'tests'>,
): Promise<State | undefined> {
  const path = exampleIn(fragment)
  return path === undefined ? stateOf(fragment) : withExample(firstState(firstModel(examples)), path, examples.tests)
}

/** What is chosen and changed of a test that was just opened. */
const untouched = { launch: '', claim: '', modules: {}, test: 0, question: 0 } as const

/** Returns the state with an example in place of its text; undefined if there is no such example. */
export function withExample(before: State, path: string, tests: Tests): State | undefined {
  const one = tests.find((example) => example.path === path)
  return one && { ...before, name: nameOf(path, tests), text: one.text, ...untouched }
}

/** Returns the name of an example: its file's, with the folder if others have that name. Modules are beside it. */
function nameOf(path: string, tests: Tests): string {
  const name = path.replace(/^.*\//, '')
  return tests.filter((one) => one.path.replace(/^.*\//, '') === name).length > 1 ? path : name
}

/** Returns what a state asks about. */
export const subjectOf = ({ name, text, launch, claim, modules, model, modelText }: State): Subject => ({
  name,
  text,
  launch,
  claim,
  modules,
  model:
    modelText === undefined
      ? { kind: 'built-in', name: model }
      : { kind: 'text', name: `${model}.cat`, text: modelText },
})
