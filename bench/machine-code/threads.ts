/** The threads of tests, each text once. */

import type { Assembled } from '../../hardware/machine-code/check.js'
import { type Compiled, compiledModule } from '../../hardware/machine-code/compiled.js'
import type { Kernel } from '../../hardware/machine-code/module.js'
import { obligationsOf } from '../../hardware/machine-code/obligations.js'
import { type Plan, planOf } from '../../hardware/plan.js'
import type { DeviceThread, Program } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import type { SourceText } from '../../source/text.js'

/** A text whose machine code is checked, and the tests that have it. */
export interface Thread {
  readonly code: ThreadCode
  readonly assembled: Assembled
  readonly tests: readonly string[]
}

/** The thread of a test, which the harness writes as a kernel; or an entry of a module, without the statements left out. */
export type ThreadCode =
  | { readonly kind: 'kernel'; readonly kernel: Kernel }
  | {
      readonly kind: 'entry'
      readonly compiled: Compiled
      readonly entry: string
      readonly left: ReadonlySet<number>
    }

/** Tests, by the file or folder that they come from. */
export interface Group {
  readonly path: string
  readonly programs: readonly Program[]
}

/** The number of tests of a group that a GPU can run. */
export interface Count {
  readonly path: string
  readonly count: number
}

/** Returns the threads for which the machine code has something to keep. */
export const boundThreads = (threads: readonly Thread[]): readonly Thread[] =>
  threads.filter(({ assembled: { instructions, observed } }) => obligationsOf(instructions, observed).length > 0)

/** Returns the threads of the tests that a GPU can run, and the numbers of those tests. */
export function threadsOf(groups: readonly Group[]): {
  readonly threads: readonly Thread[]
  readonly tests: readonly Count[]
} {
  const threads = new Map<string, { kernel: Kernel; assembled: Assembled; readonly tests: string[] }>()
  const tests = groups.map(({ path, programs }) => {
    const plans = programs.flatMap((program) => {
      const plan = planOf(program)
      return plan.kind === 'plan' ? [{ program, plan }] : []
    })
    for (const { program, plan } of plans) {
      for (const { key, ...thread } of (plan.script?.parts ?? [plan]).flatMap((part) => ofPlan(program, part))) {
        const same = threads.get(key)
        if (same === undefined)
          threads.set(key, { ...thread, kernel: { ...thread.kernel, name: `k${threads.size}` }, tests: [plan.test] })
        else if (same.tests.at(-1) !== plan.test) same.tests.push(plan.test)
      }
    }
    return { path, count: plans.length }
  })
  return {
    threads: [...threads.values()].map(({ kernel, ...one }) => ({ code: { kind: 'kernel', kernel }, ...one })),
    tests,
  }
}

/** Returns the entries of modules. A module that cannot be read is an error of this program's examples. */
export const entriesOf = (modules: readonly SourceText[]): readonly Thread[] =>
  modules.flatMap((source) => {
    const read = compiledModule(source)
    if (!read.ok) throw new Error(`${source.name}: ${read.diagnostics[0]?.message}`)
    const { compiled, entries } = read.value
    return entries.map(
      ({ name, assembled }): Thread => ({
        code: { kind: 'entry', compiled, entry: name, left: new Set() },
        assembled,
        tests: [source.name],
      }),
    )
  })

const ofPlan = (program: Program, { codes, observed }: Plan) =>
  codes.map(({ text, threads }) => {
    const thread = deviceThread(program, must(threads[0], 'a thread of a text'))
    const registers = [
      ...new Set(
        observed.flatMap(({ from }) =>
          from.kind === 'register' && threads.includes(from.thread) && text.registers.has(from.name) ? [from.name] : [],
        ),
      ),
    ]
    const lines = thread.instructions.map((_, at) => text.sources.findIndex((sources) => sources.includes(at)) + 1)
    return {
      key: canonical([...text.lines, ...registers.map((one) => `observes ${text.registers.get(one)?.name}`)]),
      kernel: { name: '', text, observed: registers },
      assembled: { instructions: thread.instructions, lines, observed: new Set(registers) },
    }
  })

function deviceThread(program: Program, index: number): DeviceThread {
  const thread = program.threads[index]
  if (thread?.kind !== 'device') throw new Error('a text belongs to a thread of a kernel')
  return thread
}

/** The words of PTX in a line that are not names: an opcode, and what begins with a point or a digit. */
const word = /(?<![.\w])[A-Za-z_$]\w*(?![\w.]|::)/g

/** Returns the lines with names in the order in which they occur. */
function canonical(lines: readonly string[]): string {
  const names = new Map<string, string>()
  return lines
    .join('\n')
    .replace(word, (name) => names.get(name) ?? names.set(name, `n${names.size}`).get(name) ?? name)
}
