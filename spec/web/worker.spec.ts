import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, open, type } from '../../bench/page/chromium.js'
import { fenced } from './fenced.js'
import { inChromium } from './in-chromium.js'

inChromium('a page without CaDiCaL', (played) => {
  test('where it cannot be loaded, the page says so and decides small tests by brute force', async () => {
    const context = await played().browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.route('**/cadical.wasm', (route) => route.abort())
    await after(page, () => page.goto(played().address))
    await after(page, () => type(page, 'the test', fenced))
    expect(await page.locator('#status').textContent()).toMatch(/^Decided by brute force.*CaDiCaL does not run here/)
    expect(await page.locator('.verdict .answer').textContent()).toBe('holds')
    await page.getByRole('tab', { name: 'Explanation' }).click()
    await page.getByText('this needs CaDiCaL').waitFor()
    await context.close()
  })

  test('typing before it is there loses nothing: the page says why it does not run', async () => {
    const context = await played().browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.route('**/cadical.wasm', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2000))
      await route.abort()
    })
    await page.goto(played().address)
    await type(page, 'the test', fenced)
    await after(page, () => type(page, 'the test', fenced.replace('42;', '43;').replace('42)', '43)')))
    expect(await page.locator('#status').textContent()).toMatch(/^Decided by brute force.*CaDiCaL does not run here/)
    await context.close()
  })

  test('without WebAssembly, it decides by brute force', async () => {
    const script = join(played().folder, 'worker.js')
    const text = readFileSync(script, 'utf8')
    writeFileSync(script, `delete globalThis.WebAssembly;${text}`)
    try {
      const { page } = await open(played(), '', { serviceWorkers: 'block' })
      expect(await page.locator('#status').textContent()).toMatch(/^Decided by brute force.*WebAssembly is not defined/)
      await page.context().close()
    } finally {
      writeFileSync(script, text)
    }
  })
})
