import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { workplace } from '../cli/workplace.js'
import { filesBelow, root } from '../support.js'

const { folder } = workplace()

test('each link of the site leads to a file of it, and to a heading there, or to the repository', () => {
  const made = spawnSync(process.execPath, [join(root, 'web/site.mjs'), folder], { encoding: 'utf8' })
  expect([made.status, made.stderr]).toEqual([0, ''])
  const pages = filesBelow(folder, '.html').filter((page) => !page.startsWith('playground/'))
  expect(pages).toEqual(expect.arrayContaining(['index.html', 'docs/library.html', 'docs/hardware/index.html']))
  const textOf = (page: string): string => readFileSync(join(folder, page), 'utf8')
  const links = pages.flatMap((page) =>
    [...textOf(page).matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = '']) => ({ page, address })),
  )
  const broken = links.filter(({ page, address }) => {
    const inRepository = /^https:.*\/ptx-litmus\/blob\/v[^/]*\/([^#]*)/.exec(address)?.[1]
    if (inRepository !== undefined) return !existsSync(join(root, inRepository))
    if (address.startsWith('https:')) return false
    const [path = '', heading] = address.split('#')
    const file = path === '' ? page : join(dirname(page), path)
    const example = /^playground\/.*#example=(.*)$/.exec(join(dirname(page), address))?.[1]
    if (example !== undefined) return !existsSync(join(folder, file)) || !existsSync(join(root, 'examples', example))
    return !existsSync(join(folder, file)) || (heading !== undefined && !textOf(file).includes(` id="${heading}"`))
  })
  expect(broken).toEqual([])
  expect(links.length).toBeGreaterThan(200)
  expect(links.filter(({ address }) => address.includes('#example=')).length).toBeGreaterThan(8)
  expect(links.filter(({ address }) => address.includes('github.io/ptx-litmus'))).toEqual([])
})
