/** Lists changes of a program of all kinds, by the kinds of its instructions. */

import type { Instruction } from '../../litmus/instruction.js'
import { type Program, threadAt } from '../../litmus/program.js'
import { asyncRepairs, committedWaits } from '../../repair/async-repairs.js'
import { barriers, clusterBarriers } from '../../repair/barrier-repairs.js'
import { hostRepairs } from '../../repair/host-repairs.js'
import { deviceTexts, isElement, startOfLine } from '../../repair/lines.js'
import type { Repair } from '../../repair/repair.js'
import { scopesNeeded } from '../../repair/scopes.js'
import { strengthenings } from '../../repair/strengthenings.js'

/** Sets of changes, each of which is made at once. */
export function editsOf(program: Program): readonly (readonly Repair[])[] {
  const texts = deviceTexts(program)
  const { waits, swaps, streams, synchronizations, paired } = hostRepairs(program)
  return [
    ...texts.flatMap(([thread]) => inserted(program, thread)),
    ...texts.flatMap(([thread]) => replaced(program, thread)),
    ...texts.flatMap(([thread]) => removed(program, thread)),
    ...texts.flatMap(([thread]) => swapped(program, thread)),
    ...barriers(program),
    ...asyncRepairs(texts, startOfLine, scopesNeeded(program)),
    ...strengthenings(program).flatMap(({ levels }) => levels.flatMap(({ change }) => change?.edits ?? [])),
    ...[waits, swaps, streams, synchronizations].flat(),
  ]
    .map((one): readonly Repair[] => [one])
    .concat(clusterBarriers(program), paired, committedWaits(texts, startOfLine))
}

const instructionsOf = (program: Program, thread: number): readonly Instruction[] =>
  threadAt(program.threads, thread).instructions

const inserted = (program: Program, thread: number): readonly Repair[] => {
  const instructions = instructionsOf(program, thread)
  return instructions.flatMap(({ span }, at): readonly Repair[] =>
    startOfLine(instructions, at) === at && (at === 0 || instructions[at - 1]?.span !== span)
      ? [
          { thread, at, change: { kind: 'insert', instruction: { kind: 'fence', order: 'sc', scope: 'gpu', span } } },
          { thread, at, change: { kind: 'insert', instruction: { kind: 'proxy-fence', proxy: 'alias', span } } },
        ]
      : [],
  )
}

const replaced = (program: Program, thread: number): readonly Repair[] =>
  instructionsOf(program, thread).flatMap((one, at) =>
    isElement(one)
      ? []
      : others(one).map(
          (instruction): Repair => ({ thread, at, change: { kind: 'replace', instruction, what: 'order' } }),
        ),
  )

function others(one: Instruction): readonly Instruction[] {
  switch (one.kind) {
    case 'load':
      if (one.proxy === 'non-coherent') return [{ ...one, proxy: 'generic' }]
      return one.proxy === 'generic'
        ? [
            { ...one, order: 'acquire', scope: 'gpu' },
            { ...one, order: 'relaxed', scope: 'cta' },
          ]
        : []
    case 'store':
      return one.proxy === 'generic'
        ? [
            { ...one, order: 'release', scope: 'sys' },
            { ...one, order: 'relaxed', scope: 'gpu' },
          ]
        : []
    case 'atomic':
      return one.proxy === 'generic'
        ? [
            { ...one, order: 'acq_rel' },
            { ...one, order: 'relaxed', scope: 'cta' },
          ]
        : []
    case 'fence':
      return [
        { ...one, scope: 'sys' },
        { ...one, order: 'acq_rel', scope: 'cta' },
      ]
    case 'cluster-barrier':
      return one.order === 'relaxed' ? [{ ...one, order: 'release' }] : []
    default:
      return []
  }
}

const removed = (program: Program, thread: number): readonly Repair[] =>
  instructionsOf(program, thread).flatMap(({ kind }, at): readonly Repair[] =>
    kind === 'fence' || kind === 'proxy-fence' ? [{ thread, at, change: { kind: 'remove' } }] : [],
  )

function swapped(program: Program, thread: number): readonly Repair[] {
  const instructions = instructionsOf(program, thread)
  return instructions.flatMap((one, at): readonly Repair[] => {
    const next = instructions[at + 1]
    return next !== undefined &&
      one.span !== next.span &&
      [one, next].every(isPlain) &&
      [at, at + 1].every((i) => startOfLine(instructions, i) === i)
      ? [{ thread, at, change: { kind: 'swap' } }]
      : []
  })
}

const isPlain = (one: Instruction): boolean =>
  ['load', 'store', 'atomic', 'fence', 'proxy-fence'].includes(one.kind) && !isElement(one)
