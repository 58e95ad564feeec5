/**
 * Moves of a fence and the flag after it, both past what the flag announces: a release pattern (ISA 8.8) that comes before
 * an access orders nothing for it, and the flag alone would leave the fence behind.
 */

import { factsOf } from '../litmus/facts.js'
import type { Instruction } from '../litmus/instruction.js'
import type { Program } from '../litmus/program.js'
import { deviceTexts, startOfLine } from './lines.js'
import { moveTo, placesFor } from './moves.js'
import type { Slot } from './slot.js'

/** Returns the moves down of each memory fence with the strong store that follows, past weak accesses. */
export const releasePatterns = (program: Program): readonly Slot[] =>
  deviceTexts(program).flatMap(([thread, code]) => {
    const { instructions } = code
    return instructions.flatMap((fence, from): readonly Slot[] => {
      if (fence.kind !== 'fence' || startOfLine(instructions, from) !== from) return []
      const at = instructions.findIndex((one, i) => i > from && factsOf(one).family !== 'computation')
      const flag = instructions[at]
      if (flag?.kind !== 'store' || flag.order === 'weak' || startOfLine(instructions, at) !== at) return []
      const places = placesFor(program, code, at, 'down').filter((place) =>
        instructions.slice(at + 1, place).some(isWeak),
      )
      return moveTo(places, { thread, from }, (place) => ({
        kinds: ['swaps'],
        edits: [
          { thread, at: from, change: { kind: 'remove' } },
          { thread, at: place, change: { kind: 'insert', instruction: fence } },
          { thread, at, change: { kind: 'remove' } },
          { thread, at: place, change: { kind: 'insert', instruction: flag } },
        ],
        prices: ['move', 'move'],
      }))
    })
  })

const isWeak = (one: Instruction): boolean => (one.kind === 'load' || one.kind === 'store') && one.order === 'weak'
