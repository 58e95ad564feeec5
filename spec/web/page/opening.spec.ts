import { after, open, type } from '../../../bench/page/chromium.js'
import { stateOf } from '../../../web/state.js'
import { fenced } from '../fenced.js'
import { inChromium } from '../in-chromium.js'

inChromium('links to the page', (played) => {
  test('a damaged link is said to be one', async () => {
    const { page } = await open(played(), '#abc')
    expect(await page.locator('#status').textContent()).toMatch(/^The link is damaged.*Decided by CaDiCaL/)
    await page.context().close()
  })

  test('a link can name an example', async () => {
    const { page, complaints } = await open(played(), '#example=kernels/spin-lock+no-fence.test')
    expect(await page.getByLabel('File').inputValue()).toBe('kernels/spin-lock+no-fence.test')
    expect(await page.locator('.verdict .answer').textContent()).toBe('allowed')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('a link has the same state in another profile', async () => {
    const { page } = await open(played())
    await after(page, () => type(page, 'the test', fenced))
    await page.getByRole('tab', { name: 'Model' }).click()
    await after(page, () => type(page, 'the model in cat', '"nothing but coherence"\nacyclic co as Coherence\n'))
    await page.getByRole('tab', { name: 'Execution' }).click()
    await page.waitForTimeout(300)
    const { hash } = new URL(page.url())
    const other = await open(played(), hash)
    expect(await other.page.locator('#editor .cm-content').innerText()).toBe(
      await page.locator('#editor .cm-content').innerText(),
    )
    expect(await other.page.locator('.verdict .answer').textContent()).toBe('violated')
    expect(await other.page.locator('#model-note').textContent()).toBe('ptx-9.4, edited')
    expect(await other.page.getByRole('tab', { name: 'Execution' }).getAttribute('aria-selected')).toBe('true')
    expect(await stateOf(new URL(other.page.url()).hash)).toEqual(await stateOf(hash))
    await other.page.getByRole('tab', { name: 'Model' }).click()
    await after(other.page, () => other.page.getByRole('button', { name: 'Undo all edits' }).click())
    expect(await other.page.locator('.verdict .answer').textContent()).toBe('holds')
    await page.context().close()
    await other.page.context().close()
  })
})
