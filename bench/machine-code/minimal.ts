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

/** Returns a thread with the pattern from which no instruction can be taken, and its machine code. */
export function minimal(
  pattern: string,
  thread: Thread,
  release: Release,
  target: Target,
  folder: string,
): { readonly thread: Thread; readonly code: readonly MachineInstruction[] } {
  const codeWith = (one: Thread): readonly MachineInstruction[] | undefined => {
    const [machine] = assembleThreads([one], release, target, folder)
    if (machine?.kind !== 'code') return undefined
    const { code } = machine
    return missingWaits(one.assembled, code, allRules).some((missing) => patternOf(missing, code) === pattern)
      ? code
      : undefined
  }
  let best = thread
  let code = codeWith(thread) ?? []
  const parts = partsOf(thread)
  const left = new Set<number>()
  // Many statements at once first: most of a module is not needed. Instructions of a test have new indices afterwards.
  const widest = thread.code.kind === 'entry' ? parts.length >> 1 : 1
  for (let size = Math.max(1, widest); size >= 1; size >>= 1) {
    for (let at = 0; at < parts.length; at += size) {
      const some = parts.slice(at, at + size).filter((part) => !left.has(part))
      const smaller = some.length === 0 ? undefined : some.reduce(without, best)
      const found = smaller && codeWith(smaller)
      if (smaller === undefined || found === undefined) continue
      for (const part of some) left.add(part)
      ;[best, code] = [smaller, found]
    }
  }
  return { thread: best, code }
}

/** Returns what can be left out, the last first: the indices of instructions, or the numbers of statements of a module. */
const partsOf = ({ code, assembled }: Thread): readonly number[] =>
  code.kind === 'kernel'
    ? assembled.instructions.map((_, i) => i).toReversed()
    : code.compiled.statements.map((_, i) => i + 1).toReversed()

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
