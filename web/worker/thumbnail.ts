/** A tiny picture of a test: its threads as columns, and what they do to memory as boxes, from top to bottom. */

import type { InstructionKind } from '../../litmus/kinds.js'
import { accessedName } from '../../litmus/operands.js'
import { type Program, writtenThreads } from '../../litmus/program.js'

/** How an instruction is drawn; those that access no memory and order nothing are left out. */
type Mark = 'read' | 'write' | 'both' | 'fence' | 'barrier'

const marks: { readonly [K in InstructionKind]: Mark | undefined } = {
  load: 'read',
  store: 'write',
  atomic: 'both',
  'range-access': 'both',
  fence: 'fence',
  'proxy-fence': 'fence',
  barrier: 'barrier',
  'named-barrier': 'barrier',
  'cluster-barrier': 'barrier',
  warp: 'barrier',
  'active-mask': undefined,
  'grid-dependency': 'barrier',
  'register-count': undefined,
  mbarrier: 'barrier',
  'async-copy': 'both',
  'async-store': 'write',
  'async-arrive': 'barrier',
  'async-group': 'barrier',
  'async-fence': 'fence',
  'try-cancel': 'both',
  'query-cancel': undefined,
  wgmma: 'both',
  'wgmma-fence': 'fence',
  tcgen05: 'both',
  tensormap: 'write',
  arithmetic: undefined,
  'set-predicate': undefined,
  unknown: undefined,
  label: undefined,
  branch: undefined,
  trap: undefined,
  refused: undefined,
  call: undefined,
}

interface Cell {
  readonly mark: Mark
  /** The name of the memory, if the instruction names it. */
  readonly memory: string | undefined
  readonly x: number
  readonly y: number
}

/** Pixels. What does not fit is left out, so that all pictures have one size. */
const size = { width: 72, height: 46, box: 12, tall: 6, row: 9, widest: 36, threads: 4, rows: 5 } as const

/** Returns a tiny picture in SVG. Its classes are those of the page's style sheet. */
export function thumbnailOf(test: Program): string {
  const threads = writtenThreads(test)
    .map(({ instructions }) => instructions.filter(({ kind }) => marks[kind] !== undefined))
    .filter((one) => one.length > 0)
    .slice(0, size.threads)
  const gaps = Math.max(1, threads.length - 1)
  const column = Math.min(size.widest, Math.floor((size.width - size.box - 2) / gaps))
  const left = (size.width - size.box - column * (threads.length - 1)) / 2
  const rows = Math.min(size.rows, Math.max(0, ...threads.map(({ length }) => length)))
  const top = (size.height - rows * size.row) / 2
  const cells = threads.map((instructions, thread) =>
    instructions.slice(0, size.rows).flatMap((one, row): readonly Cell[] => {
      const mark = marks[one.kind]
      const place = { x: left + thread * column, y: top + (row + 0.5) * size.row - size.tall / 2 }
      return mark === undefined ? [] : [{ mark, memory: accessedName(one), ...place }]
    }),
  )
  const memories = [...new Set(cells.flat().flatMap(({ memory }) => memory ?? []))]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">`,
    ...conflicts(cells).map(
      ([a, b]) => `<path d="M${a.x + size.box} ${a.y + size.tall / 2}L${b.x} ${b.y + size.tall / 2}"/>`,
    ),
    ...cells.flat().map((cell) => boxOf(cell, memories)),
    '</svg>',
  ].join('')
}

/** Returns the pairs of accesses to one name by two threads of which one writes, the left one first. */
const conflicts = (columns: readonly (readonly Cell[])[]): readonly (readonly [Cell, Cell])[] =>
  columns.flatMap((column, i) =>
    column.flatMap((a) =>
      columns
        .slice(i + 1)
        .flat()
        .filter((b) => a.memory !== undefined && a.memory === b.memory && (a.mark !== 'read' || b.mark !== 'read'))
        .map((b) => [a, b] as const),
    ),
  )

function boxOf({ mark, memory, x, y }: Cell, memories: readonly string[]): string {
  const colour = memory === undefined ? 'other' : `m${memories.indexOf(memory) % 4}`
  const [top, tall] = mark === 'fence' || mark === 'barrier' ? [y + size.tall / 2 - 1, 2] : [y, size.tall]
  return `<rect class="${mark} ${colour}" x="${x}" y="${top}" width="${size.box}" height="${tall}" rx="1"/>`
}
