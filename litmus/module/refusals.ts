/** The parts of a kernel that are not modelled, whether or not an execution reaches them. */

import type { Span } from '../../source/text.js'
import type { Instruction } from '../instruction.js'
import { beginningOf, instructionsOf, itemsOf } from './code.js'
import type { Frame } from './kernel.js'
import type { Module } from './read.js'
import type { CallSyntax, FunctionSyntax } from './syntax.js'
import { memoryOf } from './variables.js'

interface Refusal {
  /** The mnemonic as written; for a call, with the name of the function. */
  readonly instruction: string
  readonly why: string
  readonly span: Span
}

interface Examined {
  /** The number of instructions in the text of the entry, and of the functions that it calls. */
  readonly instructions: number
  /** The refused instructions, in the order in which they are reached. */
  readonly refused: readonly Refusal[]
}

/** Enough dynamic shared memory for a kernel to name it. */
const shared = 1024

/**
 * Returns the parts of an entry, and of the functions that it calls, that a launch would refuse if an execution reached
 * them. Each function is read once.
 */
export function examined(module: Module, entry: FunctionSyntax): Examined {
  const beginning = beginningOf({ module, entry, memory: memoryOf([], [module]), name: entry.name.text, shared })
  const functions = new Set<FunctionSyntax>()
  const refused: Refusal[] = []
  let instructions = 0
  const run = (frame: Frame): readonly Instruction[] => {
    const items = itemsOf(frame, beginning.kernel)
    if (functions.has(frame.function)) return []
    functions.add(frame.function)
    for (const item of items) {
      if (item.kind === 'label') continue
      instructions++
      const read = instructionsOf(item, frame, beginning, run)
      // A jump by a table is refused for an index that it does not have.
      const isJump = item.kind === 'instruction' && item.mnemonic.startsWith('brx') && read.length > 1
      const [first, ...others] = isJump ? [] : read.filter((one) => one.kind === 'refused')
      if (first === undefined) continue
      const instruction = item.kind === 'call' ? `call ${calledBy(item, module)}` : item.mnemonic
      refused.push({ instruction, why: [first, ...others].map(({ why }) => why).join('; '), span: item.span })
    }
    return []
  }
  run(beginning.whole)
  return { instructions, refused }
}

/** Returns the function's name. A register with an address has none. */
const calledBy = ({ target }: CallSyntax, { functions }: Module): string =>
  functions.has(target.text) ? target.text : 'by pointer'
