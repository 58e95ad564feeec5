import { compiled, placesIn, versionOf } from '../../../bench/units/compilers.js'
import { figuresOf } from '../../../bench/units/measure.js'
import { compilerText, kernelRows, unitRow } from '../../../bench/units/table.js'
import { unitsIn } from '../../../bench/units/unit.js'
import { must } from '../../../source/must.js'
import { root, textOf } from '../../support.js'

const places = placesIn(root)
const units = unitsIn(places.sources)

/** The rows of the page, with their cells. */
const rows = textOf(root, 'reports/translation-units.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => ({ line, cells: line.slice(2, -2).split(' | ') }))
const rowsOf = (name: string) => rows.filter(({ cells: [first] }) => first === name)

describe('reports/translation-units.md', () => {
  const ofUnits = rows.filter(({ cells }) => cells.length === 8 && !/^(unit$|\*)/.test(cells[0] ?? ''))

  test('has exactly one row for each unit as it is compiled now', () => {
    const now = units.map((unit) => [unit.name, compilerText(unit, 'VERSION')])
    expect(ofUnits.map(({ cells: [name, compiler = ''] }) => [name, compiler.replace(/ [\d.]+/, ' VERSION')])).toEqual(
      now,
    )
  })
  test.each(units.map(({ name }) => name))('has the kernels of %s', (name) => {
    const [unit, ...kernels] = rowsOf(name)
    expect(kernels.length).toBeGreaterThan(0)
    expect(unit?.cells[4]).toBe(`${kernels.length}`)
    expect(unit?.cells[5]).toBe(`${kernels.filter(({ cells }) => cells[3] === 'nothing').length}`)
  })
  test('has sums that add up', () => {
    const number = (cell = ''): number => Number(cell.replaceAll(',', ''))
    const total = must(
      rows.find(({ cells: [first = ''] }) => first.startsWith('**all')),
      'a sum',
    )
    expect(total.cells[0]).toBe(`**all ${units.length}**`)
    for (const column of [2, 4, 5, 6, 7])
      expect(ofUnits.reduce((sum, { cells }) => sum + number(cells[column]), 0)).toBe(number(total.cells[column]))
  })
})

// Some of the units that take the compiler no more than a second.
const quick = ['gemm-tiled', 'runtime', 'textures'].map((name) =>
  must(
    units.find((unit) => unit.name === name),
    name,
  ),
)
const version = versionOf('nvcc', places)
const written = must(/\| gemm-tiled \| nvcc ([\d.]+)/.exec(rowsOf('gemm-tiled')[0]?.line ?? '')?.[1], 'a version')
const isComparable = version === written

test(
  isComparable
    ? 'three units compiled now give the rows of the page'
    : `nvcc is ${version ?? 'not found'}, the page is of ${written}: nothing is compiled`,
  () => {
    for (const unit of isComparable ? quick : []) {
      const figures = figuresOf(unit.name, compiled(unit, places))
      const measured = { unit, version: written, ...figures }
      const [row, ...kernels] = rowsOf(unit.name)
      const cells = unitRow(measured).slice(2, -2).split(' | ')
      expect(cells.with(3, '')).toEqual(row?.cells.with(3, ''))
      expect(kernelRows(measured)).toEqual(kernels.map(({ line }) => line))
    }
  },
)
