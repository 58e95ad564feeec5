import { after, choose, open, type } from '../../../bench/page/chromium.js'
import { inChromium } from '../in-chromium.js'

inChromium('regress', (played) => {
  test('what the edits of a model change in the classic tests is listed while one types, and gone with the edits', async () => {
    const { page, complaints } = await open(played())
    await page.getByRole('tab', { name: 'Model' }).click()
    const changes = page.locator('#changes')
    expect(await changes.isVisible()).toBe(false)
    const model = await page.evaluate(
      "fetch('examples.json').then((one) => one.json()).then(({ models }) => models[0].text)",
    )
    await after(page, () => type(page, 'the model in cat', `(* mine *)\n${model}`))
    await changes.getByText(/no answer differs; 15 of 15 tests decided$/).waitFor()
    expect(await changes.locator('li').count()).toBe(0)
    await after(page, () => type(page, 'the model in cat', '"nothing but coherence"\nacyclic co as Coherence\n'))
    await changes.getByText(/differ; 15 of 15 tests decided$/).waitFor()
    expect(await changes.locator('li').allTextContents()).toContainEqual(
      expect.stringMatching(/^classic\/CoRR\.test assert goes_back, \d instances: holds → violated$/),
    )
    await after(page, () => type(page, 'the model in cat', 'acyclic cooo as Coherence\n'))
    expect(await changes.isVisible()).toBe(false)
    await after(page, () => page.locator('#restore').click())
    expect(await changes.isVisible()).toBe(false)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('what appears beside the model leaves the line that one edits in sight', async () => {
    const { page } = await open(played(), '', { viewport: { width: 1200, height: 620 } })
    await page.getByRole('tab', { name: 'Model' }).click()
    const text = page.locator('#model-editor .cm-content')
    await text.click()
    await page.keyboard.press('Control+End')
    await after(page, () => page.keyboard.insertText('\nempty co as Nothing\n'))
    await page
      .locator('#changes')
      .getByText(/15 of 15 tests decided$/)
      .waitFor()
    expect(await page.locator('#changes li').count()).toBeGreaterThan(2)
    const line = await page.locator('#model-editor .cm-line').filter({ hasText: 'as Nothing' }).boundingBox()
    const frame = await page.locator('#model-editor .cm-scroller').boundingBox()
    const [top = 0, height = 0] = [frame?.y, frame?.height]
    expect(line?.y).toBeGreaterThanOrEqual(top)
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(top + height)
    await page.context().close()
  })

  test('a comparison can be stopped, and its tests are opened under the edited model', async () => {
    const { page } = await open(played())
    await page.getByRole('tab', { name: 'Model' }).click()
    await after(page, () => type(page, 'the model in cat', '"nothing but coherence"\nacyclic co as Coherence\n'))
    await page.locator('#changes').getByRole('button', { name: 'Stop' }).click()
    await page
      .locator('#changes')
      .getByText(/then stopped$/)
      .waitFor()
    await after(page, () => choose(page, 'classic/MP.test'))
    expect(await page.locator('#edited').isVisible()).toBe(true)
    const found = page.locator('#changes li button').first()
    await found.waitFor()
    const name = (await found.textContent()) ?? ''
    await after(page, () => found.click())
    expect(name).toContain(await page.getByLabel('File').inputValue())
    await page.context().close()
  })
})
