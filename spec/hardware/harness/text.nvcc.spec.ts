import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compilerFlags } from '../../../cli/run/local-gpu.js'
import { testWithNvcc } from '../../nvcc.js'
import { root } from '../../support.js'

const harness = join(root, 'hardware/harness')
const files = readdirSync(harness).filter((file) => file.endsWith('.cuh'))

describe.each(files)('%s', (file) => {
  testWithNvcc('includes what it needs: nvcc compiles it alone, without a word', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-spec-'))
    try {
      const path = join(folder, 'alone.cu')
      writeFileSync(path, `#include "${file}"\n`)
      const flags = [...compilerFlags('sm_90a'), '-I', harness, '-c', path, '-o', join(folder, 'alone.o')]
      const { status, stdout, stderr } = spawnSync('nvcc', flags, { encoding: 'utf8' })
      expect(`${stdout}${stderr}`).toBe('')
      expect(status).toBe(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
