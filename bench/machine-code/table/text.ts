/** Writes the table of machine code in Markdown. */

import { groupBy } from '../../../source/group.js'
import { must } from '../../../source/must.js'
import { disassembler, releases, targets } from '../tools.js'
import { type Cell, cellsOf } from './codes.js'
import { loopRows } from './loops.js'
import { sections, type TableRow } from './rows.js'

const newest = must(releases.at(-1), 'a release')

/** Returns the page after its introduction. `folder` is that of the assemblers. */
export function tableText(folder: string): string {
  const rows = sections.flatMap((section) => section.rows)
  const cells = new Map(cellsOf([...rows, ...loopRows], folder).map((some, i) => [[...rows, ...loopRows][i], some]))
  const of = (row: TableRow): readonly Cell[] => must(cells.get(row), 'the cells of a row')
  return [
    `${new Date().toISOString().slice(0, 10)}, with ${[...releases.map(({ wheel }) => wheel), disassembler].map((one) => `\`${one}\``).join(',\n')}.`,
    ...sections.flatMap(({ title, rows: own }) => [`## ${title}`, sectionText(own, of)]),
    '## What changed between releases',
    changesText(rows, of),
    '## Weak loops and dead results',
    loopsText(of),
  ].join('\n\n')
}

function sectionText(rows: readonly TableRow[], of: (row: TableRow) => readonly Cell[]): string {
  const timed = rows.some(({ cycles }) => cycles !== undefined)
  const head = ['instruction', ...targets, ...(timed ? ['cycles'] : [])]
  return [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => {
      const codes = of(row)
        .filter(({ release }) => release === newest)
        .map(codeText)
      const texts = codes.map((code, i) => (code !== refused && code === codes[i - 1] ? 'same' : code))
      return `| ${[`\`${row.name}\``, ...texts, ...(timed ? [`${row.cycles ?? ''}`] : [])].join(' | ')} |`
    }),
  ].join('\n')
}

/** The cell of an instruction that does not assemble. */
const refused = '–'

const codeText = ({ opcodes }: Cell): string =>
  opcodes === undefined ? refused : opcodes.length === 0 ? 'nothing' : `\`${opcodes.join('; ')}\``

/** Returns a row for each instruction that two releases assemble differently, with the targets for which they do. */
function changesText(rows: readonly TableRow[], of: (row: TableRow) => readonly Cell[]): string {
  const changes = rows.flatMap((row) => {
    const stories = [...groupBy(of(row), ({ target }) => target)].flatMap(([target, some]) => {
      const runs = [...groupBy(some, codeText)].map(([code, cells]) => `${releasesOf(cells)}: ${code}`)
      return runs.length > 1 ? [{ target, story: runs.join('<br>') }] : []
    })
    return [...groupBy(stories, ({ story }) => story)].map(
      ([story, some]) => `| \`${row.name}\` | ${some.map(({ target }) => target).join(', ')} | ${story} |`,
    )
  })
  return ['| instruction | targets | machine code by release |', '|---|---|---|', ...changes].join('\n')
}

const releasesOf = (cells: readonly Cell[]): string => cells.map(({ release }) => release.name).join(', ')

/** Returns a row for each program and each machine code of it. */
function loopsText(of: (row: TableRow) => readonly Cell[]): string {
  return [
    '| program | machine code | targets and releases |',
    '|---|---|---|',
    ...loopRows.flatMap((row) =>
      [...groupBy(of(row), codeText)].map(([code, some]) => `| ${row.name} | ${code} | ${placesOf(some)} |`),
    ),
  ].join('\n')
}

/** Returns the targets, each with its releases if it is not all of them. */
function placesOf(cells: readonly Cell[]): string {
  if (cells.length === releases.length * targets.length) return 'all'
  return [...groupBy(cells, ({ target }) => target)]
    .map(([target, some]) => (some.length === releases.length ? target : `${target} (${releasesOf(some)})`))
    .join(', ')
}
