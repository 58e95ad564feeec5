/** Plans for the specs of this folder. */

import { type Plan, planOf } from '../../hardware/plan.js'
import { testIn } from '../support.js'

/** Returns the plan of a test that can run. */
export function planIn(text: string): Plan {
  const planned = planOf(testIn(text))
  if (planned.kind === 'plan') return planned
  throw new Error(planned.reasons.map(({ message }) => message).join('\n'))
}

/** Returns why a test cannot run. */
export function reasonsIn(text: string): readonly string[] {
  const planned = planOf(testIn(text))
  return planned.kind === 'plan' ? [] : planned.reasons.map(({ message }) => message)
}

/** Returns the lines of the first thread of a test. */
export const linesIn = (text: string): readonly string[] => planIn(text).codes[0]?.text.lines ?? []

/** Returns a test of one thread with these instructions. */
export const alone = (...instructions: readonly string[]): string => `
.global x; .global y; .global .u64 w; .global .u8 b; .global .u16 h; .global .u32 a[4];
.global z physically aliases x; .texref t virtually aliases x; .constref c virtually aliases y; .surfref s virtually aliases x;
.shared d; .local l;
d0.b0.t0 { ${instructions.join(' ')} }
check ([y] == 0) as q;
`
