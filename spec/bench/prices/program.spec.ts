import { measuringProgram } from '../../../bench/prices/program.js'
import { rows } from '../../../bench/prices/rows.js'
import { measured } from '../../../repair/measured.js'

test('each instruction of the table is measured, in its order', () => {
  expect(rows.map(({ instruction }) => instruction)).toEqual(Object.keys(measured))
})

test('each row has a kernel, which is launched as its setting says', () => {
  const program = measuringProgram()
  for (const [i, { ptx, instruction, setting }] of rows.entries()) {
    expect(program).toContain(`// ${ptx}\n`)
    const threads = setting === 'CTA' || setting === 'cluster' ? 128 : 1
    const blocks = setting === 'cluster' ? 2 : 1
    expect(program).toContain(`{"${instruction}", measure_${i}, ${threads}, ${blocks}},`)
  }
})

test('what is stored keeps addresses aligned: a result is part of the next address', () => {
  for (const { ptx } of rows.filter(({ instruction }) => instruction.startsWith('st.'))) expect(ptx).toMatch(/, 0;$/)
})
