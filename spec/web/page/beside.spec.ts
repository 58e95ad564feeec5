import { filesBeside, namesModules } from '../../../web/page/beside.js'

const module = (source: string): string => `.version 8.0\n.file 1 "${source}"\n.loc 1 3 0\nret;\n`
const modules = { 'a/spin.ptx': module('spin.cu'), 'b/spin.ptx': module('spin.cu'), 'b/ring.ptx': module('/x/ring.cu') }
const sources = { 'a/spin.cu': 'of a', 'b/spin.cu': 'of b', 'b/ring.cu': 'ring' }
const beside = (name: string, text: string) => filesBeside({ name, text, modules: {} }, modules, sources)

test('a module and its sources are those beside the test', () => {
  expect(beside('b/spin.test', 'module "spin.ptx"; broken')).toEqual([
    { name: 'spin.ptx', text: modules['b/spin.ptx'], isModule: true },
    { name: 'spin.cu', text: 'of b', isModule: false },
  ])
  expect(beside('ring.test', 'module "ring.ptx";').map(({ name }) => name)).toEqual(['ring.ptx', 'ring.cu'])
})

test('a module that the user changed is as the user left it', () => {
  const changed = filesBeside(
    {
      name: 'b/spin.test',
      text: 'module "spin.ptx";',
      modules: { 'spin.ptx': module('spin.cu').replace('ret', 'exit') },
    },
    modules,
    sources,
  )
  expect(changed.map(({ name, text }) => [name, text.includes('exit')])).toEqual([
    ['spin.ptx', true],
    ['spin.cu', false],
  ])
})

test('a test without modules, or with one that is not known, has none', () => {
  expect(namesModules('.global x;')).toBe(false)
  expect(beside('a.test', '.global x;')).toEqual([])
  expect(beside('a.test', 'module "none.ptx";')).toEqual([])
})

test('a source that is not loaded is left out', () => {
  const text = 'module "spin.ptx";'
  expect(filesBeside({ name: 'a/spin.test', text, modules: {} }, modules, {}).map(({ name }) => name)).toEqual([
    'spin.ptx',
  ])
})
