/** Neighbouring lines that may be swapped: a fence on the wrong side of an access, and accesses in the wrong order. */

import { type Instruction, isBarrier } from '../litmus/instruction.js'
import { destinationOf, operandsOf } from '../litmus/operands.js'
import type { DeviceThread, Program } from '../litmus/program.js'
import { deviceTexts, isElement, startOfLine } from './lines.js'
import { rootOf } from './roots.js'
import { type Slot, single } from './slot.js'

/** Returns exchanges of two neighbours, if one is a fence, or if they access different memory and share no register. */
export const exchanges = (program: Program): readonly Slot[] =>
  deviceTexts(program).flatMap(([thread, code]) => {
    const { instructions } = code
    return instructions.flatMap((one, at): readonly Slot[] => {
      const next = instructions[at + 1]
      return next !== undefined &&
        isLine(instructions, at) &&
        isLine(instructions, at + 1) &&
        mayBeExchanged(one, next, program, code)
        ? [
            single(
              { kinds: ['swaps'], edits: [{ thread, at, change: { kind: 'swap' } }], prices: ['swap'] },
              { like: `swap ${thread} ${at}`, addsOrder: false, safe: false },
            ),
          ]
        : []
    })
  })

const isFence = ({ kind }: Instruction): boolean => kind === 'fence' || kind === 'proxy-fence'

const isAccess = ({ kind }: Instruction): boolean => kind === 'load' || kind === 'store' || kind === 'atomic'

/** Returns whether an instruction is a separate line without a guard, and no other thread depends on its place. */
function isLine(instructions: readonly Instruction[], at: number): boolean {
  const one = instructions[at]
  const next = instructions[at + 1]
  return (
    one !== undefined &&
    one.kind !== 'label' &&
    one.kind !== 'branch' &&
    !isBarrier(one) &&
    !isElement(one) &&
    startOfLine(instructions, at) === at &&
    instructions[at - 1]?.span !== one.span &&
    next?.span !== one.span
  )
}

const mayBeExchanged = (one: Instruction, next: Instruction, program: Program, code: DeviceThread): boolean =>
  isFence(one) !== isFence(next) ||
  (isAccess(one) && isAccess(next) && areElsewhere(one, next, program, code) && !shareRegister(one, next))

/** Returns whether both access different memory: by name, or by addresses that come from different objects. */
export function areElsewhere(one: Instruction, next: Instruction, { variables }: Program, code: DeviceThread): boolean {
  const [here, there] = [one, next].map((access) => {
    const name = rootOf(code, access)
    return variables.find((variable) => variable.name === name)?.location
  })
  return here !== undefined && there !== undefined && here !== there
}

export function shareRegister(one: Instruction, next: Instruction): boolean {
  const written = [one, next].map(destinationOf)
  const read = [one, next].map((some) =>
    operandsOf(some).flatMap((operand) => (operand.kind === 'register' ? [operand.name] : [])),
  )
  const [first, second] = written
  return (
    (first !== undefined && (first === second || read[1]?.includes(first) === true)) ||
    (second !== undefined && read[0]?.includes(second) === true)
  )
}
