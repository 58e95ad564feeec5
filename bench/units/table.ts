/** The tables of translation units, in Markdown. */

import { groupBy } from '../../source/group.js'
import type { Figures, KernelFigures } from './measure.js'
import type { Unit } from './unit.js'

export interface Measured extends Figures {
  readonly unit: Unit
  /** The version of the unit's compiler. */
  readonly version: string
}

/** Returns the tables: units with their sums, refused instructions by kind, and the kernels. */
export const tables = (measured: readonly Measured[]): string =>
  [
    '## Units',
    unitTable(measured),
    '## What is refused',
    kindTable(measured),
    '## Kernels',
    kernelTable(measured),
  ].join('\n\n')

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

const rows = (head: readonly string[], numbers: number, body: readonly string[]): string =>
  [row(...head), `|${head.map((_, i) => (i < head.length - numbers ? '---' : '---:')).join('|')}|`, ...body].join('\n')

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

const grouped = (value: number): string => value.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ',')

const refusedIn = ({ refused }: KernelFigures): number => sum([...refused.values()])

/**
 * Returns the number of kernels, the number without a refused instruction, their instructions, and the refused ones.
 */
const columnsOf = (kernels: readonly KernelFigures[]): readonly string[] => [
  grouped(kernels.length),
  grouped(kernels.filter(({ refused }) => refused.size === 0).length),
  grouped(sum(kernels.map(({ instructions }) => instructions))),
  grouped(sum(kernels.map(refusedIn))),
]

/** Returns the row of a unit, with its milliseconds in the fourth column. */
export const unitRow = ({ unit, version, bytes, read, kernels }: Measured): string =>
  row(unit.name, compilerText(unit, version), grouped(bytes), grouped(read), ...columnsOf(kernels))

/** Returns a compiler with its version, and its flags. */
export const compilerText = ({ compiler, flags }: Unit, version: string): string =>
  [compiler, version, ...flags].join(' ')

function unitTable(measured: readonly Measured[]): string {
  const head = ['unit', 'compiler', 'bytes', 'ms', 'kernels', 'nothing refused', 'instructions', 'refused']
  const bytes = measured.map((one) => one.bytes)
  const read = measured.map((one) => one.read)
  const all = columnsOf(measured.flatMap(({ kernels }) => kernels))
  return rows(head, 6, [
    ...measured.map(unitRow),
    row('**most**', '', grouped(Math.max(...bytes)), grouped(Math.max(...read)), '', '', '', ''),
    row(`**all ${measured.length}**`, '', grouped(sum(bytes)), grouped(sum(read)), ...all),
  ])
}

/** Returns the refused opcodes, those of most kernels first. */
function kindTable(measured: readonly Measured[]): string {
  const measurements = measured.flatMap(({ unit, kernels }) =>
    kernels.flatMap((kernel) =>
      [...kernel.refused].map(([instruction, count]) => ({ opcode: opcodeOf(instruction), count, unit, kernel })),
    ),
  )
  const kinds = [...groupBy(measurements, ({ opcode }) => opcode)].map(([opcode, places]) => ({
    opcode,
    units: new Set(places.map(({ unit }) => unit)).size,
    kernels: new Set(places.map(({ kernel }) => kernel)).size,
    instructions: sum(places.map(({ count }) => count)),
  }))
  return rows(
    ['opcode', 'units', 'kernels', 'instructions'],
    3,
    kinds
      .toSorted((a, b) => b.kernels - a.kernels || (a.opcode < b.opcode ? -1 : 1))
      .map(({ opcode, units, kernels, instructions }) =>
        row(`\`${opcode}\``, grouped(units), grouped(kernels), grouped(instructions)),
      ),
  )
}

/** Returns what a mnemonic begins with: as much as says what the instruction is for. */
const opcodeOf = (instruction: string): string =>
  /^(bar\.warp|cp\.async\.bulk\.tensor|cp\.async\.bulk|cp\.async|fence\.\w+|call .*)/.exec(instruction)?.[0] ??
  instruction.replace(/\..*/s, '')

const kernelTable = (measured: readonly Measured[]): string =>
  rows(['unit', 'kernel', 'instructions', 'refused'], 0, measured.flatMap(kernelRows))

/** Returns the rows of a unit's kernels. */
export const kernelRows = ({ unit, kernels }: Measured): readonly string[] =>
  kernels.map((kernel) => row(unit.name, `\`${kernel.name}\``, grouped(kernel.instructions), refusedText(kernel)))

const refusedText = ({ refused }: KernelFigures): string =>
  refused.size === 0
    ? 'nothing'
    : [...refused].map(([instruction, count]) => `\`${instruction}\`${count === 1 ? '' : ` × ${count}`}`).join(', ')
