/**
 * Special registers that number threads and CTAs: in the text of a thread they are integers (ISA, Special Registers).
 */

import type { CudaArgument, StatementOperand } from '../instructions/statement.js'
import type { Integer } from '../operand.js'
import type { ThreadPosition } from '../program.js'
import { warpSize } from '../warp-size.js'
import type { CodeSyntax, CudaSyntax, StatementSyntax } from './words.js'

/**
 * Returns the number that a special register holds in a thread at that position; undefined if it is not modelled. CTAs
 * of clusters have no `%ctaid.x`.
 */
function numberOf(register: string, { cta, cluster, thread }: ThreadPosition): number | undefined {
  switch (register) {
    case '%tid.x':
      return thread
    case '%laneid':
      return thread % warpSize
    case '%ctaid.x':
      return cluster === undefined ? cta : undefined
    case '%cluster_ctarank':
      return cluster === undefined ? undefined : cta
    case '%clusterid.x':
      return cluster
    default:
      return undefined
  }
}

/** Returns the code as the thread at that position executes it. */
export function numbered(code: CodeSyntax, position: ThreadPosition): CodeSyntax {
  switch (code.kind) {
    case 'guarded':
      return { ...code, code: code.code.kind === 'cuda' ? callIn(code.code, position) : ofThread(code.code, position) }
    case 'statement':
      return ofThread(code, position)
    case 'cuda':
      return callIn(code, position)
    default:
      return code
  }
}

const callIn = (call: CudaSyntax, position: ThreadPosition): CudaSyntax => ({
  ...call,
  arguments: call.arguments.map((one) => numberFor(one, position)),
})

const ofThread = (statement: StatementSyntax, position: ThreadPosition): StatementSyntax => ({
  ...statement,
  operands: statement.operands.map((operand) => integerFor(operand, position)),
})

function integerFor(operand: StatementOperand, position: ThreadPosition): StatementOperand {
  if (operand.kind === 'tile')
    return { ...operand, coordinates: operand.coordinates.map((one) => numberFor(one, position)) }
  return operand.kind === 'vector'
    ? { ...operand, elements: operand.elements.map((one) => numberFor(one, position)) }
    : numberFor(operand, position)
}

function numberFor<T extends CudaArgument>(operand: T, position: ThreadPosition): T | Integer {
  if (operand.kind !== 'foreign' || operand.what !== 'special register') return operand
  const number = numberOf(operand.text, position)
  return number === undefined ? operand : { kind: 'integer', value: BigInt(number), span: operand.span }
}
