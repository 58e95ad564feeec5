/**
 * Changes of operands: the arrivals that a phase of an mbarrier expects, the lanes that the mask of a warp's operation
 * names, and the registers that `setmaxnreg` asks for or keeps. What is tried comes from the text: another count or mask there, or the number of threads.
 */

import type { Instruction } from '../litmus/instruction.js'
import type { Integer, Operand } from '../litmus/operand.js'
import { destinationOf } from '../litmus/operands.js'
import { ctaOf, warpOf } from '../litmus/position.js'
import { type Program, threadAt } from '../litmus/program.js'
import { deviceTexts } from './lines.js'
import { sharing } from './same-text.js'
import { alternatives, asItIs, type Slot } from './slot.js'

/** The most operands that are tried at one place. */
const mostTried = 6

/** ISA, `setmaxnreg`: a multiple of 8 in the range 24 to 256. */
const leastRegisters = 24n

/** Returns a slot for each operand of a text that may be another. */
export const operands = (program: Program): readonly Slot[] =>
  deviceTexts(program).flatMap(([thread, { instructions }]) =>
    instructions.flatMap((one, at): readonly Slot[] => {
      const others = [...counts(program, thread, one), ...masks(instructions, one), ...registers(one)].slice(
        0,
        mostTried,
      )
      if (others.length === 0) return []
      return [
        {
          rank: 0,
          like: `operand ${thread} ${at}`,
          addsOrder: false,
          levels: alternatives<Instruction | undefined>(
            [undefined, ...others],
            () => false,
            (instruction) =>
              instruction === undefined
                ? asItIs
                : {
                    change: {
                      kinds: ['operands'],
                      edits: [{ thread, at, change: { kind: 'replace', instruction, what: 'operand' } }],
                      prices: ['operand'],
                    },
                    safe: false,
                  },
          ),
        },
      ]
    }),
  )

/** Returns an initialisation of an mbarrier for other numbers of arrivals. */
function counts(program: Program, thread: number, one: Instruction): readonly Instruction[] {
  if (one.kind !== 'mbarrier' || one.action !== 'init' || one.count === undefined) return []
  const { count, span } = one
  const { instructions } = threadAt(program.threads, thread)
  const known = constantOf(instructions, count)
  const others = instructions.flatMap((other) =>
    other.kind === 'mbarrier' && other.action === 'init' && other.count !== undefined
      ? (constantOf(instructions, other.count) ?? [])
      : [],
  )
  const cta = ctaOf(threadAt(program.threads, thread))
  const mates = sharing(program, thread).map((mate) => threadAt(program.threads, mate))
  const there = mates.filter((mate) => ctaOf(mate) === cta)
  const near = known === undefined ? [] : [known + 1n, known - 1n]
  const wanted = [...near, ...others, BigInt(there.length), BigInt(new Set(there.map(warpOf)).size)]
  return [...new Set(wanted)]
    .filter((value) => value > 0n && value !== known)
    .map((value): Instruction => ({ ...one, count: { kind: 'integer', value, span } satisfies Integer }))
}

/** Returns the number that an operand is, or that the only write to its register gives it; undefined for any other. */
function constantOf(instructions: readonly Instruction[], operand: Operand): bigint | undefined {
  if (operand.kind === 'integer') return operand.value
  const writes = instructions.filter((one) => operand.kind === 'register' && destinationOf(one) === operand.name)
  const [only] = writes
  const isCopy = only?.kind === 'arithmetic' && only.operation === 'mov' && writes.length === 1
  const [given] = isCopy ? only.operands : []
  return given?.kind === 'integer' ? given.value : undefined
}

/** Returns `setmaxnreg` with fewer registers, the most first: the pool may not have as many, or may lack what is kept. */
const registers = (one: Instruction): readonly Instruction[] =>
  one.kind !== 'register-count'
    ? []
    : Array.from({ length: mostTried }, (_, i) => one.registers - 8n * BigInt(i + 1))
        .filter((fewer) => fewer >= leastRegisters)
        .map((fewer): Instruction => ({ ...one, registers: fewer }))

/** Returns an operation of a warp with other masks of the text, such as that of the lanes that take part. */
function masks(instructions: readonly Instruction[], one: Instruction): readonly Instruction[] {
  if (one.kind !== 'warp' || one.whole === true) return []
  const own = keyOf(one.mask)
  const others = instructions.flatMap((other): readonly Operand[] =>
    other.kind === 'warp' && other.whole !== true
      ? [other.mask]
      : other.kind === 'active-mask'
        ? [{ kind: 'register', name: other.destination, span: other.span }]
        : [],
  )
  const ballots = instructions.flatMap((other): readonly Operand[] =>
    other.kind === 'warp' && other.operation === 'vote-ballot' && other.destination !== undefined
      ? [{ kind: 'register', name: other.destination, span: other.span }]
      : [],
  )
  const distinct = new Map([...others, ...ballots].map((mask) => [keyOf(mask), mask]))
  distinct.delete(own)
  return [...distinct.values()].map((mask): Instruction => ({ ...one, mask }))
}

const keyOf = (operand: Operand): string =>
  operand.kind === 'integer' ? `${operand.value}` : operand.kind === 'register' ? operand.name : ''
