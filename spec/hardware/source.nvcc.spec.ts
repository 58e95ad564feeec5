import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultModel } from '../../axioms/models.js'
import { compilerFlags } from '../../cli/run/local-gpu.js'
import { planOf } from '../../hardware/plan.js'
import { sourceOf } from '../../hardware/source.js'
import { examples } from '../examples.js'
import { onEach } from '../extent.js'
import { hasNvcc, testWithNvcc } from '../nvcc.js'
import { root } from '../support.js'

const folderOf = (name: string): string => name.split(/[\\/]/)[0] ?? ''
const folders = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((one) => one.isDirectory() && one.name !== 'models')
  .map(({ name }) => ({ name }))
const smallest = <T extends { name: string }>(some: readonly T[]) => some.filter(({ name }) => name === 'isa')

/** Returns the messages of the compiler and the assembler about a program. */
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

const title = 'the program of all examples of a folder that can run is compiled, and each PTX assembled, without a word'

if (hasNvcc)
  onEach(title, { all: folders, sample: smallest, least: 1 }, ({ name: folder }) => {
    const plans = examples(defaultModel.name).flatMap(({ name, program }) => {
      const planned = folderOf(name) === folder ? planOf(program) : undefined
      return planned?.kind === 'plan' ? [planned] : []
    })
    expect(plans.length).toBeGreaterThan(5)
    expect(compiled(sourceOf(plans))).toBe('')
  })
else testWithNvcc(title, () => undefined)
