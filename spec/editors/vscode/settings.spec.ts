import { serverArguments } from '../../../editors/vscode/settings.js'

test('what is not set is not said', () => {
  expect(serverArguments({ model: '', timeout: 0, bound: 0 })).toEqual(['lsp'])
})

test('the command takes what is said', () => {
  const [word, ...options] = serverArguments({ model: 'ptx-7.5', timeout: 60, bound: 4 })
  expect(word).toBe('lsp')
  expect(options).toEqual(['--model', 'ptx-7.5', '--timeout', '60', '--bound', '4'])
})
