/** The notes on launches whose promise of resident blocks has no effect. */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import type { LaunchSyntax } from '../syntax/words.js'

/**
 * Remarks on launches that promise more resident blocks than they have, or promise some although a cooperative launch is resident as a whole.
 * `blocks` is the size of the grid.
 */
export function idleResidency({ options }: LaunchSyntax, blocks: bigint | undefined): readonly Diagnostic[] {
  const isCooperative = options.some(({ kind }) => kind === 'cooperative')
  return options.flatMap((one) => {
    if (one.kind !== 'resident') return []
    const promise = `\`resident(${one.blocks.value})\``
    if (isCooperative)
      return [diagnostic(`a cooperative launch is resident as a whole: ${promise} has no effect`, one.span)]
    return blocks === undefined || one.blocks.value <= blocks
      ? []
      : [diagnostic(`${promise} promises more blocks than the ${blocks} of this launch`, one.span)]
  })
}
