/** Changes that would forbid an outcome, as text. */

import { match } from 'ts-pattern'
import { asWritten, declaredName } from '../litmus/instances.js'
import type { Instruction } from '../litmus/instruction.js'
import { namesInCuda } from '../litmus/instructions/cuda-names.js'
import { printed } from '../litmus/instructions/print.js'
import type { Scope } from '../litmus/operand.js'
import { ctaTitle, positionName } from '../litmus/position.js'
import { isCompiled, type Program, type Question, type Thread, threadAt } from '../litmus/program.js'
import { proxies } from '../litmus/proxy.js'
import { counted } from '../source/counted.js'
import { printable } from '../source/diagnostic.js'
import { lineText } from '../source/line.js'
import { must } from '../source/must.js'
import { quotations, sourceAt } from '../witness/source.js'
import { instructionText } from './instruction-text.js'
import type { Repair } from './repair.js'
import type { Repaired } from './result.js'
import { sharing } from './same-text.js'
import { editsOf } from './slot.js'

/** Returns the lines that say what would forbid the outcome: the first proposal, or a further one. */
export function repairLines(
  program: Program,
  kind: Question['kind'],
  { changes, within, ordered }: Pick<Repaired, 'changes' | 'within' | 'ordered'>,
  index: number,
): readonly string[] {
  const edits = editsOf(changes)
  const bounded = within === undefined ? '' : ` within bound ${within.bound}`
  const does = `${kind === 'assert' ? 'make it hold' : 'forbid it'}${bounded}`
  const [first, further] =
    edits.length === 1
      ? [`This change would ${does}:`, `So would this change${bounded}:`]
      : [`Together, these changes would ${does}:`, `So would these changes together${bounded}:`]
  return [
    index === 0 ? first : further,
    ...(ordered ? [`  ${inThisOrder}`] : []),
    ...edits.flatMap((one) => changeLines(program, one)),
  ]
}

/** The words that say that the order of insertions matters. */
export const inThisOrder = 'in this order, where they are at one place:'

/** Returns a change in words, with the source lines that it concerns, and its form in CUDA C++. */
export const changeLines = (program: Program, one: Repair): readonly string[] => [
  `  ${repairText(program, one)}`,
  ...sourceLines(program, one).map((line) => `  ${line}`),
  ...(isModelOnly(one) ? [`    ${modelOnly}`] : []),
  ...inCuda(repairInCuda(program, one)),
]

/** Returns the source lines that a change concerns; for an insertion, those on its two sides. */
function sourceLines(program: Program, { thread, at, change }: Repair): readonly string[] {
  const { instructions } = threadAt(program.threads, thread)
  const changed = instructions.slice(change.kind === 'insert' ? Math.max(0, at - 1) : at, at + 1)
  return quotations(changed.flatMap(({ kind, span }) => (kind === 'label' ? [] : [sourceAt(span)])))
}

const inCuda = (names: readonly string[]): readonly string[] =>
  names.map((one, i) => printable(`    ${i === 0 ? 'in CUDA' : 'or, which is stronger'}: ${one}`))

/**
 * Returns the CUDA C++ functions for the change, the nearest first and then stronger ones. There are none for calls of
 * the host.
 */
export function repairInCuda(program: Program, { thread, at, change }: Repair): readonly string[] {
  const changed = threadAt(program.threads, thread)
  const named = (one: Instruction): readonly string[] =>
    namesInCuda(asWritten(one, thread, program, program.format), isCompiled(changed) ? 'compiled' : 'test')
  switch (change.kind) {
    case 'insert':
      return named(change.instruction)
    case 'replace':
      return change.what === 'path' ? [ordinaryRead] : named(change.instruction)
    case 'remove':
      return named(must(changed.instructions[at], 'the instruction that is removed')).slice(0, 1)
    case 'swap':
      return changed.instructions.slice(at, at + 2).flatMap((one) => (isFence(one) ? named(one).slice(0, 1) : []))
  }
}

const ordinaryRead = 'an ordinary read, neither by __ldg() nor through a pointer that is const __restrict__'

const isFence = ({ kind }: Instruction): boolean => kind === 'fence' || kind === 'proxy-fence'

const modelOnly = 'model only: no assembler has it; end the kernel, or load through the generic proxy'

/** Returns whether it inserts a fence that the model has and no assembler accepts. */
export const isModelOnly = ({ change }: Repair): boolean =>
  change.kind === 'insert' &&
  change.instruction.kind === 'proxy-fence' &&
  proxies[change.instruction.proxy].fence === 'model only'

const effects = {
  scope: 'widens the scope',
  order: 'adds synchronisation',
  path: 'avoids the read-only path',
  stream: 'moves it to another stream',
  wait: 'waits for more',
  parity: 'waits for the phase of the other parity',
  overlap: 'starts it only when the kernel before it has ended',
  'weaker order': 'synchronises less',
  'narrower scope': 'narrows the scope',
} as const

/**
 * Writes, for example, `insert fence.proxy.alias in P0 (CTA 0 of GPU 0), between line 3, st.weak x, 1, and line 4,
 * ld.weak r0, y`.
 */
export function repairText(program: Program, { thread, at, change }: Repair): string {
  const changed = threadAt(program.threads, thread)
  const { name, instructions } = changed
  const others = sharing(program, thread).length - 1
  const whose = others === 0 ? name : `${name} and ${counted(others, 'other thread')} of its text`
  const who = others === 0 ? `${name}${placeText(changed)}` : whose
  const written = (instruction: Instruction): string => instructionText(instruction, thread, program)
  const line = ({ span }: Instruction): string => lineText(span, isCompiled(changed))
  const instructionAt = (index: number): Instruction => must(instructions[index], 'the instruction that is changed')
  const lines = linesOf(changed, thread, program)
  const beside = (index: number): string => {
    const lineBefore = lines.findLast(({ from }) => from <= index)
    return `${line(instructionAt(index))}, ${lineBefore?.text ?? ''}`
  }
  return printable(
    match(change)
      .with({ kind: 'insert' }, ({ instruction }) => {
        // A label of compiled code is no place where one can edit.
        const isAfterLabel = isCompiled(changed) && instructions[at - 1]?.kind === 'label'
        const place =
          at === 0 || (isAfterLabel && at < instructions.length)
            ? `before ${beside(at)}`
            : at === instructions.length
              ? `after ${beside(at - 1)}`
              : `between ${beside(at - 1)}, and ${beside(at)}`
        return `insert ${written(instruction)} in ${who}, ${place}`
      })
      .with({ kind: 'replace' }, ({ instruction, what }) => {
        const one = instructionAt(at)
        const effect = `${effects[what]}${assumption(one, instruction)}`
        return `replace ${written(one)} with ${written(instruction)} in ${whose}, ${line(one)}: ${effect}`
      })
      .with({ kind: 'remove' }, () => {
        const one = instructionAt(at)
        return `remove ${written(one)} in ${whose}, ${line(one)}`
      })
      .with({ kind: 'swap' }, () => {
        const [one, next] = [instructionAt(at), instructionAt(at + 1)]
        const wrong =
          changed.kind === 'host'
            ? 'the event is recorded too early'
            : isFence(one) || isFence(next)
              ? 'the fence is on the wrong side'
              : 'they are in the wrong order'
        return `swap ${written(one)} and ${written(next)} in ${whose}, ${line(one)}: ${wrong}`
      })
      .exhaustive(),
  )
}

/**
 * Returns the assumption on which a volatile access gets a narrower scope than the system, which it has by itself (ISA
 * 8.4): that no threads take part but those of the test.
 */
function assumption(from: Instruction, to: Instruction): string {
  if ((from.kind !== 'load' && from.kind !== 'store') || from.order !== 'volatile') return ''
  if ((to.kind !== 'load' && to.kind !== 'store') || to.scope === undefined || to.scope === 'sys') return ''
  return `; assumes one ${shared[to.scope]}`
}

/** What all threads of a scope have in common. */
const shared: Record<Exclude<Scope, 'sys'>, string> = { cta: 'CTA', cluster: 'cluster', gpu: 'GPU' }

/** Returns the place of a GPU thread, unless its name already tells, as `d0.b1.t0` does. */
const placeText = (thread: Thread): string =>
  thread.kind === 'device' && thread.name !== positionName(thread.position)
    ? ` (${ctaTitle(thread.position)} of GPU ${thread.position.gpu})`
    : ''

/** Returns the lines of a thread as it writes them, each with the index of its first instruction. */
function linesOf(
  { instructions }: Thread,
  thread: number,
  program: Program,
): readonly { readonly from: number; readonly text: string }[] {
  const { format } = program
  const isMemory = (name: string): boolean => program.variables.some((one) => declaredName(one) === name)
  const written = instructions.map((one) => asWritten(one, thread, program, format))
  return printed(written, format, isMemory).map(({ instruction, text }) => {
    const index = written.indexOf(instruction)
    const before = written[index - 1]
    return { from: before?.kind === 'branch' && before.guards ? index - 1 : index, text }
  })
}
