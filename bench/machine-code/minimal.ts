/** Leaves out the instructions of a thread that a pattern of machine code does not need. */

import { missingWaits } from '../../hardware/machine-code/check.js'
import type { MachineInstruction } from '../../hardware/machine-code/disassembly.js'
import type { RuleName } from '../../hardware/machine-code/obligations.js'
import { patternOf } from '../../hardware/machine-code/pattern.js'
import type { Thread } from './threads.js'
import { assemble, type Release, type Target } from './tools.js'

export const allRules: ReadonlySet<RuleName> = new Set([
  'synchronising-read',
  'fresh-read',
  'release',
  'copies',
  'dependency',
])

/** Returns a thread with the pattern from which no instruction can be taken, and its machine code. */
export function minimal(
  pattern: string,
  thread: Thread,
  release: Release,
  target: Target,
  folder: string,
): { readonly thread: Thread; readonly code: readonly MachineInstruction[] } {
  const codeWith = (one: Thread): readonly MachineInstruction[] | undefined => {
    const [machine] = assemble([one.kernel], release, target, folder)
    if (machine?.kind !== 'code') return undefined
    const { code } = machine
    return missingWaits(one.assembled, code, allRules).some((missing) => patternOf(missing, code) === pattern)
      ? code
      : undefined
  }
  let best = thread
  let code = codeWith(thread) ?? []
  for (let at = thread.assembled.instructions.length - 1; at >= 0; at--) {
    const smaller = without(best, at)
    const found = codeWith(smaller)
    if (found !== undefined) [best, code] = [smaller, found]
  }
  return { thread: best, code }
}

/** Returns a thread without an instruction, and without the lines that only it has. */
function without({ kernel, assembled, tests }: Thread, at: number): Thread {
  const { text } = kernel
  const kept = text.lines.map((_, i) => !text.sources[i]?.includes(at) || (text.sources[i]?.length ?? 0) > 1)
  const lines = text.lines.filter((_, i) => kept[i])
  const renumbered = (index: number): number => (index > at ? index - 1 : index)
  const sources = text.sources.filter((_, i) => kept[i]).map((some) => some.filter((one) => one !== at).map(renumbered))
  const instructions = assembled.instructions.filter((_, i) => i !== at)
  return {
    kernel: { ...kernel, text: { ...text, lines, sources } },
    assembled: {
      ...assembled,
      instructions,
      lines: instructions.map((_, i) => sources.findIndex((some) => some.includes(i)) + 1),
    },
    tests,
  }
}
