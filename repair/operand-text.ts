/** Changes of operands, in words and as the source at hand would write them. */

import type { Instruction } from '../litmus/instruction.js'
import type { RegisterCount } from '../litmus/instructions/register-counts.js'
import { destinationOf } from '../litmus/operands.js'
import { counted } from '../source/counted.js'
import { sourceLine } from '../source/source-line.js'

/** Says what an instruction with another operand does. */
export function operandEffect(instruction: Instruction): string {
  if (instruction.kind === 'mbarrier' && instruction.count?.kind === 'integer')
    return `each phase expects ${counted(Number(instruction.count.value), 'arrival')}`
  if (instruction.kind === 'register-count')
    return `each thread ${instruction.action === 'inc' ? 'asks for' : 'keeps'} ${instruction.registers} registers`
  return 'names the lanes of another mask'
}

/** Returns the line of the source with the other operand; nothing if the line does not say it in one place. */
export function operandInSource(
  instructions: readonly Instruction[],
  from: Instruction,
  to: Instruction,
): readonly string[] {
  const line = sourceLine(from.span)?.text
  if (line === undefined || line.endsWith('…')) return []
  if (to.kind === 'mbarrier') {
    const calls = [...line.matchAll(/\b(?:mbarrier_)?init\s*\([^,;]+,\s*([^,;()]+)\)/g)]
    const [[call = '', count = ''] = []] = calls
    const own = to.count?.kind === 'integer' ? `${to.count.value}` : undefined
    return calls.length !== 1 || own === undefined
      ? []
      : [
          line.replace(
            call,
            call.slice(0, call.lastIndexOf(count)) + own + call.slice(call.lastIndexOf(count) + count.length),
          ),
        ]
  }
  if (to.kind === 'register-count' && from.kind === 'register-count') return numberInSource(from, to, line)
  if (to.kind !== 'warp') return []
  const { mask } = to
  const written = instructions.find((one) => mask.kind === 'register' && destinationOf(one) === mask.name)
  const defining = written && sourceLine(written.span)?.text
  const [, name] = /\b(\w+)\s*=\s*__(?:ballot_sync|activemask)\b/.exec(defining ?? '') ?? []
  const [literal, another] = line.match(/\b0x[fF']{8,9}[uU]?\b|\b~0u?\b/g) ?? []
  return name === undefined || literal === undefined || another !== undefined ? [] : [line.replace(literal, name)]
}

/** Returns the line with the other number, or that of the constant which the line names as an immediate. */
function numberInSource(from: RegisterCount, to: RegisterCount, line: string): readonly string[] {
  const number = new RegExp(String.raw`\b${from.registers}\b`, 'g')
  if (line.match(number)?.length === 1) return [line.replace(number, `${to.registers}`)]
  const [, name] = /"n"\(\s*(\w+)\s*\)/.exec(line) ?? []
  if (name === undefined) return []
  const defining = new RegExp(String.raw`^.*\b${name}\b\s*(?:=\s*)?${from.registers}\b.*$`, 'gm')
  const definitions = (from.span.source.sources ?? []).flatMap(({ text }) => text.match(defining) ?? [])
  const [definition] = definitions
  return definition === undefined || definitions.length > 1
    ? []
    : [definition.trim().replace(number, `${to.registers}`)]
}
