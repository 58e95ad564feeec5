import { installed, open, type Played, play, until } from '../../../bench/page/chromium.js'

const inChromium = installed === undefined ? describe.skip : describe

inChromium(
  `the gallery, ${installed === undefined ? 'not tested as Chromium is not installed' : 'in Chromium'}`,
  () => {
    let played: Played
    beforeAll(async () => {
      played = await play()
    })
    afterAll(() => played.close())

    test('the examples in view have a tiny picture, and the others none until they are found', async () => {
      const { page, complaints } = await open(played)
      expect(await page.locator('.gallery .tiny svg').count()).toBe(0)
      await page.getByRole('button', { name: 'Examples' }).click()
      await page.locator('.gallery li:first-of-type .tiny svg').waitFor()
      const count = await page.locator('.gallery .tiny svg').count()
      expect(count).toBeLessThan(60)
      const lock = page.locator('.gallery li').filter({ hasText: 'kernels/spin-lock+no-fence.test' })
      expect(await lock.locator('.tiny svg').count()).toBe(0)
      await page.getByLabel('search the examples').fill('lock without fences')
      await lock.locator('.tiny svg').waitFor()
      const { width = 0, height = 0 } = (await lock.locator('.tiny').boundingBox()) ?? {}
      expect([Math.round(width), Math.round(height)]).toEqual([72, 46])
      expect(complaints).toEqual([])
      await page.context().close()
    })

    test('the ten classic shapes come first', async () => {
      const { page } = await open(played)
      await page.getByRole('button', { name: 'Examples' }).click()
      await until('the examples are listed', async () => (await page.locator('.gallery li').count()) > 100)
      const first = (await page.locator('.gallery li button').allTextContents()).slice(0, 10)
      expect(first.every((path) => path.startsWith('classic/'))).toBe(true)
      await page.context().close()
    })
  },
)
