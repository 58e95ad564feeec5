import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultModel } from '../../axioms/models.js'
import { compilerFlags } from '../../cli/run/here.js'
import { planOf } from '../../hardware/plan.js'
import { sourceOf } from '../../hardware/source.js'
import { examples } from '../examples.js'
import { testWithNvcc } from '../nvcc.js'

const all = examples(defaultModel.name)
const folderOf = (name: string): string => name.split(/[\\/]/)[0] ?? ''
const folders = [...new Set(all.map(({ name }) => folderOf(name)))]

/** What the compiler and the assembler say of a program. */
function compiled(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-spec-'))
  try {
    const path = join(folder, 'litmus.cu')
    writeFileSync(path, source)
    const flags = [...compilerFlags('sm_90a'), '-cubin', path, '-o', join(folder, 'litmus.cubin')]
    const { status, stdout, stderr } = spawnSync('nvcc', flags, { encoding: 'utf8' })
    return `${stdout}${stderr}${status === 0 ? '' : `nvcc failed with status ${status}`}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe.each(folders)('the program of all examples of %s that can run', (folder) => {
  testWithNvcc('is compiled, and each PTX assembled, without a word', () => {
    const plans = all.flatMap(({ name, program }) => {
      const planned = folderOf(name) === folder ? planOf(program) : undefined
      return planned?.kind === 'plan' ? [planned] : []
    })
    expect(plans.length).toBeGreaterThan(5)
    expect(compiled(sourceOf(plans))).toBe('')
  })
})
