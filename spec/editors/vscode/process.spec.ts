import { programOf, run } from '../../../editors/vscode/process.js'

const node = (script: string) => ({ command: process.execPath, args: ['-e', script, '--'], env: process.env })

test('the command of the extension runs in the program of VS Code, that of the user on its own', () => {
  expect(programOf('', '/in/it.js')).toMatchObject({ command: process.execPath, args: ['/in/it.js'] })
  expect(programOf('', '/in/it.js').env['ELECTRON_RUN_AS_NODE']).toBe('1')
  expect(programOf('/own', '/in/it.js')).toMatchObject({ command: '/own', args: [] })
})

test('a process has a status and texts', async () => {
  const script = 'console.log(process.argv.slice(1).join()); console.error(process.cwd()); process.exitCode = 3'
  expect(await run(node(script), ['a', 'b c'], '/', new AbortController().signal)).toEqual({
    status: 3,
    stdout: 'a,b c\n',
    stderr: '/\n',
  })
})

test('a process that is aborted or does not start has no status', async () => {
  const aborted = new AbortController()
  const ended = run(node('setInterval(() => {}, 1000)'), [], '/', aborted.signal)
  aborted.abort()
  expect(await ended).toMatchObject({ status: undefined })
  const none = await run({ command: '/none', args: [], env: {} }, [], '/', new AbortController().signal)
  expect(none).toMatchObject({ status: undefined, stderr: expect.stringContaining('/none') })
})
