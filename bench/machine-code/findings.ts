/** Runs the check over threads, for each release and target, and collects what it names by its pattern. */

import { missingWaits } from '../../hardware/machine-code/check.js'
import type { MachineInstruction } from '../../hardware/machine-code/disassembly.js'
import { patternOf } from '../../hardware/machine-code/pattern.js'
import { must } from '../../source/must.js'
import { allRules, minimal } from './minimal.js'
import type { Thread, ThreadCode } from './threads.js'
import { assembleThreads, type MachineCode, type Release, releases, type Target, targets } from './tools.js'

/** A pattern of machine code that leaves out a wait. */
export interface Finding {
  readonly pattern: string
  /** The releases and targets in whose machine code it is, as `13.0 sm_90a`. */
  readonly where: readonly string[]
  readonly tests: readonly string[]
  /** The smallest thread that shows it, without the instructions that it does not need. */
  readonly smallest: Thread
  readonly code: readonly MachineInstruction[]
}

/** What a release assembles for a target, what it refuses, and what has an illegal instruction. */
interface Assembled {
  readonly release: string
  readonly target: Target
  /** The tests with a thread that assembles. */
  readonly tests: number
  /** The threads of tests, and the entries of modules. */
  readonly texts: Counts
  readonly entries: Counts
}

interface Counts {
  readonly assembled: number
  readonly refused: number
  readonly illegal: number
}

export interface Findings {
  readonly findings: readonly Finding[]
  readonly assembled: readonly Assembled[]
}

interface Seen {
  readonly where: Set<string>
  readonly tests: Set<string>
  smallest: { readonly thread: Thread; readonly release: Release; readonly target: Target }
}

/** Returns what the check names in the machine code of the threads. `progress` gets a line for each pair. */
export function findingsIn(threads: readonly Thread[], folder: string, progress: (line: string) => void): Findings {
  const seen = new Map<string, Seen>()
  const assembled: Assembled[] = []
  for (const release of releases) {
    for (const target of targets) {
      const codes = assembleThreads(threads, release, target, folder)
      const tests = new Set<string>()
      for (const [i, machine] of codes.entries()) {
        if (machine.kind !== 'code') continue
        const thread = must(threads[i], 'a thread for each code')
        if (thread.code.kind === 'kernel') for (const test of thread.tests) tests.add(test)
        const patterns = missingWaits(thread.assembled, machine.code, allRules).map((one) =>
          patternOf(one, machine.code),
        )
        for (const pattern of new Set(patterns)) note(seen, pattern, thread, release, target)
      }
      const countsOf = (kind: ThreadCode['kind']): Counts => {
        const some = codes.filter((_, i) => threads[i]?.code.kind === kind)
        const count = (of: MachineCode['kind']): number => some.filter((one) => one.kind === of).length
        return { assembled: count('code'), refused: count('refused'), illegal: count('illegal') }
      }
      const [texts, entries] = [countsOf('kernel'), countsOf('entry')]
      assembled.push({ release: release.name, target, tests: tests.size, texts, entries })
      progress(`${release.name} ${target}: ${texts.assembled} threads, ${entries.assembled} entries of modules`)
    }
  }
  const findings = [...seen].map(([pattern, { where, tests, smallest }]): Finding => {
    const { thread, code } = minimal(pattern, smallest.thread, smallest.release, smallest.target, folder)
    return { pattern, where: [...where], tests: [...tests], smallest: thread, code }
  })
  return { findings: findings.toSorted((a, b) => (a.pattern < b.pattern ? -1 : 1)), assembled }
}

function note(seen: Map<string, Seen>, pattern: string, thread: Thread, release: Release, target: Target): void {
  const found = seen.get(pattern) ?? {
    where: new Set<string>(),
    tests: new Set<string>(),
    smallest: { thread, release, target },
  }
  found.where.add(`${release.name} ${target}`)
  for (const test of thread.tests) found.tests.add(test)
  if (sizeOf(thread) < sizeOf(found.smallest.thread)) found.smallest = { thread, release, target }
  seen.set(pattern, found)
}

const sizeOf = ({ assembled }: Thread): number => assembled.instructions.length
