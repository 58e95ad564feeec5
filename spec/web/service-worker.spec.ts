import { after, open, type, until } from '../../bench/page/chromium.js'
import { fenced } from './fenced.js'
import { inChromium } from './in-chromium.js'

inChromium('the service worker', (played) => {
  test('it works without a network once it is loaded', async () => {
    const { page, complaints } = await open(played())
    await until('the page is kept', () =>
      page.evaluate(`navigator.serviceWorker.controller !== null && caches.keys().then(
        async ([name]) => name !== undefined && (await (await caches.open(name)).keys()).some(({ url }) => url.includes('cadical.wasm')))`),
    )
    await page.context().setOffline(true)
    await after(page, () => type(page, 'the test', fenced))
    expect(await page.locator('.verdict .answer').textContent()).toBe('holds')
    await page.reload()
    await page.locator('.verdict .answer').waitFor()
    expect(await page.locator('.verdict .answer').textContent()).toBe('holds')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('a newer page is shown at the first visit, though the older one is kept', async () => {
    const { page } = await open(played())
    await until('the page is kept', () =>
      page.evaluate(`navigator.serviceWorker.controller !== null && caches.keys().then(
        async ([name]) => name !== undefined && (await (await caches.open(name)).keys()).some(({ url }) => url.includes('cadical.wasm')))`),
    )
    await page
      .context()
      .route('**/style.css', (route) => route.fulfill({ body: 'h1 { color: rgb(1, 2, 3) }', contentType: 'text/css' }))
    await page.reload()
    await page.locator('.verdict .answer').waitFor()
    expect(await page.evaluate(`getComputedStyle(document.querySelector('h1')).color`)).toBe('rgb(1, 2, 3)')
    await page.context().close()
  })
})
