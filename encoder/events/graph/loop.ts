/** A loop of a thread. */

import type { Span } from '../../../source/text.js'

export interface Loop {
  /** Its label. */
  readonly name: string
  readonly span: Span
  /**
   * A round that ends in the branch back and has written no memory leaves nothing behind: it only waited, and an execution without it ends
   * alike. This fails if what follows it uses its registers, or if barriers count the round.
   */
  readonly mayWait: boolean
}
