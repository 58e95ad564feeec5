import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './support.js'

/** Runs the import check over the rooms with one file more. */
function withPlanted(file: string, text: string): { readonly status: number | null; readonly output: string } {
  const path = join(root, file)
  writeFileSync(path, text)
  try {
    const rooms = ['source', 'litmus', 'axioms', 'encoder', 'cli', 'index.ts']
    const command = [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      ...rooms,
    ]
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' })
    return { status, output: stdout + stderr }
  } finally {
    rmSync(path)
  }
}

describe('import directions', () => {
  test.each([
    [
      'source/planted.ts',
      "import { readTests } from '../litmus/read.js'\nexport const planted = readTests\n",
      'source-imports',
    ],
    [
      'litmus/planted.ts',
      "import type { Model } from '../axioms/algebra/terms.js'\nexport type Planted = Model\n",
      'litmus-imports',
    ],
    [
      'axioms/algebra/planted.ts',
      "import { models } from '../models.js'\nexport const planted = models\n",
      'axioms/algebra-imports',
    ],
    [
      'encoder/decide/planted.ts',
      "import { defaultModel } from '../../axioms/models.js'\nexport const planted = defaultModel\n",
      'encoder/decide-imports',
    ],
    [
      'encoder/decide/planted.ts',
      "import { join } from 'node:path'\nexport const planted = join\n",
      'core-without-node',
    ],
    ['encoder/decide/planted.ts', "import { init } from 'z3-solver'\nexport const planted = init\n", 'z3-in-one-file'],
  ])('an import against them in %s fails', (file, text, rule) => {
    const { status, output } = withPlanted(file, text)
    expect(output).toContain(rule)
    expect(status).not.toBe(0)
  })

  test('an import along them passes', () => {
    expect(
      withPlanted(
        'encoder/decide/planted.ts',
        "import { ok } from '../../source/result.js'\nexport const planted = ok\n",
      ),
    ).toMatchObject({ status: 0 })
  })
})
