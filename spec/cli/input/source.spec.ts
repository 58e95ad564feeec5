import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Input, readSource } from '../../../cli/input/source.js'
import { workplace } from '../workplace.js'

const { folder, write } = workplace()
const mebibyte = 1024 * 1024

const messageFor = (path: string, input: Input = 'test'): string | undefined => {
  const result = readSource(path, input)
  return result.ok ? undefined : result.diagnostics.map(({ message }) => message).join()
}

test('a text is the content of the file', () => {
  const text = 'é'.repeat(100_000)
  expect(readSource(write('long.test', text), 'test')).toMatchObject({ ok: true, value: { text } })
})

test.each([
  ['test', 4],
  ['model', 4],
  ['include', 4],
  ['table', 32],
  ['witness', 32],
] as const)('of a %s at most %d MiB are read', (input, most) => {
  expect(readSource(write('full', ' '.repeat(most * mebibyte)), input).ok).toBe(true)
  expect(messageFor(write('over', ' '.repeat(most * mebibyte + 1)), input)).toMatch(
    new RegExp(`^this is larger than ${most} MiB, the limit for a .*$`),
  )
})

test.each([
  ['a cubin', [0x7f, 0x45, 0x4c, 0x46, 2, 1], 'this is machine code (ELF), such as a cubin or an object file'],
  ['a fat binary', [0x50, 0xed, 0x55, 0xba, 1, 0], 'this is a fat binary'],
])('%s is refused, and the message says how to get the PTX in it', (_, bytes, message) => {
  const path = write('spin.bin', new Uint8Array(bytes))
  expect(messageFor(path)).toBe(`${message}; \`cuobjdump -ptx ${path}\` prints the PTX that it has`)
})

describe('inputs that are not files', () => {
  test('a device is refused, however it is named', () => {
    symlinkSync('/dev/zero', join(folder, 'endless.test'))
    const refusal = 'this is a device; only files, pipes and `-` for standard input are read'
    expect(messageFor('/dev/zero')).toBe(refusal)
    expect(messageFor('/dev/null')).toBe(refusal)
    expect(messageFor(join(folder, 'endless.test'))).toBe(refusal)
  })

  test('a socket is refused', async () => {
    const path = join(folder, 'socket.test')
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(path, resolve))
    expect(messageFor(path)).toMatch(/^this is a socket;/)
    await new Promise((resolve) => server.close(resolve))
  })

  test('a folder is refused', () => {
    expect(messageFor(folder)).toBe('this is a folder')
  })

  test('a pipe is never waited for if another file names it', () => {
    const path = join(folder, 'pipe.cat')
    execFileSync('mkfifo', [path])
    expect(messageFor(path, 'include')).toBe('this is a pipe; a file that another file names must be a regular file')
  })
})
