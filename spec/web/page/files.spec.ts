import { open } from '../../../bench/page/chromium.js'
import { inChromium } from '../in-chromium.js'

inChromium('files', (played) => {
  test('a place in a source leads to its line, in a tab beside the test', async () => {
    const { page, complaints, requests } = await open(played(), '#example=kernels/spin-lock+no-fence.test')
    const current = page.locator('#beside .cm-activeLine')
    await page.getByRole('tab', { name: 'Races' }).click()
    await page.getByRole('button', { name: 'spin-lock+no-fence.cu:14' }).first().click()
    expect(await current.textContent()).toBe('    *counter += 1;')
    expect(await page.locator('#editor').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'spin-lock+no-fence.ptx:50' }).first().click()
    expect(await current.textContent()).toContain('ld.global.u32')
    await page.getByRole('tab', { name: 'spin-lock+no-fence.ptx' }).press('ArrowLeft')
    expect(await page.locator('#editor').isVisible()).toBe(true)
    expect(await page.locator('#beside').isVisible()).toBe(false)
    expect(requests.filter((url) => url.endsWith('sources.json'))).toHaveLength(1)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('a test without modules has no tabs, and its page loads no sources', async () => {
    const { page, requests } = await open(played())
    expect(await page.locator('#files').isVisible()).toBe(false)
    await page.getByRole('tab', { name: 'Explanation' }).click()
    await page.getByRole('button', { name: 'line 5' }).first().click()
    const line = "getSelection()?.focusNode?.parentElement?.closest('.cm-line')?.textContent"
    expect(await page.evaluate(line)).toContain('st.weak     [data], 42;')
    expect(requests.filter((url) => url.endsWith('sources.json'))).toEqual([])
    await page.context().close()
  })

  test('without the sources, the module is still there', async () => {
    const { page } = await open(played(), '', { serviceWorkers: 'block' })
    await page.route('**/sources.json', (route) => route.abort())
    await page.goto(`${played().address}#example=kernels/spin-lock.test`)
    await page.reload()
    const tabs = page.locator('#files [role=tab]')
    await tabs.first().waitFor()
    expect(await tabs.allTextContents()).toEqual(['spin-lock.test', 'spin-lock.ptx'])
    await page.context().close()
  })
})
