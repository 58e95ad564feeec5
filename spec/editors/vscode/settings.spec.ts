import { serverArguments } from '../../../editors/vscode/settings.js'

test('an empty setting passes no option', () => {
  expect(serverArguments({ model: '', timeout: 0, bound: 0, nvcc: '' })).toEqual(['lsp'])
})

test('the command takes the options', () => {
  const [word, ...options] = serverArguments({ model: 'ptx-7.5', timeout: 60, bound: 4, nvcc: '/usr/bin/nvcc' })
  expect(word).toBe('lsp')
  expect(options).toEqual(['--model', 'ptx-7.5', '--timeout', '60', '--bound', '4', '--nvcc', '/usr/bin/nvcc'])
})
