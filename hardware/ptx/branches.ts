/** Writes branches. A branch that leads back has a budget, since a loop may wait without end. */

import type { Condition } from '../../litmus/condition.js'
import type { Instruction } from '../../litmus/instruction.js'
import type { Branch } from '../../litmus/instructions/control.js'
import { defaultType } from '../../litmus/operand.js'
import { isPredicate, registerType } from '../../litmus/registers.js'
import { all, ok, type Result, then } from '../../source/result.js'
import { harnessRegisters, operand, refuse, typed, type Writing } from './writing.js'

const comparisons: { readonly [C in Extract<Condition, { kind: 'compare' }>['operator']]: string } = {
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
}

/** Returns whether a branch leads back, so that it may be taken without end. */
export const leadsBack = ({ target }: Branch, at: number, instructions: readonly Instruction[]): boolean =>
  instructions.slice(0, at).some((one) => one.kind === 'label' && one.name === target)

export function branchLines(branch: Branch, writing: Writing): Result<readonly string[]> {
  const { instructions } = writing.thread
  const { budget, gaveUp, end } = harnessRegisters
  const target = writing.label(branch.target)
  const bounded = leadsBack(branch, instructions.indexOf(branch), instructions)
    ? [
        '{',
        '.reg .pred spent;',
        `sub.u32 ${budget}, ${budget}, 1;`,
        `setp.eq.u32 spent, ${budget}, 0;`,
        `@spent mov.u32 ${gaveUp}, 1;`,
        `@spent bra ${end};`,
        '}',
      ]
    : []
  const { when, span } = branch
  if (when === undefined) return ok([...bounded, `bra ${target};`])
  const { operator, left, right } = when
  if (left.kind === 'register' && isPredicate(instructions, left.name)) {
    if (right.kind !== 'integer' || right.value !== 0n || (operator !== '==' && operator !== '!='))
      return refuse('a predicate is compared with 0 only', span)
    return ok([...bounded, `@${operator === '==' ? '!' : ''}${writing.register(left.name)} bra ${target};`])
  }
  const types = [left, right].flatMap((one) =>
    one.kind === 'register' ? [registerType(writing.thread, one.name)] : [],
  )
  const type = types[0] ?? defaultType
  if (types.some(({ width, signed }) => width !== type.width || signed !== type.signed))
    return refuse('it compares registers of several types', span)
  if (type.width === 8) return refuse('PTX compares 16 bits or more', span)
  return then(all([operand(left, writing), operand(right, writing)]), (given) =>
    ok([
      ...bounded,
      '{',
      '.reg .pred taken;',
      ...(left.kind === 'register' ? [] : [`.reg .b${type.width} first;`, `mov.b${type.width} first, ${given[0]};`]),
      `setp.${comparisons[operator]}.${typed(type)} taken, ${left.kind === 'register' ? given[0] : 'first'}, ${given[1]};`,
      `@taken bra ${target};`,
      '}',
    ]),
  )
}
