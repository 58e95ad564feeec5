/**
 * Moves of a fence and the flag after it, both past what the flag announces: a release pattern (ISA 8.8) that comes before
 * an access orders nothing for it, and the flag alone would leave the fence behind.
 */

import { factsOf } from '../litmus/facts.js'
import type { Instruction } from '../litmus/instruction.js'
import type { Program } from '../litmus/program.js'
import { deviceTexts, startOfLine } from './lines.js'
import { placesFor } from './moves.js'
import type { Repair } from './repair.js'
import { alternatives, asItIs, type Slot } from './slot.js'

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
      if (places.length === 0) return []
      const edits = (place: number): readonly Repair[] => [
        { thread, at: from, change: { kind: 'remove' } },
        { thread, at: place, change: { kind: 'insert', instruction: fence } },
        { thread, at, change: { kind: 'remove' } },
        { thread, at: place, change: { kind: 'insert', instruction: flag } },
      ]
      return [
        {
          rank: 2,
          like: `move ${thread} ${from}`,
          addsOrder: false,
          isMove: true,
          levels: alternatives<number | undefined>(
            [undefined, ...places],
            () => false,
            (place) =>
              place === undefined
                ? asItIs
                : { change: { kinds: ['swaps'], edits: edits(place), prices: ['move', 'move'] }, safe: false },
          ),
        },
      ]
    })
  })

const isWeak = (one: Instruction): boolean => (one.kind === 'load' || one.kind === 'store') && one.order === 'weak'
