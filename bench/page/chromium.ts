/** The page in Chromium, for specs and for the benchmark. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type Served, serverOf } from '../../cli/playground/server.js'
import { must } from '../../source/must.js'

/** The path of Chromium; undefined if it is not installed. */
export const installed = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

/** The folder of the package, from the source and from the bundle in dist/. */
const root = must(
  ['..', '../..']
    .map((up) => fileURLToPath(new URL(up, import.meta.url)))
    .find((folder) => existsSync(join(folder, 'web/build.mjs'))),
  'the folder of the package',
)

export interface Played {
  /** The folder with its files. */
  readonly folder: string
  readonly address: string
  readonly browser: Browser
  readonly server: Server
  readonly close: () => Promise<void>
}

/** Returns the page as it is built, served and in a browser. */
export async function play(): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), 'ptx-litmus-page-'))
  execFileSync(process.execPath, [join(root, 'web/build.mjs'), folder])
  const files: Served = new Map(readdirSync(folder).map((name) => [name, pathToFileURL(join(folder, name))]))
  const server = serverOf(files)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const browser = await chromium.launch({
    ...(installed === undefined ? {} : { executablePath: installed }),
    args: ['--no-sandbox'],
  })
  return {
    folder,
    address: `http://127.0.0.1:${address.port}/`,
    browser,
    server,
    close: async () => {
      await browser.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface Opened {
  readonly page: Page
  /** The errors that the page reported. */
  readonly complaints: readonly string[]
  /** The addresses that it requested. */
  readonly requests: readonly string[]
}

/**
 * Opens the page in a new profile, and returns it once it has decided its first text. `first` is a script that runs
 * before those of the page.
 */
export async function open(
  { browser, address }: Pick<Played, 'browser' | 'address'>,
  fragment = '',
  options: Parameters<Browser['newContext']>[0] = {},
  first?: string,
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1300, height: 850 }, ...options })
  if (first !== undefined) await context.addInitScript(first)
  const page = await context.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (one) => ['error', 'warning'].includes(one.type()) && complaints.push(one.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`${address}${fragment}`)
  await decided(page, 0)
  return { page, complaints, requests }
}

/** Returns how many texts the page has decided. */
const count = async (page: Page): Promise<number> => Number(await page.locator('html').getAttribute('data-decided'))

/** Waits until something is so. The page's own policy forbids what Playwright's `waitForFunction` does. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not so within a minute: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Waits until the page has decided more texts than that. */
const decided = (page: Page, before: number): Promise<void> =>
  until('the text is decided', async () => (await count(page)) > before)

/** Does something that changes the text or the model, and waits for the answers. */
export async function after(page: Page, act: () => Promise<unknown>): Promise<void> {
  const before = await count(page)
  await act()
  await decided(page, before)
}

/** Replaces the text of an editor, as a user does. */
export async function type(page: Page, editor: 'the test' | 'the model in cat', text: string): Promise<void> {
  await page.getByRole('textbox', { name: editor }).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

/** Opens an example, as a user does. */
export async function choose(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Examples' }).click()
  await page.getByLabel('search the examples').fill(path)
  await page.getByRole('dialog').getByRole('button', { name: path, exact: true }).click()
}
