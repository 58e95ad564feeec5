import { choose, open, until } from '../../../bench/page/chromium.js'
import { inChromium } from '../in-chromium.js'

/** Returns the events of the picture that are not in the window, as it is before one scrolls. */
const hidden = `(() => {
  const { right, bottom } = document.querySelector('#panel').getBoundingClientRect()
  const boxes = document.querySelector('#panel .picture').shadowRoot.querySelectorAll('[data-events]')
  if (boxes.length === 0) return 'no events'
  return [...boxes].filter((one) => {
    const box = one.getBoundingClientRect()
    return box.left < 0 || box.top < 0 || box.right > Math.min(right, innerWidth) || box.bottom > Math.min(bottom, innerHeight)
  }).map((one) => one.dataset.events)
})()`

inChromium('zoom', (played) => {
  test.each([
    ['a desktop', { viewport: { width: 1440, height: 900 } }],
    ['a small window', { viewport: { width: 1024, height: 768 } }],
    ['a phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ])(
    'all events of the argument are in view: %s',
    async (_, options) => {
      for (const example of [
        '',
        '#example=classic/MP.test',
        '#example=kernels/ring+relaxed-head.test',
        '#example=kernels/spin-lock+no-fence.test',
        '#example=kernels/mcs-lock+relaxed-handover.test',
        '#example=launches/all-reduce+gpu-fence.test',
      ]) {
        const { page } = await open(played(), example, options)
        await page.locator('#panel svg').waitFor()
        // The picture is fitted before the browser paints it, which can be after a script finds it.
        let left: unknown
        await until(`all events of ${example} are in view`, async () => {
          left = await page.evaluate(hidden)
          return JSON.stringify(left) === '[]'
        }).catch(() => undefined)
        expect([example, left]).toEqual([example, []])
        await page.context().close()
      }
    },
    120_000,
  )

  test('a picture fits the width, and is enlarged by buttons, keys and the wheel with Ctrl', async () => {
    const { page } = await open(played(), '#example=kernels/spin-lock.test', { viewport: { width: 1200, height: 700 } })
    await page.getByRole('tab', { name: 'Races' }).click()
    await choose(page, 'kernels/spin-lock+no-fence.test')
    await page.getByRole('tab', { name: 'Execution' }).click()
    const picture = page.getByLabel('an execution')
    await picture.waitFor()
    const width = async () => (await page.locator('#panel svg').boundingBox())?.width ?? 0
    const frame = (await picture.boundingBox())?.width ?? 0
    await until('the picture fits', async () => (await width()) <= Math.ceil(frame))
    const fitting = await width()
    await page.getByLabel('larger').click()
    expect(await width()).toBeCloseTo(1.25 * fitting, 0)
    await picture.press('-')
    expect(await width()).toBeCloseTo(fitting, 0)
    await picture.hover()
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -200)
    await page.keyboard.up('Control')
    await until('the picture is larger', async () => (await width()) > 1.5 * fitting)
    await picture.press('0')
    expect(await width()).toBeCloseTo(fitting, 0)
    await page.context().close()
  })

  test('on a phone, one press makes letters readable, and another shows all threads again; one scrolls inside', async () => {
    const { page, complaints } = await open(played(), '#example=kernels/spin-lock+no-fence.test', {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    })
    await page.locator('#panel svg').waitFor()
    const letters = async () =>
      Number(
        await page.evaluate(`(() => {
        const svg = document.querySelector('#panel .picture').shadowRoot.querySelector('svg')
        return (12 * svg.getBoundingClientRect().width) / Number.parseFloat(svg.getAttribute('width'))
      })()`),
      )
    await until('the picture fits', async () => (await letters()) < 9)
    const fitting = await letters()
    await page.getByRole('button', { name: 'read the letters' }).tap()
    expect(await letters()).toBeGreaterThanOrEqual(8.99)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(await page.evaluate("document.querySelector('#panel .picture').scrollWidth > innerWidth")).toBe(true)
    await page.getByRole('button', { name: 'fit the window' }).tap()
    expect(await letters()).toBeCloseTo(fitting, 1)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('two fingers enlarge a picture, and not the page', async () => {
    const { page } = await open(played(), '', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
    const picture = page.getByLabel('an execution')
    await picture.scrollIntoViewIfNeeded()
    const width = async () => (await page.locator('#panel svg').boundingBox())?.width ?? 0
    const { x = 0, y = 0, width: frame = 0 } = (await picture.boundingBox()) ?? {}
    await until('the picture fits', async () => (await width()) <= Math.ceil(frame))
    const fitting = await width()
    const session = await page.context().newCDPSession(page)
    const touch = (kind: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type: kind,
        touchPoints: apart === undefined ? [] : [-apart, apart].map((by, id) => ({ x: x + 150 + by, y: y + 60, id })),
      })
    await touch('touchStart', 30)
    for (const apart of [35, 45, 60]) await touch('touchMove', apart)
    await touch('touchEnd')
    expect(await width()).toBeCloseTo(2 * fitting, 0)
    expect(await page.evaluate('visualViewport.scale')).toBe(1)
    await page.context().close()
  })
})
