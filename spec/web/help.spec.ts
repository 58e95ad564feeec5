import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result } from 'axe-core'
import type { Page } from 'playwright-core'
import { open, until } from '../../bench/page/chromium.js'
import { inChromium } from './in-chromium.js'

const isPictured = "document.querySelector('main img').naturalWidth > 100"

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Follows a link of the page, which keeps what is on it: the document opens beside it. */
async function beside(page: Page, name: string | RegExp): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('navigation').getByRole('link', { name }).click()
  return opened
}

inChromium('help', (played) => {
  test('the links of the page lead to documents that are served beside it, and from these to the page', async () => {
    const { page, complaints, requests } = await open(played())
    for (const [name, title] of [
      ['Help', 'The playground'],
      ['Questions', 'Questions'],
      [/^\d+\.\d+\.\d+$/, 'Changelog'],
    ] as const) {
      const help = await beside(page, name)
      await help.getByRole('heading', { level: 1, name: title }).waitFor()
      await help.close()
    }
    const help = await beside(page, 'Questions')
    await help.getByRole('link', { name: /spin lock/ }).click()
    await help.getByRole('heading', { level: 1, name: /spin lock/ }).waitFor()
    await until('the picture is there', async () => (await help.evaluate(isPictured)) === true)
    await help.getByRole('link', { name: 'Open it in the playground' }).click()
    await help.locator('.verdict .answer').waitFor()
    expect(await help.getByLabel('File').inputValue()).toBe('kernels/spin-lock+no-fence.test')
    expect(requests.every((url) => url.startsWith(played().address) || url.startsWith('data:'))).toBe(true)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test.each(['light', 'dark'] as const)('axe-core finds nothing in it: %s', async (colorScheme) => {
    const { page } = await open(played(), '', { colorScheme, bypassCSP: true })
    for (const document of ['docs/playground.md', 'docs/questions/spin-lock.md']) {
      await page.goto(`${played().address}help.html#${document}`)
      await page.locator('h1').waitFor()
      await page.addScriptTag({ content: axe })
      const found: { violations: Result[] } = await page.evaluate('axe.run()')
      expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])).toEqual([])
    }
    await page.context().close()
  })

  test('each link of the documents leads to a document and a heading of it, to the page, or out of it', async () => {
    const { page, complaints } = await open(played())
    await page.goto(`${played().address}help.html`)
    const names = Object.keys(JSON.parse(await (await page.request.get(`${played().address}docs.json`)).text()))
    const documents = names.filter((name) => name.endsWith('.md'))
    expect(documents.length).toBeGreaterThan(25)
    const headings = new Map<string, readonly string[]>()
    const links: { document: string; href: string }[] = []
    for (const document of documents) {
      await page.goto(`${played().address}help.html#${document}`)
      headings.set(
        document,
        (await page.evaluate("[...document.querySelectorAll('main [id]')].map((one) => one.id)")) as string[],
      )
      const hrefs = (await page.evaluate(
        "[...document.querySelectorAll('main a')].map((one) => one.getAttribute('href'))",
      )) as string[]
      links.push(...hrefs.map((href) => ({ document, href })))
    }
    const broken = links.filter(({ href }) => {
      if (/^https?:|^\.\/#example=/.test(href)) return false
      const [, file = '', heading] = /^#([^#]+)(?:#(.*))?$/.exec(href) ?? []
      return !names.includes(file) || (heading !== undefined && !headings.get(file)?.includes(heading))
    })
    expect(broken).toEqual([])
    expect(links.length).toBeGreaterThan(200)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
