/** Models and their differences as text. */

import type { Model } from '../../axioms/algebra/terms.js'
import { largest } from '../../source/largest.js'
import type { Output } from '../console/output.js'
import type { Difference } from './differences.js'

/** Returns a line for each model. */
export function renderList(models: readonly Model[]): readonly string[] {
  const width = largest(models.map(({ name }) => name.length))
  return models.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}`)
}

export function renderDifference(
  { kind, name, left, right }: Difference,
  { bold, red, green }: Output['colours'],
): string {
  const lines = (text: string | undefined, mark: string) =>
    text === undefined ? [] : text.split('\n').map((line) => `${mark} ${line}`)
  return [bold(`${kind} ${name}`), ...lines(left, '-').map(red), ...lines(right, '+').map(green)].join('\n')
}
