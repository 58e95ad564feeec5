import { readFileSync } from 'node:fs'
import { after, open, type } from '../../../bench/page/chromium.js'
import { fenced } from '../fenced.js'
import { inChromium } from '../in-chromium.js'

inChromium('downloads', (played) => {
  test('where no execution is shown, none is downloaded', async () => {
    const { page, complaints } = await open(played())
    await after(page, () => type(page, 'the test', fenced))
    for (const label of ['picture, SVG', 'picture, PNG', 'execution, JSON']) {
      await page.getByLabel('Download').selectOption(label)
      expect(await page.locator('#status').textContent()).toMatch(/^No execution is shown here/)
    }
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test.each([
    ['picture, SVG', 'mp.test.svg', '<svg'],
    ['picture, PNG', 'mp.test.png', 'PNG'],
    ['execution, JSON', 'mp.test.json', '"ptx-litmus witness"'],
    ['the test', 'mp.test', '.global data'],
    ['the other format', 'mp.litmus', 'PTX'],
    ['CUDA program', 'pasted.cu', '__global__'],
  ])('it writes %s', async (label, name, content) => {
    const { page } = await open(played())
    if (label === 'CUDA program') await after(page, () => type(page, 'the test', fenced))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByLabel('Download').selectOption(label),
    ])
    expect(download.suggestedFilename()).toBe(name)
    expect(readFileSync(await download.path(), 'latin1')).toContain(content)
    await page.context().close()
  })
})
