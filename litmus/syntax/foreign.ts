/**
 * Recognises text that a thread contains by mistake: CUDA C++, and what surrounds the instructions of a compiled
 * kernel.
 */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { insteadOf } from '../instructions/cuda.js'
import type { Dialect } from '../instructions/statement.js'
import type { ForeignSyntax } from './words.js'

/** Returns the error on a foreign word, which says what to write instead. */
export const foreignProblem = ({ what, text, span }: ForeignSyntax, format: Dialect): Diagnostic =>
  diagnostic(why(what, text, format), span)

function why(what: ForeignSyntax['what'], text: string, format: Dialect): string {
  const isHerd = format === 'herd'
  switch (what) {
    case 'call':
      return whyNoCall(text)
    case 'launch':
      return onlyTheHost
    case 'assignment':
      return `threads are written in PTX, where \`ld.weak r0, ${isHerd ? 'x' : '[x]'}\` reads memory, \`st.weak ${isHerd ? 'x' : '[x]'}, r0\` writes it, and \`mov r0, 1\` gives a register a value`
    case 'predicate':
      return 'a guard is `@p` or `@!p` before an instruction, with a register that `setp` or another instruction writes'
    case 'label':
      return `a label is a name without \`$\`: write \`${text.replace('$', '')}:\``
    case 'directive':
      return whyNoDirective(text, format)
  }
}

function whyNoCall(name: string): string {
  const instead = insteadOf(name)
  if (instead !== undefined) return `\`${name}\` is CUDA C++; ${instead}`
  if (/^(if|else|for|while|do|switch|return)$/.test(name))
    return 'threads are written in PTX: labels, `goto`, and branches that compare, as in `bne r1, 0, L`'
  return /^cuda[A-Z]/.test(name)
    ? onlyTheHost
    : `\`${name}\` is CUDA C++, and what it does is not modelled; threads are written in PTX`
}

const onlyTheHost = 'only the host calls the runtime and launches kernels: write it in `host { … }`'

function whyNoDirective(word: string, format: Dialect): string {
  switch (word) {
    case 'reg':
      return 'registers need no declaration: leave `.reg` out'
    case 'param':
      return 'parameters hold addresses, which are names here: leave `.param` out'
    case 'global':
    case 'shared':
    case 'local':
    case 'const':
      return format === 'herd'
        ? `memory is declared by the initial values: \`x ${word === 'global' ? '= 0' : `@ ${word}`};\``
        : `memory is declared outside of threads: \`.${word} x;\``
    default:
      return `a thread holds instructions only: leave \`.${word}\` out`
  }
}
