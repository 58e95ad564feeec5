import { readTests } from '../../litmus/read.js'
import { formatDiagnostic } from '../../source/diagnostic.js'

describe('a name that a herd-style test uses and does not declare', () => {
  const text = 'PTX t\n{ x = 1; P0:p = z; }\n P0@cta 0,gpu 0 ;\n st.weak y, 1 ;\n ld.weak r0, p ;\nexists (y == 1)\n'
  const source = { name: 'a.litmus', text }

  test('is an error', () => {
    const { tests, diagnostics } = readTests(source)
    expect(tests).toEqual([])
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      expect.stringMatching(/^a.litmus:4:10: `y` is not declared\n/),
      expect.stringMatching(/^a.litmus:6:9: `y` is not declared, and no thread writes such a register\n/),
    ])
  })
  test('is a location that starts at 0, where tests are read so, and the program says that it was', () => {
    const { tests, diagnostics } = readTests(source, { undeclared: true })
    expect(diagnostics).toEqual([])
    expect(tests).toMatchObject([
      {
        undeclared: true,
        locations: [
          { name: 'x', initial: [1n] },
          { name: 'z', initial: [0n] },
          { name: 'y', initial: [0n] },
        ],
      },
    ])
    expect(readTests({ ...source, text: text.replace('x = 1', 'y = 1') }).tests[0]).not.toHaveProperty('undeclared')
  })
  test('may be one that a register points to, if it is not nearly another that nothing else points to', () => {
    const pointing = (initial: string) => ({ ...source, text: text.replace('x = 1; P0:p = z', `${initial}; y = 0`) })
    expect(readTests(pointing('data = 1; P0:p = other')).diagnostics).toEqual([])
    const misspelt = pointing('data = 1; P0:p = dtaa')
    expect(readTests(misspelt).diagnostics).toMatchObject([{ message: '`dtaa` is not declared; did you mean `data`?' }])
    expect(readTests(misspelt, { undeclared: true }).diagnostics).toEqual([])
  })
  test('is an error in a condition all the same, and in an nvlitmus test', () => {
    const asked = { ...source, text: text.replace('(y', '(w') }
    expect(readTests(asked, { undeclared: true }).tests).toEqual([])
    const nvlitmus = { name: 'a.test', text: 'd0.b0.t0 { st [x], 1; }\ncheck (0 == 0) as q;' }
    expect(readTests(nvlitmus, { undeclared: true }).tests).toEqual([])
  })
})
