import { compiledByNvcc, shapes, testWithNvcc } from '../../nvcc.js'
import { readCudaStatement, spellings } from './cuda-spellings.js'

/** Uses the returned value, so that the compiler keeps it. */
const kept = (statement: string): string => (statement.includes(' r0 = ') ? `${statement} *out = r0;` : statement)

describe.each(spellings)('each spelling of %s', (type, statements) => {
  testWithNvcc('is the PTX that nvcc makes of it', () => {
    const made = compiledByNvcc(statements.map(kept), type)
    const rows = (of: (statement: string, i: number) => readonly string[]) =>
      statements.map((one, i) => `${one}  =  ${of(one, i).join('; ')}`)
    expect(rows((one) => shapes(readCudaStatement(one, type)))).toEqual(
      rows((_, i) => (made[i] ?? []).filter((shape) => !shape.startsWith('st.weak.undefined'))),
    )
  })
})
