import { after, open, until } from '../../../bench/page/chromium.js'
import { inChromium } from '../in-chromium.js'

inChromium('the gallery', (played) => {
  test('the examples in view have a tiny picture, and the others none until they are found', async () => {
    const { page, complaints } = await open(played())
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

  test('the ten shapes that papers name come first, message passing before the others', async () => {
    const { page } = await open(played())
    await page.getByRole('button', { name: 'Examples' }).click()
    await until('the examples are listed', async () => (await page.locator('.gallery li').count()) > 100)
    expect((await page.locator('.gallery li button').allTextContents()).slice(0, 11)).toEqual(
      ['MP', 'SB', 'LB', 'S', 'R', '2+2W', 'WRC', 'RWC', 'ISA2', 'IRIW', 'CoRR'].map((name) => `classic/${name}.test`),
    )
    await page.context().close()
  })

  test('examples are found by words, the classic ones first; Enter opens the first that is found', async () => {
    const { page, complaints } = await open(played())
    await page.getByRole('button', { name: 'Examples' }).click()
    expect(await page.locator('.gallery li button').first().textContent()).toMatch(/^classic\//)
    await page.getByLabel('search the examples').fill('lock without fences')
    expect(await page.locator('.gallery [role=status]').textContent()).toMatch(/^1 of \d{3} examples$/)
    await page.getByLabel('search the examples').fill('CUDA spin  lock ')
    const found = await page.locator('.gallery li:visible button').allTextContents()
    expect(found).toEqual(expect.arrayContaining(['kernels/spin-lock.test', 'kernels/spin-lock+no-fence.test']))
    expect(found.length).toBeLessThan(30)
    await page.getByLabel('search the examples').fill('lock without fences')
    await after(page, () => page.keyboard.press('Enter'))
    expect(await page.getByLabel('File').inputValue()).toBe('kernels/spin-lock+no-fence.test')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('undoing after an example is opened does not bring back the text before', async () => {
    const { page } = await open(played())
    await page.getByRole('textbox', { name: 'the test' }).click()
    await after(page, () => page.keyboard.type('// mine '))
    await page.getByRole('button', { name: 'Examples' }).click()
    await page.getByLabel('search the examples').fill('classic/SB.test')
    await after(page, () => page.getByLabel('search the examples').press('Enter'))
    const opened = await page.getByRole('textbox', { name: 'the test' }).textContent()
    await page.getByRole('textbox', { name: 'the test' }).click()
    await page.keyboard.press('Control+z')
    expect(await page.getByRole('textbox', { name: 'the test' }).textContent()).toBe(opened)
    // The next search replaces the last one.
    await page.getByRole('button', { name: 'Examples' }).click()
    await page.keyboard.type('MP')
    expect(await page.getByLabel('search the examples').inputValue()).toBe('MP')
    await page.context().close()
  })
})
