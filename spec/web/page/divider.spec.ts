import { open } from '../../../bench/page/chromium.js'
import { inChromium } from '../in-chromium.js'

inChromium('the divider', (played) => {
  test('the divider is moved by the pointer and by the keyboard', async () => {
    const { page } = await open(played())
    const divider = page.getByRole('separator')
    const width = async () => (await page.locator('#source').boundingBox())?.width ?? 0
    const usual = await width()
    await divider.press('ArrowRight')
    expect(await width()).toBeGreaterThan(usual + 20)
    const { x = 0, y = 0 } = (await divider.boundingBox()) ?? {}
    await page.mouse.move(x + 3, y + 100)
    await page.mouse.down()
    await page.mouse.move(x - 200, y + 100)
    await page.mouse.up()
    expect(await width()).toBeLessThan(usual)
    await divider.dblclick()
    expect(await width()).toBeCloseTo(usual, 0)
    await page.context().close()
  })
})
