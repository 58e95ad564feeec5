/** Labels and the branches that name them. */

import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { didYouMean } from '../source/nearest.js'
import type { Thread } from './program.js'

/** Reports two labels with one name, a branch to an unknown label. */
export function checkLabels({ name: thread, instructions }: Thread): readonly Diagnostic[] {
  const labels = groupBy(
    instructions.filter((one) => one.kind === 'label'),
    ({ name }) => name,
  )
  const again = [...labels].flatMap(([name, [first, ...others]]) =>
    others.map((other) =>
      diagnostic(`a second label \`${name}\` in ${thread}`, other.span, { message: 'the first', place: first.span }),
    ),
  )
  const lost = instructions.flatMap((one) =>
    one.kind !== 'branch' || labels.has(one.target)
      ? []
      : [
          diagnostic(
            `${thread} has no label \`${one.target}\`${didYouMean(one.target, labels.keys())}`,
            one.targetSpan,
          ),
        ],
  )
  return [...again, ...lost]
}
