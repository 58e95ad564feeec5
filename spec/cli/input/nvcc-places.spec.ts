import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { usualNvcc } from '../../../cli/input/nvcc-places.js'

const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-spec-'))
afterAll(() => rmSync(folder, { recursive: true }))

function program(path: string): string {
  const whole = join(folder, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, '#!/bin/sh\n')
  chmodSync(whole, 0o755)
  return whole
}

const nowhere = join(folder, 'nowhere')
const found = (env: Parameters<typeof usualNvcc>[0], home = nowhere, installed = nowhere) =>
  usualNvcc(env, home, installed)

test('PATH comes first; nothing found is left to the system', () => {
  program('on-path/nvcc')
  const toolkit = program('toolkit/bin/nvcc')
  expect(found({ PATH: `${nowhere}:${join(folder, 'on-path')}`, CUDA_HOME: join(folder, 'toolkit') })).toBe('nvcc')
  expect(found({ PATH: nowhere, CUDA_HOME: join(folder, 'toolkit') })).toBe(toolkit)
  expect(found({ PATH: nowhere })).toBe('nvcc')
})

test.each(['CUDA_HOME', 'CUDA_PATH', 'CONDA_PREFIX'])('%s names a toolkit', (name) => {
  const toolkit = program(`${name}/bin/nvcc`)
  expect(found({ [name]: join(folder, name) })).toBe(toolkit)
})

test('an installer, and the wheels of pip with the latest CUDA, in an environment or of the user', () => {
  const installed = program('cuda/bin/nvcc')
  expect(found({}, nowhere, join(folder, 'cuda'))).toBe(installed)
  program('venv/lib/python3.12/site-packages/nvidia/cu12/bin/nvcc')
  const latest = program('venv/lib/python3.12/site-packages/nvidia/cu13/bin/nvcc')
  expect(found({ VIRTUAL_ENV: join(folder, 'venv') })).toBe(latest)
  const own = program('home/.local/lib/python3.11/site-packages/nvidia/cuda_nvcc/bin/nvcc')
  expect(found({}, join(folder, 'home'))).toBe(own)
})

test('a folder of that name, and a file that cannot be run, are no compiler', () => {
  mkdirSync(join(folder, 'odd/bin/nvcc'), { recursive: true })
  expect(found({ CUDA_HOME: join(folder, 'odd') })).toBe('nvcc')
  chmodSync(program('plain/bin/nvcc'), 0o644)
  expect(found({ CUDA_HOME: join(folder, 'plain') })).toBe('nvcc')
})
