import { after, open, type } from '../../../bench/page/chromium.js'
import { fenced } from '../fenced.js'
import { inChromium } from '../in-chromium.js'

inChromium('the model on the page', (played) => {
  test('an edit of the model flips a verdict, and undoing it flips it back', async () => {
    const { page } = await open(played())
    await after(page, () => type(page, 'the test', fenced))
    await page.getByRole('tab', { name: 'Model' }).click()
    const text = await page.evaluate(`Promise.resolve(document.querySelector('#model-editor .cm-content').textContent)`)
    expect(text).toContain('PTX ISA')
    await after(page, () => type(page, 'the model in cat', '"nothing but coherence"\nacyclic co as Coherence\n'))
    expect(await page.locator('#model-note').textContent()).toBe('ptx-9.4, edited')
    expect(await page.locator('.verdict .answer').textContent()).toBe('violated')
    await after(page, () => type(page, 'the model in cat', 'acyclic cooo as Coherence\n'))
    expect(await page.locator('#messages').textContent()).toContain('ptx-9.4.cat:1:')
    await after(page, () => page.getByRole('button', { name: 'Undo all edits' }).click())
    expect(await page.locator('.verdict .answer').textContent()).toBe('holds')
    await page.context().close()
  })

  test('an edited model is named on every tab, and one click restores it', async () => {
    const { page } = await open(played())
    expect(await page.locator('#edited').isVisible()).toBe(false)
    await page.getByRole('tab', { name: 'Model' }).click()
    const model = await page.locator('#model-editor .cm-content').textContent()
    await after(page, () => type(page, 'the model in cat', `(* mine *)\n${model}`))
    await page.getByRole('tab', { name: 'Races' }).click()
    expect(await page.locator('#edited').isVisible()).toBe(true)
    await after(page, () => page.locator('#restore').click())
    expect(await page.locator('#edited').isVisible()).toBe(false)
    await page.context().close()
  })
})
