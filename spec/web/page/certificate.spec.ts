import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result } from 'axe-core'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { after, choose, open, type } from '../../../bench/page/chromium.js'
import { workplace } from '../../cli/workplace.js'
import { inChromium } from '../in-chromium.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const { write, run } = workplace()

const fenced = `.global data; .global flag;
d0.b0.t0 { st.weak [data], 42; st.release.gpu [flag], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [flag]; ld.weak r1, [data]; }
assert (r0 == 0 || r1 == 42) as fresh;
assert (r0 == 0) as unset;
`

const certifyButton = (page: Page) => page.getByRole('button', { name: 'Certify' })

/** Certifies the chosen answer, and returns what the page says of it. */
async function certified(page: Page): Promise<string> {
  await certifyButton(page).click()
  const said = page.locator('#certificate p').filter({ hasText: /^Verified/ })
  await said.waitFor()
  return (await said.textContent()) ?? ''
}

/** Downloads the certificate, writes its files, and returns their names. */
async function downloaded(page: Page): Promise<readonly string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the certificate' }).click(),
  ])
  const files = Object.entries(unzipSync(readFileSync(await download.path())))
  for (const [name, content] of files) write(name, strFromU8(content))
  return files.map(([name]) => name)
}

inChromium('certificate', (played) => {
  test('an answer about all executions is certified and verified; the checker comes on demand', async () => {
    const { page, complaints, requests } = await open(played(), '', { bypassCSP: true })
    expect(await certifyButton(page).count()).toBe(0)
    await after(page, () => type(page, 'the test', fenced))
    const isOnDemand = (url: string) => /certificate/.test(url)
    expect(requests.filter(isOnDemand)).toEqual([])
    expect(await certified(page)).toMatch(
      /^Verified: 2 parts, \d+ steps?\. Decided in \d+\.\d\d s, certified in \d+\.\d\d s, verified in \d+\.\d\d s\.$/,
    )
    expect(requests.filter(isOnDemand)).toHaveLength(2)
    expect(await page.locator('#certificate li').allTextContents()).toEqual([
      expect.stringMatching(/^the outcome: \d+ variables, \d+ clauses; no solution, \d+ steps?$/),
      expect.stringMatching(/^an execution that ends: \d+ variables, \d+ clauses; a solution$/),
    ])
    await page.addScriptTag({ content: axe })
    const found: { violations: Result[] } = await page.evaluate('axe.run()')
    expect(found.violations.map(({ id }) => id)).toEqual([])
    // The answer is the same in another panel; the other answer is violated.
    await page.getByRole('tab', { name: 'Outcomes' }).click()
    await page.locator('#panel table').waitFor()
    expect(await page.locator('#certificate li').count()).toBe(2)
    await page.locator('.verdict').nth(1).click()
    expect(await page.locator('#certificate').isVisible()).toBe(false)
    await page.locator('.verdict').first().click()
    await certifyButton(page).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('the command verifies what is downloaded, and no longer if the test is changed', async () => {
    const { page } = await open(played())
    await after(page, () => type(page, 'the test', fenced))
    await certified(page)
    const names = await downloaded(page)
    expect(names).toEqual(expect.arrayContaining(['pasted.test', 'certificate/1-1.json', 'certificate/1-1.1.lrat']))
    expect(await run(['verify', 'certificate'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/pasted\.test {2}fresh {2}holds {2}verified under ptx-9.4: 2 parts/),
    })
    write('pasted.test', fenced.replace('release', 'relaxed'))
    expect(await run(['verify', 'certificate'])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('rejected'),
    })
    await page.context().close()
  })

  test('so it does for a test that names a module, and under an edited model', async () => {
    const { page } = await open(played())
    await after(page, () => choose(page, 'kernels/block-sum.test'))
    await certified(page)
    expect(await downloaded(page)).toContain('block-sum.ptx')
    expect((await run(['verify', 'certificate'])).stdout).toMatch(/^✓ {2}block-sum\.test/)
    await page.getByRole('tab', { name: 'Model' }).click()
    await after(page, () => type(page, 'the test', fenced))
    const models = await page.evaluate("fetch('examples.json').then((one) => one.json()).then(({ models }) => models)")
    const [{ text = '' } = {}] = models as readonly { readonly text?: string }[]
    await after(page, () => type(page, 'the model in cat', `(* mine *)\n${text}`))
    await certified(page)
    expect(await downloaded(page)).toContain('ptx-9.4.cat')
    expect((await run(['verify', 'certificate'])).stdout).toMatch(/pasted\.test {2}fresh {2}holds {2}verified/)
    await page.context().close()
  })
})
