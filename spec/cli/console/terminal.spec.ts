import { terminal } from '../../../cli/console/terminal.js'

/** Returns the output for this standard output. */
function at(stdout: { readonly isTTY: boolean; readonly columns: number }) {
  const names = ['isTTY', 'columns'] as const
  const before = names.map((name) => Object.getOwnPropertyDescriptor(process.stdout, name))
  for (const name of names) Object.defineProperty(process.stdout, name, { value: stdout[name], configurable: true })
  try {
    return terminal()
  } finally {
    for (const [i, name] of names.entries()) {
      const own = before[i]
      if (own === undefined) Reflect.deleteProperty(process.stdout, name)
      else Object.defineProperty(process.stdout, name, own)
    }
  }
}

test('a terminal has a width; a pipe, and a terminal that does not know it, have 120 columns', () => {
  expect(at({ isTTY: true, columns: 100 }).width).toBe(100)
  expect(at({ isTTY: true, columns: 0 }).width).toBe(120)
  expect(at({ isTTY: false, columns: 100 }).width).toBe(120)
})
