import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import * as z from 'zod'
import { must } from '../source/must.js'
import { filesBelow, root, textOf } from './support.js'

const { arrows, reach } = z
  .object({ arrows: z.record(z.string(), z.array(z.string())), reach: z.custom<(room: string) => string[]>() })
  .parse(createRequire(import.meta.url)('../rooms.cjs'))
const rooms = Object.keys(arrows)

/** Returns the innermost room that the file is in. */
const roomOf = (file: string): string | undefined =>
  rooms.filter((room) => file === room || file.startsWith(`${room}/`)).toSorted((a, b) => b.length - a.length)[0]

const isSource = (file: string): boolean => file.endsWith('.ts') && !file.endsWith('.d.ts')

const isFile = (room: string): boolean => room.endsWith('.ts')

/** The folders that lint examines, from package.json. */
const linted = must(
  /depcruise --config \S+ (.*)/.exec(
    z.object({ scripts: z.object({ lint: z.string() }) }).parse(JSON.parse(textOf(root, 'package.json'))).scripts.lint,
  )?.[1],
  'a run of depcruise in the script lint',
).split(' ')

/** A planted import, and the rule that must report it; none if it is allowed. */
interface Plant {
  readonly from: string
  readonly specifier: string
  /** The file that is imported, if it is one of ours. */
  readonly to?: string
  readonly rule?: string
}

/**
 * Returns an import from each room to each other, in a file for each; a room that is a file gets only forbidden ones,
 * since it already has some of the others.
 */
function plants(files: readonly string[]): readonly Plant[] {
  const from = (room: string, what: string) =>
    isFile(room) ? room : join(room, `planted-${what.replaceAll(/[/.]/g, '-')}.ts`)
  const between = rooms.flatMap((room) =>
    rooms.flatMap((other): readonly Plant[] => {
      const isAllowed = reach(room).includes(other)
      if (other === room || (isFile(room) && isAllowed)) return []
      const to = must(
        files.find((file) => roomOf(file) === other),
        `a file in ${other}`,
      )
      const path = relative(isFile(room) ? '' : room, to).replace(/\.ts$/, '.js')
      const specifier = path.startsWith('.') ? path : `./${path}`
      return [{ from: from(room, other), specifier, to, ...(isAllowed ? {} : { rule: `${room}-imports` }) }]
    }),
  )
  const core = ['index.ts', ...reach('index.ts')]
  return [
    ...between,
    ...core.map((room) => ({ from: from(room, 'node'), specifier: 'node:path', rule: 'core-without-node' })),
    ...rooms.map((room) => ({ from: from(room, 'z3'), specifier: 'z3-solver', rule: 'z3-in-one-file' })),
  ]
}

const cruised = z.object({
  modules: z.array(z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) })),
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
})

/** Returns the imports of a copy of the sources that has all plants, as one run of lint sees them. */
function lintedCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-'))
  try {
    for (const one of [...linted, '.dependency-cruiser.cjs', 'rooms.cjs', 'package.json', 'tsconfig.json'])
      cpSync(join(root, one), join(folder, one), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const files = filesBelow(folder, '').filter(isSource)
    const all = plants(files)
    for (const [i, { from, specifier }] of all.entries())
      appendFileSync(join(folder, from), `import * as planted${i} from '${specifier}'\nexport { planted${i} }\n`)
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        '--config',
        '.dependency-cruiser.cjs',
        '--output-type',
        'json',
        ...linted,
      ],
      { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 },
    )
    if (stdout === '') throw new Error(stderr)
    const { modules, summary } = cruised.parse(JSON.parse(stdout))
    return {
      plants: all,
      rulesBroken: (plant: Plant) =>
        summary.violations.flatMap(({ from, to, rule }) =>
          from === plant.from && (plant.to === undefined || to === plant.to) ? [rule.name] : [],
        ),
      sources: files.filter((file) => modules.some(({ source }) => source === file)),
      /** The imports that were not planted. */
      imports: modules.flatMap(({ source, dependencies }) =>
        dependencies
          .filter(({ resolved }) => !all.some(({ from, to }) => from === source && to === resolved))
          .map(({ resolved }) => ({ from: source, to: resolved })),
      ),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const copy = lintedCopy()

describe('lint', () => {
  test.each(copy.plants.filter(({ rule }) => rule !== undefined))('reports $specifier in $from by $rule', (plant) => {
    expect(copy.rulesBroken(plant)).toContain(plant.rule)
  })
  test.each(copy.plants.filter(({ rule }) => rule === undefined))('lets $specifier in $from be', (plant) => {
    expect(copy.rulesBroken(plant)).toEqual([])
  })
  test('covers every source, each of which is in a room', () => {
    const sources = readdirSync(root, { withFileTypes: true })
      .filter(({ name }) => !['node_modules', 'dist'].includes(name))
      .flatMap((entry) =>
        entry.isFile() ? [entry.name] : filesBelow(join(root, entry.name), '').map((file) => join(entry.name, file)),
      )
      .filter(isSource)
    expect(copy.sources.toSorted()).toEqual(sources.toSorted())
    expect(sources.filter((file) => roomOf(file) === undefined)).toEqual([])
  })
})

describe('the arrows', () => {
  const drawn = Object.entries(arrows).flatMap(([from, ends]) =>
    from === 'spec' ? [] : ends.map((to) => `${from} --> ${to}`),
  )
  const used = new Set(copy.imports.map(({ from, to }) => `${roomOf(from)} --> ${roomOf(to)}`))

  test.each(drawn)('%s: some file imports so', (arrow) => expect(used).toContain(arrow))
  test('reach each room from another', () => {
    const ends = new Set(drawn.flatMap((arrow) => arrow.split(' --> ')))
    expect(rooms.filter((room) => room !== 'spec' && !ends.has(room))).toEqual([])
  })
  test('lead to each import', () => {
    const stray = [...used].filter((arrow) => {
      const [from = '', to = ''] = arrow.split(' --> ')
      return from !== to && from !== 'spec' && roomOf(to) !== undefined && !reach(from).includes(to)
    })
    expect(stray).toEqual([])
  })
})
