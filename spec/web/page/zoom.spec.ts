import { installed, open, type Played, play, until } from '../../../bench/page/chromium.js'

const inChromium = installed === undefined ? describe.skip : describe

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

inChromium(`zoom, ${installed === undefined ? 'not tested as Chromium is not installed' : 'in Chromium'}`, () => {
  let played: Played
  beforeAll(async () => {
    played = await play()
  })
  afterAll(() => played.close())

  test.each([
    ['a desktop', { viewport: { width: 1440, height: 900 } }],
    ['a small window', { viewport: { width: 1024, height: 768 } }],
    ['a phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ])(
    'all events of the argument are in view: %s',
    async (_, options) => {
      for (const example of [
        '',
        '#example=kernels/ring+relaxed-head.test',
        '#example=kernels/spin-lock+no-fence.test',
        '#example=kernels/mcs-lock+relaxed-handover.test',
        '#example=launches/all-reduce+gpu-fence.test',
      ]) {
        const { page } = await open(played, example, options)
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
})
