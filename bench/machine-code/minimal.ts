/** Leaves out the instructions of a thread that a pattern of machine code does not need. */

import { missingWaits } from '../../hardware/machine-code/check.js'
import type { MachineInstruction } from '../../hardware/machine-code/disassembly.js'
import type { Kernel } from '../../hardware/machine-code/module.js'
import type { RuleName } from '../../hardware/machine-code/obligations.js'
import { patternOf } from '../../hardware/machine-code/pattern.js'
import type { Thread, ThreadCode } from './threads.js'
import { assembleThreads, type Release, type Target } from './tools.js'

export const allRules: ReadonlySet<RuleName> = new Set([
  'synchronising-read',
  'fresh-read',
  'release',
  'copies',
  'dependency',
])

type EntryCode = Extract<ThreadCode, { readonly kind: 'entry' }>

/**
 * Returns a thread with the pattern from which no instruction can be taken, and its machine code. All that can be left
 * out alone is tried together, the last first, as far as the pattern stays: the assembler gets many at once.
 */
export function minimal(
  pattern: string,
  thread: Thread,
  release: Release,
  target: Target,
  folder: string,
): { readonly thread: Thread; readonly code: readonly MachineInstruction[] } {
  const codesWith = (some: readonly Thread[]): readonly (readonly MachineInstruction[] | undefined)[] =>
    assembleThreads(some.map(numbered), release, target, folder).map((machine, i) => {
      const assembled = some[i]?.assembled
      if (machine.kind !== 'code' || assembled === undefined) return undefined
      const { code } = machine
      return missingWaits(assembled, code, allRules).some((missing) => patternOf(missing, code) === pattern)
        ? code
        : undefined
    })
  let best = thread
  let code = codesWith([thread])[0] ?? []
  for (;;) {
    const parts = partsOf(best)
    const alone = codesWith(parts.map((part) => without(best, part)))
    const idle = parts.filter((_, i) => alone[i] !== undefined)
    const smaller = idle.map((_, i) => idle.slice(0, i + 1).reduce(without, best))
    const codes = codesWith(smaller)
    const last = codes.findLastIndex((one) => one !== undefined)
    const [next, nextCode] = [smaller[last], codes[last]]
    if (next === undefined || nextCode === undefined) return { thread: best, code }
    ;[best, code] = [next, nextCode]
  }
}

/** Gives a thread a name that no other one of them has. */
const numbered = (thread: Thread, i: number): Thread =>
  thread.code.kind === 'kernel'
    ? { ...thread, code: { kind: 'kernel', kernel: { ...thread.code.kernel, name: `k${i}` } } }
    : thread

/** Returns what can be left out, the last first: the indices of instructions, or the numbers of statements of a module. */
function partsOf({ code, assembled }: Thread): readonly number[] {
  if (code.kind === 'kernel') return assembled.instructions.map((_, i) => i).toReversed()
  const { compiled, left } = code
  return compiled.statements.flatMap((_, i) => (left.has(i + 1) ? [] : [i + 1])).toReversed()
}

const without = (thread: Thread, part: number): Thread =>
  thread.code.kind === 'kernel'
    ? withoutLines(thread, thread.code.kernel, part)
    : withoutStatement(thread, thread.code, part)

/** Leaves out a statement of a module, with all instructions that it became. */
function withoutStatement({ assembled, tests }: Thread, code: EntryCode, line: number): Thread {
  const keeps = (_: unknown, i: number): boolean => assembled.lines[i] !== line
  return {
    code: { ...code, left: new Set([...code.left, line]) },
    assembled: {
      ...assembled,
      instructions: assembled.instructions.filter(keeps),
      lines: assembled.lines.filter(keeps),
    },
    tests,
  }
}

/** Leaves out an instruction of a test, and the lines that only it has. */
function withoutLines({ assembled, tests }: Thread, kernel: Kernel, at: number): Thread {
  const { text } = kernel
  const kept = text.lines.map((_, i) => !text.sources[i]?.includes(at) || (text.sources[i]?.length ?? 0) > 1)
  const lines = text.lines.filter((_, i) => kept[i])
  const renumbered = (index: number): number => (index > at ? index - 1 : index)
  const sources = text.sources.filter((_, i) => kept[i]).map((some) => some.filter((one) => one !== at).map(renumbered))
  const instructions = assembled.instructions.filter((_, i) => i !== at)
  return {
    code: { kind: 'kernel', kernel: { ...kernel, text: { ...text, lines, sources } } },
    assembled: {
      ...assembled,
      instructions,
      lines: instructions.map((_, i) => sources.findIndex((some) => some.includes(i)) + 1),
    },
    tests,
  }
}
