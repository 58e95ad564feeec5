/** Rewrites a statement as another instruction, with as much of the author's own spelling as possible. */

import { streamName } from '../litmus/host/tasks.js'
import { asWritten } from '../litmus/instances.js'
import type { Instruction } from '../litmus/instruction.js'
import { isCuda, scopeInCuda } from '../litmus/instructions/cuda.js'
import { namesInCuda } from '../litmus/instructions/cuda-names.js'
import { isCompiled, type Program, threadAt } from '../litmus/program.js'
import { instructionText } from './instruction-text.js'

/**
 * Returns texts that may express another instruction in place of the statement, the most similar one first. Some of
 * them may mean something else.
 */
export function respelled(
  statement: string,
  before: Instruction,
  instruction: Instruction,
  thread: number,
  program: Program,
): readonly string[] {
  const [, guard = '', own = ''] = /^(@!?\s*[\w$%.]+\s+)?(.*)$/s.exec(statement) ?? []
  const inCuda = isCuda(own) && instruction.kind !== 'call' && !isCompiled(threadAt(program.threads, thread))
  const words = inCuda
    ? cudaSpellings(own, instruction, thread, program)
    : [
        ...(before.kind === instruction.kind ? mnemonics(own, instruction) : []),
        ...launches(own, before, instruction),
        ...polls(own, before, instruction),
      ]
  return [...new Set([...words, instructionText(instruction, thread, program)])].map((text) => `${guard}${text}`)
}

function cudaSpellings(own: string, instruction: Instruction, thread: number, program: Program): readonly string[] {
  const [result = ''] = /^[^=(]*=\s*/.exec(own) ?? []
  const names = namesInCuda(asWritten(instruction, thread, program, program.format), 'test')
  return [...withWords(own, instruction), ...names.map((name) => `${result}${name}`)]
}

/** Returns the text with another order and another scope in the words of `cuda::`. */
function withWords(own: string, instruction: Instruction): readonly string[] {
  if (!('order' in instruction && 'scope' in instruction) || instruction.order === undefined) return []
  const scope = [...scopeInCuda].find(([, one]) => one === instruction.scope)?.[0]
  const order = instruction.order === 'sc' ? 'seq_cst' : instruction.order
  return [
    own
      .replace(/memory_order(_|::)[a-z_]+/, `memory_order$1${order}`)
      .replace(/thread_scope_[a-z]+/, scope === undefined ? '$&' : `thread_scope_${scope}`),
  ]
}

const orders: ReadonlySet<string> = new Set(['weak', 'relaxed', 'acquire', 'release', 'acq_rel', 'volatile', 'mmio'])
const scopes: ReadonlySet<string> = new Set(['cta', 'cluster', 'gpu', 'sys'])
/** The qualifiers that only weak accesses can have (ISA, `ld` and `st`). */
const cacheOperators: ReadonlySet<string> = new Set(['ca', 'cg', 'cs', 'lu', 'cv', 'wb', 'wt'])

/** Returns an access with another order, scope or path, and everything else as it was. */
function mnemonics(own: string, instruction: Instruction): readonly string[] {
  const { kind } = instruction
  if (kind !== 'load' && kind !== 'store' && kind !== 'atomic') return []
  const [mnemonic = ''] = /^[\w.:]+/.exec(own) ?? []
  const [opcode = '', ...words] = mnemonic.split('.')
  const { order, scope } = instruction
  const isStrong = order !== 'weak'
  const kept = words.filter(
    (word) =>
      !orders.has(word) &&
      !scopes.has(word) &&
      !(isStrong && cacheOperators.has(word)) &&
      !(word === 'nc' && instruction.proxy !== 'non-coherent'),
  )
  const strength = isStrong ? [order, ...(scope === undefined || order === 'volatile' ? [] : [scope])] : []
  return [`${[opcode, ...strength, ...kept].join('.')}${own.slice(mnemonic.length)}`]
}

/** Returns a launch in another stream. Only the text has its arguments. */
function launches(own: string, before: Instruction, instruction: Instruction): readonly string[] {
  if (before.kind !== 'call' || instruction.kind !== 'call') return []
  const [one, other] = [before.action, instruction.action]
  if (one.kind !== 'launch' || other.kind !== 'launch' || one.stream.name === undefined) return []
  const last = own.indexOf('>>>')
  const at = own.lastIndexOf(one.stream.name, last)
  return at === -1 ? [] : [`${own.slice(0, at)}${streamName(other.stream, 0)}${own.slice(at + one.stream.name.length)}`]
}

/** Returns a poll of an mbarrier as one that succeeds at once, with the author's name of its result. */
function polls(own: string, before: Instruction, instruction: Instruction): readonly string[] {
  if (before.kind !== 'mbarrier' || instruction.kind !== 'arithmetic') return []
  const [, result] = /^\S+\s+([\w$%]+)/.exec(own) ?? []
  return result === undefined ? [] : [`mov.pred ${result}, 1`]
}
