/**
 * The extension in VS Code itself, in Chromium, if CODE_SERVER is a folder in which VS Code's server is installed:
 * `npm install --ignore-scripts code-server@4`, `npm install node@24`, and in `node_modules/code-server/lib/vscode`
 * `npm install --omit=dev --ignore-scripts`.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { installed } from '../../../bench/page/chromium.js'
import { packaged } from '../../../editors/vscode/contents.js'
import { root } from '../../support.js'

const codeServer = process.env['CODE_SERVER']
const inVsCode = codeServer === undefined || installed === undefined ? describe.skip : describe

const passing = `// Passes data.
.global data; .global flag;
d0.b0.t0 { st.weak [data], 42; st.volatile [flag], 1; }
d0.b1.t0 { ld.volatile r0, [flag]; ld.weak r1, [data]; }
assert (r0 == 0 || r1 == 42);
`
const kernel = `.version 8.0
.target sm_90
.address_size 64
.visible .entry own(.param .u64 p) {
  .reg .b64 %a;
  ld.param.u64 %a, [p];
  st.global.u32 [%a], 1;
  ret;
}
`

inVsCode(`the extension${codeServer === undefined ? ', not tested as CODE_SERVER is not set' : ' in VS Code'}`, () => {
  let folder = ''
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  let server: ChildProcess
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-'))
    const { name, bytes } = await packaged(root, 0)
    writeFileSync(join(folder, name), bytes)
    write('work/mp.test', passing)
    write('work/other.test', '# a test of SQLite\nset testdir .\n')
    write('work/own.ptx', kernel)
    write('user/User/settings.json', '{ "workbench.startupEditor": "none", "security.workspace.trust.enabled": false }')
    const folders = ['--user-data-dir', join(folder, 'user'), '--extensions-dir', join(folder, 'extensions')]
    const entry = join(codeServer ?? '', 'node_modules/code-server/out/node/entry.js')
    const node = join(codeServer ?? '', 'node_modules/node/bin/node')
    const added = spawnSync(node, [entry, ...folders, '--install-extension', join(folder, name)], { encoding: 'utf8' })
    expect([added.status, added.stdout]).toEqual([0, expect.stringContaining('successfully installed')])
    const port = await freePort()
    server = spawn(node, [entry, ...folders, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`], { stdio: 'ignore' })
    browser = await chromium.launch({ executablePath: installed ?? '', args: ['--no-sandbox'] })
    page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
    const address = `http://127.0.0.1:${port}/?folder=${join(folder, 'work')}`
    while (
      !(await page.goto(address).then(
        () => true,
        () => false,
      ))
    )
      await page.waitForTimeout(200)
    await page.getByText('other.test').first().waitFor()
  })
  afterAll(async () => {
    await browser.close()
    const ended = once(server, 'exit')
    server.kill()
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  })

  const open = (file: string): Promise<void> => page.getByRole('treeitem', { name: file }).dblclick()
  const language = () => page.locator('[id="status.editor.mode"]')
  /** Runs a command from the palette. */
  const choose = async (title: string): Promise<void> => {
    await page.keyboard.press('F1')
    await page.keyboard.type(title)
    await page.locator('.quick-input-list').getByText(title).first().click()
  }
  /** Returns the texts of the page beside the editor, once it contains a word. */
  const shown = async (word: string): Promise<string> => {
    const frame = page.frameLocator('iframe.webview').frameLocator('iframe#active-frame')
    await frame.getByText(word).first().waitFor()
    return frame.locator('body').innerHTML()
  }

  test('it answers above the question of a test, and takes the files of other tools for text', async () => {
    await open('other.test')
    await language().getByText('Plain Text').waitFor()
    await open('mp.test')
    await language().getByText('PTX test').waitFor()
    await page.getByText('violated, expected holds').waitFor()
  })

  test('it shows a picture and the explanation beside a test', async () => {
    await choose('ptx-litmus: Explain this test, with a picture')
    expect(await shown('A data race')).toContain('src="data:image/svg+xml;base64,')
  })

  test('it checks a launch of a kernel that it asks for', async () => {
    await open('own.ptx')
    await choose('ptx-litmus: Check a launch of this kernel')
    const answers = [
      ['The launch', 'own<<<2, 1>>>(x: int)'],
      ['A claim', 'x == 2'],
    ] as const
    for (const [title, answer] of answers) {
      await page.locator('.quick-input-title').getByText(title).waitFor()
      await page.locator('.quick-input-box input').fill(answer)
      await page.keyboard.press('Enter')
    }
    expect(await shown('own.ptx · x == 2')).toContain('violated')
  })
})

/** Returns a port that no process listens at. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
