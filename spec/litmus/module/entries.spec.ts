import { bytesOf, entryNamed, entryText } from '../../../litmus/module/entries.js'
import { entriesOf, readModule } from '../../../litmus/module/read.js'

const named = (name: string, entries: string, others: readonly string[] = []) => {
  const read = readModule({ name: 'k.ptx', text: `.version 8.0\n.target sm_90\n.address_size 64\n${entries}` })
  if (!read.ok) throw new Error(read.diagnostics.map(({ message }) => message).join())
  const found = entryNamed(name, entriesOf(read.value), 'k.ptx', others)
  return found.ok
    ? found.value.name.text
    : found.diagnostics.map(({ message, notes: [note] }) => `${message} (${note?.message})`)
}
const entry = (name: string) => `.visible .entry ${name}() { ret; }\n`

describe('an entry', () => {
  test.each([
    ['spin', ['spin', '_Z4spinPi'], 'spin'],
    ['spin', ['_Z4spinPi', '_Z5spin2Pi'], '_Z4spinPi'],
    ['spin', ['_ZN4lock4spinIiEEvPT_'], '_ZN4lock4spinIiEEvPT_'],
    ['lock', ['_ZN4lock4spinIiEEvPT_'], ['there is no entry `lock` (the entry is spin)']],
    ['spin', ['_Z4spinPi', '_Z4spinPj'], ['`spin` is ambiguous: there are `_Z4spinPi` and `_Z4spinPj` (undefined)']],
    ['spni', ['_Z4spinPi', 'wait'], ['there is no entry `spni`; did you mean `spin`? (the entries are spin, wait)']],
    ['spin', [], ['there is no entry `spin` (the module has no entries)']],
  ])('%s of %j', (name, entries, found) => expect(named(name, entries.map(entry).join(''))).toEqual(found))

  test('may be misspelt from one of the other names', () =>
    expect(named('wiat', entry('spin'), ['wait'])).toEqual([
      'there is no entry `wiat`; did you mean `wait`? (the entry is spin)',
    ]))
})

test('parameters have types and bytes', () => {
  const read = readModule({
    name: 'k.ptx',
    text: '.version 8.0\n.target sm_90\n.address_size 64\n.entry k(.param .u64 a, .param .align 8 .b8 s[24], .param .f16 x) { ret; }',
  })
  const [one] = read.ok ? entriesOf(read.value) : []
  expect(one && entryText('k', one)).toBe('k(.u64 a, .b8[24] s, .f16 x)')
  expect(one?.parameters.map(bytesOf)).toEqual([8, 24, 2])
})
