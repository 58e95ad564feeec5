/** Writes the threads of tests as kernels of one module of PTX, so that the assembler can be run without a compiler. */

import { must } from '../../source/must.js'
import type { ThreadText } from '../ptx/text.js'
import { containerBits, harnessRegisters } from '../ptx/writing.js'

/** A kernel of a module: the text of a thread, and the registers that are stored after it. */
export interface Kernel {
  readonly name: string
  readonly text: ThreadText
  readonly observed: readonly string[]
}

/** The text of a module, and where it has the lines of each piece. */
export interface Module {
  readonly text: string
  /** The first line of each piece and the line after its last, from 1: errors of the assembler name lines. */
  readonly extents: readonly { readonly from: number; readonly to: number }[]
}

/** The line that a `.loc` gives to what the module adds to a thread. */
const added = 1_000_000

/** Functions that are assembled in a module with others. */
export interface Piece {
  readonly lines: readonly string[]
  /** The names of its functions. */
  readonly functions: readonly string[]
}

/** Returns the module of some pieces. `version` is that of the PTX ISA. */
export function moduleOf(pieces: readonly Piece[], version: string, target: string): Module {
  const lines = [`.version ${version}`, `.target ${target}`, '.address_size 64', '.file 1 "thread"']
  const extents = pieces.map((piece) => {
    const from = lines.length + 1
    for (const line of piece.lines) lines.push(line)
    return { from, to: lines.length + 1 }
  })
  return { text: `${lines.join('\n')}\n`, extents }
}

/** Returns a kernel as a piece. A `.loc` gives each line of the kernel the number of the line within the thread, from 1. */
export const pieceOf = (kernel: Kernel): Piece => ({ lines: kernelLines(kernel), functions: [kernel.name] })

function kernelLines({ name, text, observed }: Kernel): readonly string[] {
  const { budget, gaveUp, missed, end } = harnessRegisters
  const flags = [...(text.loops ? [budget, gaveUp] : []), ...(text.expects ? [missed] : [])]
  const inputs = text.mentions.flatMap(({ register, form }) => [
    { register, type: 'b64' },
    ...(form === 'texture' ? [{ register: `${register}_index`, type: 'b32' }] : []),
  ])
  const parameters = ['out', ...inputs.map((_, i) => `in${i}`)].map((one) => `.param .b64 ${name}_${one}`)
  const results = [
    ...observed.map((one) => {
      const { name: register, type, predicate } = must(text.registers.get(one), 'a register that the text names')
      return { register, bits: predicate ? 32 : containerBits(type), predicate }
    }),
    ...flags.map((register) => ({ register, bits: 32, predicate: false })),
  ]
  return [
    `.visible .entry ${name}(${parameters.join(', ')})`,
    '{',
    `.loc 1 ${added} 0`,
    '.reg .b64 results_of_thread; .reg .b32 flag_of_thread;',
    `ld.param.b64 results_of_thread, [${name}_out];`,
    ...flags.map((flag) => `.reg .b32 ${flag}; ld.param.b32 ${flag}, [${name}_out];`),
    ...inputs.map(
      ({ register, type }, i) => `.reg .${type} ${register}; ld.param.${type} ${register}, [${name}_in${i}];`,
    ),
    ...[...text.registers.values()].map(({ name: register, type, predicate }) =>
      predicate ? `.reg .pred ${register};` : `.reg .b${containerBits(type)} ${register};`,
    ),
    ...text.lines.flatMap((line, i) => [...(isInstruction(line) ? [`.loc 1 ${i + 1} 0`] : []), line]),
    ...(text.loops ? [`${end}:`] : []),
    `.loc 1 ${added} 0`,
    ...results.flatMap(({ register, bits, predicate }, i) =>
      predicate
        ? [
            `selp.u32 flag_of_thread, 1, 0, ${register};`,
            `st.global.u32 [results_of_thread+${16 * i}], flag_of_thread;`,
          ]
        : [`st.global.b${bits} [results_of_thread+${16 * i}], ${register};`],
    ),
    'ret;',
    '}',
  ]
}

const isInstruction = (line: string): boolean => !/^(\{|\}|\.reg|\S+:$)/.test(line)
