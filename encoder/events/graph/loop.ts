/** A loop of a thread. */

import type { Span } from '../../../source/text.js'

export interface Loop {
  /** Its label. */
  readonly name: string
  readonly span: Span
  /**
   * A round that ends in the branch back and has written no memory has no lasting effect: it only waited, and an
   * execution without it ends in the same state. This fails if what follows it uses its registers, or if barriers count
   * the round.
   */
  readonly mayWait: boolean
}
